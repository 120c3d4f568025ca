import { applyTransition } from '@veranda/core/state-machine.ts'
import { payoutMachine } from '@veranda/core/payments/payouts/payout.ts'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type PaymentGateway } from '../../../gateways/payments/payment-gateway.ts'
import { worker } from '../../../platform/jobs/worker.ts'
import { balanceOf } from '../../../platform/ledger/balances.ts'
import { lockCreatorBalances } from '../../../platform/ledger/creator-balance-lock.ts'
import { arePayoutsStopped } from './payout-stop.repository.ts'
import { type PayoutRow, appendPayoutEvent, lockPayout, payoutFacts } from './payout.repository.ts'

/**
 * Enqueues the payouts that were requested while the transfer was under way or the payouts were stopped. The caller
 * holds the creator's balance lock.
 */
export async function enqueueWaitingPayouts(tx: Tx, deps: Deps, creatorId: string): Promise<void> {
  const waiting = await tx
    .selectFrom('payouts')
    .select('id')
    .where('creator_id', '=', creatorId)
    .where('state', '=', 'requested')
    .execute()
  for (const { id } of waiting) await deps.jobs.enqueue(tx, 'payments-send-payout', { payoutId: id })
}

/**
 * Requests the payout from the provider, between two transactions. The money must be on the creator's account there;
 * while the transfer is under way or the user's payouts are stopped nothing is done, and the end of it enqueues this job
 * again.
 */
export function sendPayout(gateway: () => PaymentGateway) {
  return worker<{ payoutId: string }>('payments-send-payout', async ({ payoutId }, deps) => {
    const payout = await transact(deps, async (tx) => {
      const row = await lockPayout(tx, payoutId)
      if (row?.state !== 'requested') return undefined
      await lockCreatorBalances(tx, row.creator_id)
      if (await arePayoutsStopped(tx, row.creator_id)) return undefined
      return (await isCovered(tx, row)) ? row : undefined
    })
    if (!payout) return
    const { id, creator_id: account, amount, currency } = payout
    const { providerId } = await gateway().payout({ key: `payout:${id}`, reference: id, account, amount, currency })
    await transact(deps, async (tx) => {
      const row = await lockPayout(tx, id)
      if (!row) return
      await tx.updateTable('payouts').set({ provider_id: providerId }).where('id', '=', id).execute()
      if (!applyTransition(payoutMachine, { state: row.state, version: 0 }, 'send', 'system').ok) return
      await tx.updateTable('payouts').set({ state: 'in_transit' }).where('id', '=', id).execute()
      await appendPayoutEvent(tx, { type: 'payout.sent', data: payoutFacts(row) }, null, deps.clock.now())
    })
  })
}

/** Returns whether the transferred money covers this payout and those in transit. */
async function isCovered(db: Db, payout: PayoutRow): Promise<boolean> {
  const connected = await balanceOf(db, `psp_connected:${payout.creator_id}`, payout.currency)
  const sent = await db
    .selectFrom('payouts')
    .select(({ fn }) => fn.sum<string>('amount').as('amount'))
    .where('creator_id', '=', payout.creator_id)
    .where('currency', '=', payout.currency)
    .where('state', '=', 'in_transit')
    .executeTakeFirstOrThrow()
  return connected - Number(sent.amount ?? 0) >= payout.amount
}
