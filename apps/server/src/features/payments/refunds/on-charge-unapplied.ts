import { unappliedRefund } from '@veranda/core/ledger/transaction-builders.ts'
import { type PaymentEvent } from '@veranda/core/payments/events.ts'
import { chargeMachine } from '@veranda/core/payments/charges/charge-states.ts'
import { applyTransition } from '@veranda/core/state-machine.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { postTransaction } from '../../../platform/ledger/post-transaction.ts'
import { lockCharge, ledgerProjectOf } from '../charges/charge.repository.ts'
import { enqueueVoid } from '../charges/void-charge.ts'
import { startRefund } from './start-refund.ts'

/**
 * Refunds money that fits no open attempt: posts it as owed, enqueues the refund, and `finishRefund` posts it as paid.
 * A card that was only authorised is voided.
 */
export const returnUnappliedCharge = eventHandler<PaymentEvent<'charge.unapplied'>>(
  'payments-return-unapplied',
  ['charge.unapplied'],
  async ({ tx, event, deps }) => {
    const { chargeId, clientId, amount, currency } = event.data
    const charge = await lockCharge(tx, chargeId)
    const canTake = (action: 'void' | 'refund') =>
      charge && applyTransition(chargeMachine, { state: charge.state, version: 0 }, action, 'system').ok
    if (canTake('void')) return enqueueVoid(tx, deps, chargeId)
    if (!charge || !canTake('refund')) return
    await tx.updateTable('charges').set({ state: 'refunded' }).where('id', '=', chargeId).execute()
    await postTransaction(tx, {
      ...unappliedRefund({ client: clientId }, amount),
      cause: `return-unapplied:${chargeId}`,
      currency,
      at: event.at,
      ...ledgerProjectOf(charge),
      parties: { client: clientId },
    })
    await startRefund(
      tx,
      deps,
      {
        id: chargeId,
        milestone_refund_id: null,
        charge_id: chargeId,
        client_id: clientId,
        amount,
        currency,
      },
      event.at,
    )
  },
)
