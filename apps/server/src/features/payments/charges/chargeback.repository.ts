import { type AccountName } from '@veranda/core/ledger/chart-of-accounts.ts'
import { type ChargedBackMoney } from '@veranda/core/ledger/reversals.ts'
import { type TakenFrom } from '@veranda/core/ledger/transaction-builders.ts'
import { type Minor, minor } from '@veranda/core/money/money.ts'
import { type Selectable, sql } from 'kysely'
import { type Tx } from '../../../platform/db/database.ts'
import { type PaymentTables } from '../../../platform/db/tables/payments.ts'
import { type ChargeRow } from './charge.repository.ts'

export type ChargebackRow = Selectable<PaymentTables['chargebacks']>

/** Returns the chargeback of a charge, of which its caller holds the lock. */
export function findChargeback(tx: Tx, chargeId: string): Promise<ChargebackRow | undefined> {
  return tx.selectFrom('chargebacks').selectAll().where('charge_id', '=', chargeId).executeTakeFirst()
}

/** Returns the id of the milestone or booking that a charge paid for. */
function subjectIdOf(charge: Pick<ChargeRow, 'milestone_id' | 'booking_id'>): string | null {
  return charge.milestone_id ?? charge.booking_id
}

/** The money that the books hold of a milestone or booking, in minor units. */
export type SubjectMoney = {
  /** In escrow and free, so that it can freeze. */
  readonly escrow: Minor
  /** Of the creator's pending balance, what this milestone or booking added and is still there. */
  readonly pending: Minor
  /** The creator's net share of what was released, wherever it is now. */
  readonly earnings: Minor
  /** The part that a chargeback froze, with the fees that belong to it. */
  readonly frozen: ChargedBackMoney
}

/** Sums what the books hold of the milestone or booking of a charge. */
export async function readSubjectMoney(
  tx: Tx,
  charge: Pick<ChargeRow, 'milestone_id' | 'booking_id' | 'currency'>,
): Promise<SubjectMoney> {
  const { rows } = await sql<{ name: AccountName; amount: number }>`
    select split_part(p.account, ':', 1) as name, sum(p.credit - p.debit)::bigint as amount
    from ledger_entries p join ledger_transactions x on x.id = p.transaction_id
    where coalesce(x.milestone_id, x.booking_id) = ${subjectIdOf(charge)} and p.currency = ${charge.currency}
    group by name`.execute(tx)
  const sumOf = (...names: AccountName[]) =>
    minor(rows.reduce((sum, row) => (names.includes(row.name) ? sum + row.amount : sum), 0))
  return {
    escrow: sumOf('escrow'),
    pending: sumOf('creator_pending'),
    earnings: sumOf('creator_pending', 'creator_available', 'creator_frozen', 'receivable'),
    frozen: {
      escrow: sumOf('escrow_frozen'),
      deferredFee: sumOf('fee_deferred'),
      earnings: sumOf('creator_frozen'),
      creatorFee: sumOf('fee_creator'),
      clientFee: sumOf('fee_client'),
    },
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
