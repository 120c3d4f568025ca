import { type AccountName, accountNames } from './chart-of-accounts.ts'
import { type TransactionKind, transactionKinds } from './transaction.ts'

/** The two parties of a milestone or booking, who read its ledger entries. */
export const ledgerParties = ['client', 'creator'] as const
export type LedgerParty = (typeof ledgerParties)[number]

/** The other side of a party's own entries: their counterpart, or for a client the card that was charged. */
export const counterAccounts = ['card', 'client', 'creator'] as const
/** An account as a party sees it: one of the ledger, or the other side of what moved in it. */
export type ShownAccount = AccountName | (typeof counterAccounts)[number]
export const shownAccounts: readonly ShownAccount[] = [...accountNames, ...counterAccounts]

const readersOf: Readonly<Record<TransactionKind, readonly LedgerParty[]>> = {
  unapplied: ['client'],
  unapplied_refund: ['client'],
  capture: ['client', 'creator'],
  release: ['client', 'creator'],
  mature: ['creator'],
  refund_requested: ['client', 'creator'],
  // The creator's side ends with the request; paying it out is between the client and their bank.
  refund_paid: ['client'],
  refund_after_release: ['client', 'creator'],
  dispute_lock: ['client', 'creator'],
  dispute_resolve: ['client', 'creator'],
  chargeback_freeze: ['client', 'creator'],
  chargeback_won: ['client', 'creator'],
  chargeback_lost: ['client', 'creator'],
  // Between the platform, its processor and the creator's bank: not about one milestone or booking.
  processor_fee: [],
  settle_funds: [],
  transfer: [],
  payout_requested: [],
  payout_paid: [],
  payout_failed: [],
  payout_returned: [],
  chargeback_open: [],
}

/** Returns the kinds of transactions about a milestone or booking that concern a party. */
export function kindsShownTo(party: LedgerParty): TransactionKind[] {
  return transactionKinds.filter((kind) => readersOf[kind].includes(party))
}

const creatorAccounts: readonly AccountName[] = ['creator_pending', 'creator_available', 'creator_frozen', 'receivable']
const clientAccounts: readonly AccountName[] = ['fee_deferred', 'fee_client', 'refund_payable', 'unapplied']
/** Both read what the creator's fee is, so that the creator's line is what the creator receives. */
const sharedAccounts: readonly AccountName[] = ['escrow', 'escrow_disputed', 'escrow_frozen', 'fee_creator']

/**
 * Returns how a party sees an account of a transaction about their milestone or booking: their own and the shared
 * accounts by name, all others together as the other side. No account is left out, so that what a party sees of one
 * transaction, as credit − debit, always sums to zero; the accounts of the processor appear only inside the other side.
 */
export function shownAccountOf(party: LedgerParty, account: AccountName): ShownAccount {
  if (sharedAccounts.includes(account)) return account
  if (party === 'creator') return creatorAccounts.includes(account) ? account : 'client'
  if (clientAccounts.includes(account)) return account
  return creatorAccounts.includes(account) ? 'creator' : 'card'
}
