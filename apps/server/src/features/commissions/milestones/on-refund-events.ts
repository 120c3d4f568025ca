import { type Agreement, type Decision } from '@veranda/core/commissions/agreement.ts'
import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { isTerminal } from '@veranda/core/commissions/milestones/milestone-states.ts'
import { type Milestone } from '@veranda/core/commissions/milestones/milestone.ts'
import { confirmRefund, failRefund, retryRefund } from '@veranda/core/commissions/milestones/refund.ts'
import { type PaymentEvent } from '@veranda/core/payments/events.ts'
import { type Result } from '@veranda/core/result.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { publishMilestoneChange } from '../on-commission-changed.ts'
import { lockMilestone, saveMilestone } from './milestone.repository.ts'
import { endCommission } from './release-milestone.ts'

type RefundEvent = PaymentEvent<'charge.refunded' | 'charge.refund-failed' | 'charge.refund-retried'>

const steps = {
  'charge.refunded': confirmRefund,
  'charge.refund-failed': failRefund,
  'charge.refund-retried': retryRefund,
} as const satisfies Record<
  RefundEvent['type'],
  (milestone: Milestone, agreement: Agreement, reported: never) => Result<Decision<Milestone, CommissionEvent>>
>

/**
 * Takes a milestone on with the refund of its whole escrow: refunded, failed or sent again. The refund of a part changes
 * no state; its parties receive the change of its money.
 */
export const onRefundEvents = eventHandler<RefundEvent>(
  'commissions-on-refund-events',
  // The keys of the table above.
  Object.keys(steps) as RefundEvent['type'][],
  async ({ tx, event: { type, data }, deps }) => {
    const { milestoneId, refundId, refunded } = data
    if (milestoneId === undefined || refundId === undefined) return
    const locked = await lockMilestone(tx, milestoneId)
    if (!locked) return
    const { milestone, agreement } = locked
    const by = { actor: null, at: deps.clock.now() }
    const decided: Result<Decision<Milestone, CommissionEvent>> = steps[type](milestone, agreement, {
      refundId,
      refunded,
    })
    if (!decided.ok) return publishMilestoneChange(tx, milestoneId)
    const { next, event } = decided.value
    const otherStates = await saveMilestone(tx, agreement, [next], by.at)
    const last = otherStates.every(isTerminal)
    await appendCommissionEvent(
      tx,
      event.type === 'milestone.refunded' ? { ...event, data: { ...event.data, last } } : event,
      by,
    )
    await endCommission(tx, agreement, [next.state, ...otherStates], by.at)
  },
)
