import { type AccountName } from '@veranda/core/ledger/chart-of-accounts.ts'
import { type TakenFrom } from '@veranda/core/ledger/transaction-builders.ts'
import { minor } from '@veranda/core/money/money.ts'
import { type Selectable, sql } from 'kysely'
import { type Tx } from '../../../platform/db/database.ts'
import { type PaymentTables } from '../../../platform/db/tables/payments.ts'

export type ChargebackRow = Selectable<PaymentTables['chargebacks']>

/** Returns the chargeback of a charge, of which its caller holds the lock. */
export function findChargeback(tx: Tx, chargeId: string): Promise<ChargebackRow | undefined> {
  return tx.selectFrom('chargebacks').selectAll().where('charge_id', '=', chargeId).executeTakeFirst()
}

/** Returns from which of the creator's balances a chargeback froze their share. */
export async function readFrozenEarnings(tx: Tx, chargeId: string): Promise<TakenFrom> {
  const { rows } = await sql<{ name: AccountName; amount: number }>`
    select split_part(p.account, ':', 1) as name, sum(p.debit)::bigint as amount
    from ledger_entries p join ledger_transactions x on x.id = p.transaction_id
    where x.cause = ${chargebackFreezeCause(chargeId)} group by name`.execute(tx)
  const takenOf = (name: AccountName) => minor(rows.find((row) => row.name === name)?.amount ?? 0)
  return {
    pending: takenOf('creator_pending'),
    available: takenOf('creator_available'),
    receivable: takenOf('receivable'),
  }
}

/** Returns the cause of `chargeback_freeze` of a charge. */
export function chargebackFreezeCause(chargeId: string): string {
  return `freeze:${chargeId}`
}
