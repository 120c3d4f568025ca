import { type AccountName } from '@veranda/core/ledger/chart-of-accounts.ts'
import { type ChargedBackMoney } from '@veranda/core/ledger/reversals.ts'
import { type TakenFrom } from '@veranda/core/ledger/transaction-builders.ts'
import { minor } from '@veranda/core/money/money.ts'
import { type Selectable, sql } from 'kysely'
import { type Tx } from '../../../platform/db/database.ts'
import { type PaymentTables } from '../../../platform/db/tables/payments.ts'
import { type SubjectMoney } from '../../../platform/ledger/subject-money.ts'
import { type ChargeRow } from './charge.repository.ts'

export type ChargebackRow = Selectable<PaymentTables['chargebacks']>

/** Returns the chargeback of a charge, of which its caller holds the lock. */
export function findChargeback(tx: Tx, chargeId: string): Promise<ChargebackRow | undefined> {
  return tx.selectFrom('chargebacks').selectAll().where('charge_id', '=', chargeId).executeTakeFirst()
}

/** Returns what a chargeback froze of the books, in minor units. */
export function frozenBy(row: ChargebackRow): ChargedBackMoney {
  return {
    escrow: minor(row.escrow),
    deferredFee: minor(row.deferred_fee),
    earnings: minor(row.earnings),
    creatorFee: minor(row.creator_fee),
    clientFee: minor(row.client_fee),
  }
}

/**
 * Returns what the books hold of a milestone or booking that no open chargeback has frozen yet. Frozen escrow is in an account of its
 * own; of everything else the frozen part is subtracted.
 */
export async function readUnfrozenMoney(tx: Tx, charge: ChargeRow, money: SubjectMoney): Promise<ChargedBackMoney> {
  const others = await tx
    .selectFrom('chargebacks')
    .selectAll()
    .where(charge.milestone_id === null ? 'booking_id' : 'milestone_id', '=', charge.milestone_id ?? charge.booking_id)
    .where('state', '=', 'open')
    .execute()
  const frozen = (of: keyof ChargedBackMoney) => others.reduce((sum, row) => sum + frozenBy(row)[of], 0)
  const { deferredFee, creatorFee, clientFee } = money.frozen
  return {
    escrow: minor(money.escrow + money.disputed),
    deferredFee: minor(deferredFee - frozen('deferredFee')),
    earnings: minor(money.earnings - frozen('earnings')),
    creatorFee: minor(creatorFee - frozen('creatorFee')),
    clientFee: minor(clientFee - frozen('clientFee')),
  }
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
