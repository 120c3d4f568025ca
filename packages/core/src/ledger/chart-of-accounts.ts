/** Kinds of accounts: assets and expenses grow on the debit side, liabilities and revenue on the credit side. */
export const accountKinds = ['asset', 'liability', 'revenue', 'expense'] as const
export type AccountKind = (typeof accountKinds)[number]

/** The accounts that exist once, with their kind. */
export const platformAccounts = {
  psp_clearing: 'asset',
  psp_available: 'asset',
  chargeback_receivable: 'asset',
  fee_client: 'revenue',
  fee_creator: 'revenue',
  psp_fee: 'expense',
  dispute_fee: 'expense',
} as const satisfies Record<string, AccountKind>

/** The accounts that exist once for each owner, written `name:owner`, with their kind. */
export const ownedAccounts = {
  // Owned by a milestone or a paid booking.
  escrow: 'liability',
  escrow_disputed: 'liability',
  escrow_frozen: 'liability',
  fee_deferred: 'liability',
  // Owned by a creator.
  psp_connected: 'asset',
  receivable: 'asset',
  creator_pending: 'liability',
  creator_available: 'liability',
  creator_frozen: 'liability',
  payout_transit: 'liability',
  // Owned by a client.
  refund_payable: 'liability',
  unapplied: 'liability',
} as const satisfies Record<string, AccountKind>

export type PlatformAccount = keyof typeof platformAccounts
export type OwnedAccountName = keyof typeof ownedAccounts
export type AccountName = PlatformAccount | OwnedAccountName

/** An account of the ledger: `psp_clearing`, or with its owner `escrow:<milestone id>`. */
export type Account = PlatformAccount | `${OwnedAccountName}:${string}`

/** Every account name of the chart. */
export const accountNames: readonly AccountName[] = [
  // The keys of the two literals above, which Object.keys types as strings.
  ...(Object.keys(platformAccounts) as PlatformAccount[]),
  ...(Object.keys(ownedAccounts) as OwnedAccountName[]),
]

/** Returns the account's name without its owner; throws on a name outside the chart. */
export function accountNameOf(account: Account): AccountName {
  const name = account.split(':', 1)[0] ?? ''
  if (isPlatformAccount(name) || isOwnedAccountName(name)) return name
  throw new RangeError(`no such account: ${account}`)
}

function kindOfName(name: AccountName): AccountKind {
  return isPlatformAccount(name) ? platformAccounts[name] : ownedAccounts[name]
}

/** The accounts that debits increase: assets and expenses. */
export const debitNormalAccounts: readonly AccountName[] = accountNames.filter((name) =>
  ['asset', 'expense'].includes(kindOfName(name)),
)

/** The accounts of what the platform owes, which never fall below zero. */
export const liabilityAccounts: readonly AccountName[] = accountNames.filter((name) => kindOfName(name) === 'liability')

/** The accounts that hold the price of one milestone or booking until it is released or refunded. */
export const escrowAccounts = ['escrow', 'escrow_disputed', 'escrow_frozen'] as const satisfies OwnedAccountName[]

/** Every account owned by one milestone or booking. */
export const milestoneAccounts = [...escrowAccounts, 'fee_deferred'] as const satisfies OwnedAccountName[]

/** Returns the side on which the account grows. */
export function normalSideOf(account: Account): 'debit' | 'credit' {
  return debitNormalAccounts.includes(accountNameOf(account)) ? 'debit' : 'credit'
}

function isPlatformAccount(name: string): name is PlatformAccount {
  return Object.hasOwn(platformAccounts, name)
}

function isOwnedAccountName(name: string): name is OwnedAccountName {
  return Object.hasOwn(ownedAccounts, name)
}
