import { type AccountName, escrowAccounts, milestoneAccounts } from '@veranda/core/ledger/chart-of-accounts.ts'
import { type TransactionKind } from '@veranda/core/ledger/transaction.ts'
import { type BalanceKey, type LedgerSumKey } from '@veranda/core/payments/balances.ts'

/**
 * Ledger entries that make up a balance, and the side that adds to it; the other side subtracts. The owner is the
 * user's milestones and bookings on one side, the user's own accounts, or the platform's accounts in transactions with
 * the user as client.
 */
export type BalanceRule = {
  readonly owner: 'client-escrow' | 'creator-escrow' | 'self' | 'as-client'
  readonly accounts: readonly AccountName[]
  readonly kinds?: readonly TransactionKind[]
  readonly positiveSide: 'credit' | 'debit'
}

const balanceRules: Readonly<Record<BalanceKey, readonly BalanceRule[]>> = {
  'client.protected': [{ owner: 'client-escrow', accounts: escrowAccounts, positiveSide: 'credit' }],
  'client.refunding': [{ owner: 'self', accounts: ['refund_payable', 'unapplied'], positiveSide: 'credit' }],
  // Released to creators, fees included, less what came back afterwards.
  'client.paid': [
    {
      owner: 'client-escrow',
      accounts: milestoneAccounts,
      kinds: ['release', 'dispute_resolve', 'chargeback_lost'],
      positiveSide: 'debit',
    },
    {
      owner: 'self',
      accounts: ['refund_payable'],
      kinds: ['refund_after_release', 'dispute_resolve', 'chargeback_lost'],
      positiveSide: 'debit',
    },
    { owner: 'as-client', accounts: ['chargeback_receivable'], kinds: ['chargeback_lost'], positiveSide: 'debit' },
  ],
  'creator.protected': [{ owner: 'creator-escrow', accounts: escrowAccounts, positiveSide: 'credit' }],
  'creator.pending': [{ owner: 'self', accounts: ['creator_pending'], positiveSide: 'credit' }],
  'creator.available': [{ owner: 'self', accounts: ['creator_available'], positiveSide: 'credit' }],
  'creator.frozen': [{ owner: 'self', accounts: ['creator_frozen'], positiveSide: 'credit' }],
  // What a chargeback or a refund after the release took beyond what was on the balance.
  'creator.owed': [{ owner: 'self', accounts: ['receivable'], positiveSide: 'debit' }],
  'creator.in-transit': [{ owner: 'self', accounts: ['payout_transit'], positiveSide: 'credit' }],
  'creator.paid-out': [
    { owner: 'self', accounts: ['payout_transit'], kinds: ['payout_paid'], positiveSide: 'debit' },
    { owner: 'self', accounts: ['creator_available'], kinds: ['payout_returned'], positiveSide: 'debit' },
  ],
  'creator.earned': [
    { owner: 'self', accounts: ['creator_pending'], kinds: ['release', 'dispute_resolve'], positiveSide: 'credit' },
    {
      owner: 'self',
      accounts: ['creator_pending', 'creator_available', 'receivable'],
      kinds: ['refund_after_release'],
      positiveSide: 'credit',
    },
    { owner: 'self', accounts: ['creator_frozen'], kinds: ['chargeback_lost'], positiveSide: 'credit' },
  ],
}

/**
 * The rules of each sum: the balances of the payment screen, and the figures that only the dashboard shows. No entry counts
 * twice for one sum.
 */
export const ledgerSumRules: Readonly<Record<LedgerSumKey, readonly BalanceRule[]>> = {
  ...balanceRules,
  'both.protected': [...balanceRules['client.protected'], ...balanceRules['creator.protected']],
  'both.paid': [...balanceRules['client.paid'], ...balanceRules['creator.paid-out']],
  // Charged for milestones and bookings, fees included, less what is owed back.
  'client.spent': [
    { owner: 'as-client', accounts: ['psp_clearing'], kinds: ['capture'], positiveSide: 'debit' },
    {
      owner: 'self',
      accounts: ['refund_payable'],
      kinds: ['refund_requested', 'refund_after_release', 'dispute_resolve', 'chargeback_lost'],
      positiveSide: 'debit',
    },
    { owner: 'as-client', accounts: ['chargeback_receivable'], kinds: ['chargeback_lost'], positiveSide: 'debit' },
  ],
}
