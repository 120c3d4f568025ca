import { minor } from '@veranda/core/money/money.ts'
import { type Movement, type MovementKind } from '@veranda/core/payments/provider-report.ts'
import { sql } from 'kysely'
import { type Db } from '../../../platform/db/database.ts'

/**
 * Returns what the ledger has of each movement at the provider. The cause of a transaction names the charge, refund,
 * delayed share or payout after its first colon, by which the provider knows it as well. Between our two balances there
 * a settlement moves what becomes available, so its other side is left out.
 */
export async function listBookedMovements(db: Db): Promise<Movement[]> {
  const { rows } = await sql<{ kind: MovementKind; reference: string; currency: string; amount: number }>`
    select movement.kind, split_part(t.cause, ':', 2) as reference, t.currency, sum(e.debit - e.credit)::bigint as amount
    from (values
      ('capture', 'charge', 'psp_clearing'),
      ('unapplied', 'charge', 'psp_clearing'),
      ('processor_fee', 'processor-fee', 'psp_clearing'),
      ('settle_funds', 'settlement', 'psp_available'),
      ('refund_paid', 'refund', 'psp_clearing'),
      ('refund_paid', 'refund', 'psp_available'),
      ('chargeback_open', 'chargeback', 'psp_available'),
      ('chargeback_won', 'chargeback', 'psp_available'),
      ('chargeback_lost', 'transfer-reversal', 'psp_available'),
      ('refund_after_release', 'transfer-reversal', 'psp_available'),
      ('transfer', 'transfer', 'psp_available'),
      ('payout_paid', 'payout', 'psp_connected'),
      ('payout_returned', 'payout-return', 'psp_connected')) as movement (transaction, kind, account)
    join ledger_transactions t on t.kind = movement.transaction
    join ledger_entries e on e.transaction_id = t.id and split_part(e.account, ':', 1) = movement.account
    group by movement.kind, reference, t.currency`.execute(db)
  return rows.map((row) => ({ ...row, amount: minor(row.amount) }))
}
