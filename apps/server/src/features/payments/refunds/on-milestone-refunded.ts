import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { enqueueRefund } from './refund-card.ts'

/** Refunds a part of a milestone's escrow to the card that paid it; the webhook posts it as paid. */
export const refundMilestone = eventHandler<CommissionEvent<'milestone.refund-requested'>>(
  'payments-refund-milestone',
  ['milestone.refund-requested'],
  async ({ tx, event, deps }) => {
    const { refundId: id, milestoneId, clientId, refunded: amount, currency } = event.data
    const charge = await tx
      .selectFrom('charges')
      .select('id')
      .where('milestone_id', '=', milestoneId)
      .where('state', '=', 'captured')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!charge) throw new Error(`milestone ${milestoneId} has a refund but no captured charge`)
    await tx
      .insertInto('refunds')
      .values({
        id,
        charge_id: charge.id,
        client_id: clientId,
        amount,
        currency,
        state: 'requested',
        failure: null,
        bank_last4: null,
        requested_at: new Date(event.at),
        paid_at: null,
      })
      .execute()
    const refund = { reference: id, charge: charge.id, client: clientId, amount, currency, attempt: 1 }
    await enqueueRefund(tx, deps, refund)
  },
)
