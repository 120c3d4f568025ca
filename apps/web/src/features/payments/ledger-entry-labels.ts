import { type LedgerEntry } from '@veranda/contract/payments/schemas.ts'

const labelledKinds = [
  'unapplied',
  'capture',
  'processor_fee',
  'settle_funds',
  'release',
  'mature',
  'transfer',
  'payout_requested',
  'payout_failed',
  'refund_requested',
  'refund_after_release',
  'dispute_lock',
  'dispute_resolve',
  'chargeback_open',
  'chargeback_freeze',
  'chargeback_won',
  'chargeback_lost',
] as const
const labelledAccounts = [
  'escrow',
  'escrow_disputed',
  'escrow_frozen',
  'fee_deferred',
  'creator_pending',
  'creator_available',
  'creator_frozen',
  'payout_transit',
  'refund_payable',
  'unapplied',
  'fee_client',
  'fee_creator',
  'psp_clearing',
  'psp_available',
  'psp_connected',
  'receivable',
] as const

/**
 * Returns the catalogue keys for an entry's kind and account; those that this page does not know are labelled "Entry".
 */
export function entryLabels({ kind, account }: Pick<LedgerEntry, 'kind' | 'account'>) {
  const knownKind = labelledKinds.find((known) => known === kind)
  const knownAccount = labelledAccounts.find((known) => known === account)
  return {
    kind: `kind.${knownKind ?? 'other'}`,
    account: `account.${knownAccount ?? 'other'}`,
  } as const
}
