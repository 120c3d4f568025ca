import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { startRefund } from './refund-card.ts'

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
    await startRefund(tx, deps, { id, charge_id: charge.id, client_id: clientId, amount, currency }, event.at)
  },
)
