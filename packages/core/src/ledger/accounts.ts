/** What a balance means: assets and expenses grow on the debit side, liabilities and revenue on the credit side. */
export const accountKinds = ['asset', 'liability', 'revenue', 'expense'] as const
export type AccountKind = (typeof accountKinds)[number]

/** The accounts there is one of, with their kind. */
export const singleAccounts = {
  psp_clearing: 'asset',
  psp_available: 'asset',
  chargeback_receivable: 'asset',
  tax_payable: 'liability',
  fee_client: 'revenue',
  fee_provider: 'revenue',
  psp_fee: 'expense',
  dispute_fee: 'expense',
} as const satisfies Record<string, AccountKind>

/** The accounts there is one of for each owner, written `name:owner`, with their kind. */
export const ownedAccounts = {
  // Owned by a milestone or a paid booking.
  held: 'liability',
  held_disputed: 'liability',
  held_frozen: 'liability',
  fee_deferred: 'liability',
  // Owned by a creator.
  psp_connected: 'asset',
  receivable: 'asset',
  provider_pending: 'liability',
  provider_available: 'liability',
  provider_frozen: 'liability',
  payout_transit: 'liability',
  // Owned by a client.
  refund_payable: 'liability',
  unapplied: 'liability',
} as const satisfies Record<string, AccountKind>

export type SingleAccount = keyof typeof singleAccounts
export type OwnedAccountName = keyof typeof ownedAccounts
export type AccountName = SingleAccount | OwnedAccountName

/** An account of the ledger: `psp_clearing`, or with its owner `held:<milestone id>`. */
export type Account = SingleAccount | `${OwnedAccountName}:${string}`

/** The account's name without its owner; throws on a name outside the chart. */
export function nameOf(account: Account): AccountName {
  const name = account.split(':', 1)[0] ?? ''
  if (isSingle(name) || isOwned(name)) return name
  throw new RangeError(`no such account: ${account}`)
}

/** The milestone, creator or client whose account it is; undefined for the accounts there is one of. */
export function ownerOf(account: Account): string | undefined {
  const colon = account.indexOf(':')
  return colon < 0 ? undefined : account.slice(colon + 1)
}

/** Asset, liability, revenue or expense. */
export function kindOf(account: Account): AccountKind {
  const name = nameOf(account)
  return isSingle(name) ? singleAccounts[name] : ownedAccounts[name]
}

/** The side on which the account grows. */
export function normalSideOf(account: Account): 'debit' | 'credit' {
  const kind = kindOf(account)
  return kind === 'asset' || kind === 'expense' ? 'debit' : 'credit'
}

/** Whether the text names an account of the chart, with an owner exactly where one belongs. */
export function isAccount(text: string): text is Account {
  const [name = '', owner] = text.split(':', 2)
  return owner === undefined ? isSingle(name) : isOwned(name) && owner !== ''
}

function isSingle(name: string): name is SingleAccount {
  return Object.hasOwn(singleAccounts, name)
}

function isOwned(name: string): name is OwnedAccountName {
  return Object.hasOwn(ownedAccounts, name)
}
