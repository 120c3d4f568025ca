import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../../platform/db/database.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { worker } from '../../../platform/jobs/worker.ts'
import { isPosted } from '../../../platform/ledger/post-transaction.ts'
import { type PaymentGateway } from '../../../gateways/payments/payment-gateway.ts'
import { type ChargeRow } from '../charges/charge.repository.ts'

/** An amount that is taken back of a creator's available balance; `reference` is the id in the cause of its transaction. */
export type TransferReversal = {
  readonly reference: string
  readonly charge: Pick<ChargeRow, 'id' | 'creator_id' | 'currency'>
  readonly amount: number
}

/**
 * Takes what was available to a creator back from their account at the provider: from the transfers of this charge first,
 * then from the newest. What is available was transferred, or is about to be. The caller holds the creator's balance lock and
 * posts the movement. Throws when the transfers do not cover it.
 */
export async function reverseTransfers(
  tx: Tx,
  deps: Deps,
  { reference, charge, amount }: TransferReversal,
): Promise<void> {
  const { rows } = await sql<{ id: string; left: number }>`
    select d.id, (e.credit - coalesce(
      (select sum(r.amount) from transfer_reversals r where r.transfer_id = d.id), 0))::bigint as left
    from payout_delays d
    join ledger_transactions t on t.cause = 'available:' || d.id
    join ledger_entries e on e.transaction_id = t.id and e.account = 'creator_available:' || d.creator_id
    where d.creator_id = ${charge.creator_id} and d.currency = ${charge.currency}
    order by d.charge_id = ${charge.id} desc, d.available_at desc, d.id`.execute(tx)
  let rest = amount
  for (const transfer of rows) {
    const part = Math.min(rest, transfer.left)
    if (part <= 0) continue
    rest -= part
    await insertReversal(tx, deps, { reference, transferId: transfer.id, amount: part, currency: charge.currency })
  }
  if (rest > 0) throw new Error(`the transfers to ${charge.creator_id} do not cover ${rest} of ${reference}`)
}

async function insertReversal(
  tx: Tx,
  deps: Deps,
  {
    reference,
    transferId,
    amount,
    currency,
  }: { reference: string; transferId: string; amount: number; currency: string },
): Promise<void> {
  const id = deps.ids.next()
  await tx
    .insertInto('transfer_reversals')
    .values({ id, transfer_id: transferId, reference, amount, currency, requested_at: new Date(deps.clock.now()) })
    .execute()
  await deps.jobs.enqueue(tx, 'payments-reverse-transfer', { id }, { key: `reverse:${id}` })
}

/** Asks the provider for a reversal, once its transfer was made: while it is under way, the job is tried again. */
export function reverseTransfer(gateway: () => PaymentGateway) {
  return worker<{ id: string }>('payments-reverse-transfer', async ({ id }, deps) => {
    const reversal = await deps.db.selectFrom('transfer_reversals').selectAll().where('id', '=', id).executeTakeFirst()
    if (!reversal || reversal.reversed_at !== null) return
    const { transfer_id: transfer, reference, amount, currency } = reversal
    if (!(await transact(deps, (tx) => isPosted(tx, [`transfer:${transfer}`])))) {
      throw new Error(`the transfer ${transfer} that is reversed was not made yet`)
    }
    await gateway().reverse({ key: `reverse:${id}`, reference, transfer, amount, currency })
    await transact(deps, (tx) => markReversed(tx, id, deps.clock.now()))
  })
}

async function markReversed(tx: Tx, id: string, at: Instant): Promise<void> {
  await tx
    .updateTable('transfer_reversals')
    .set({ reversed_at: new Date(at) })
    .where('id', '=', id)
    .execute()
}
