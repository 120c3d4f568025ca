import { type BalanceKey } from '@veranda/contract/payments/schemas.ts'
import { type AccountName } from '@veranda/core/ledger/accounts.ts'
import { type PostingKind } from '@veranda/core/ledger/entry.ts'

/**
 * Some lines of the ledger and whether they add to a number by their credit or by their debit; the other side takes
 * away. `of` says whose lines: of the accounts of one's milestones as that part, of one's own accounts, or of the
 * platform's accounts in what was posted with one as its client.
 */
export type BalanceRule = {
  readonly of: 'client-milestones' | 'creator-milestones' | 'self' | 'as-client'
  readonly accounts: readonly AccountName[]
  readonly kinds?: readonly PostingKind[]
  readonly adds: 'credit' | 'debit'
}

const held: readonly AccountName[] = ['held', 'held_disputed', 'held_frozen']

/** What each number of the payment screen is made of. No line counts twice for one number. */
export const balanceRules: Readonly<Record<BalanceKey, readonly BalanceRule[]>> = {
  'client.protected': [{ of: 'client-milestones', accounts: held, adds: 'credit' }],
  'client.refunding': [{ of: 'self', accounts: ['refund_payable', 'unapplied'], adds: 'credit' }],
  // What was released to creators, fees included, less what came back of it afterwards.
  'client.paid': [
    { of: 'client-milestones', accounts: [...held, 'fee_deferred'], kinds: ['T3', 'T8r', 'T9l'], adds: 'debit' },
    { of: 'self', accounts: ['refund_payable'], kinds: ['T7', 'T8r'], adds: 'debit' },
    { of: 'as-client', accounts: ['chargeback_receivable'], kinds: ['T9l'], adds: 'debit' },
  ],
  'creator.protected': [{ of: 'creator-milestones', accounts: held, adds: 'credit' }],
  'creator.pending': [{ of: 'self', accounts: ['provider_pending'], adds: 'credit' }],
  'creator.available': [{ of: 'self', accounts: ['provider_available'], adds: 'credit' }],
  'creator.in-transit': [{ of: 'self', accounts: ['payout_transit'], adds: 'credit' }],
  'creator.paid-out': [
    { of: 'self', accounts: ['payout_transit'], kinds: ['T5p'], adds: 'debit' },
    { of: 'self', accounts: ['provider_available'], kinds: ['T5xp'], adds: 'debit' },
  ],
  'creator.earned': [
    { of: 'self', accounts: ['provider_pending'], kinds: ['T3', 'T8r'], adds: 'credit' },
    { of: 'self', accounts: ['provider_pending', 'provider_available', 'receivable'], kinds: ['T7'], adds: 'credit' },
    { of: 'self', accounts: ['provider_frozen'], kinds: ['T9l'], adds: 'credit' },
  ],
}

/** The lines of a milestone that concern each side, and the kinds for which the platform's own accounts do. */
export const visibleLines: Readonly<
  Record<'client' | 'creator', readonly { accounts: readonly AccountName[]; kinds?: readonly PostingKind[] }[]>
> = {
  client: [
    { accounts: [...held, 'fee_deferred', 'fee_client', 'refund_payable', 'unapplied'] },
    { accounts: ['psp_clearing', 'psp_available'], kinds: ['T0', 'T1', 'T6p'] },
  ],
  creator: [{ accounts: [...held, 'fee_provider', 'provider_pending', 'provider_available', 'provider_frozen'] }],
}
