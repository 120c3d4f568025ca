import { type Posting } from '@veranda/contract/payments/schemas.ts'

const kinds = [
  'T0',
  'T1',
  'T1b',
  'T2',
  'T3',
  'T4',
  'T4b',
  'T5',
  'T5x',
  'T6',
  'T7',
  'T8',
  'T8r',
  'T9',
  'T9f',
  'T9w',
  'T9l',
] as const
const accounts = [
  'held',
  'held_disputed',
  'held_frozen',
  'fee_deferred',
  'provider_pending',
  'provider_available',
  'provider_frozen',
  'payout_transit',
  'refund_payable',
  'unapplied',
  'fee_client',
  'fee_provider',
  'psp_clearing',
  'psp_available',
  'psp_connected',
  'receivable',
] as const

/** The words of the catalogue for an entry; one that this page does not know yet is called "entry". */
export function postingWords({ kind, account }: Pick<Posting, 'kind' | 'account'>) {
  const knownKind = kinds.find((known) => known === kind)
  const knownAccount = accounts.find((known) => known === account)
  return {
    kind: `kind.${knownKind ?? 'other'}`,
    account: `account.${knownAccount ?? 'other'}`,
  } as const
}
