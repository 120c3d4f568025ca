import { type Agreement, type Decision } from '@veranda/core/commissions/agreement.ts'
import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { isTerminal } from '@veranda/core/commissions/milestones/milestone-states.ts'
import { type Milestone } from '@veranda/core/commissions/milestones/milestone.ts'
import {
  confirmRefund,
  failRefund,
  type ReportedRefund,
  retryRefund,
} from '@veranda/core/commissions/milestones/refund.ts'
import { type PaymentEvent } from '@veranda/core/payments/events.ts'
import { type Result } from '@veranda/core/result.ts'
import { type Cause } from '../../../platform/access/command-context.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { publishMilestoneChange } from '../on-commission-changed.ts'
import { readRefundProgress } from './milestone-refund.repository.ts'
import { lockMilestone, saveMilestone } from './milestone.repository.ts'
import { endCommission } from './release-milestone.ts'

type RefundEvent = PaymentEvent<'charge.refunded' | 'charge.refund-failed' | 'charge.refund-retried'>

type RefundStep = Decision<
  Milestone,
  CommissionEvent<'milestone.refunded' | 'milestone.refund-failed' | 'milestone.refund-retried'>
>

const steps: Readonly<
  Record<
    RefundEvent['type'],
    (milestone: Milestone, agreement: Agreement, reported: ReportedRefund) => Result<RefundStep>
  >
> = {
  'charge.refunded': confirmRefund,
  'charge.refund-failed': failRefund,
  'charge.refund-retried': retryRefund,
}

/**
 * Takes a milestone on with the refund of its whole escrow: refunded, failed or sent again. The refund of a part changes
 * no state; its parties receive the change of its money.
 */
export const onRefundEvents = eventHandler<RefundEvent>(
  'commissions-on-refund-events',
  // The keys of the table above.
  Object.keys(steps) as RefundEvent['type'][],
  async ({ tx, event: { type, data }, deps }) => {
    const { milestoneId, refundId } = data
    if (milestoneId === undefined || refundId === undefined) return
    const locked = await lockMilestone(tx, milestoneId)
    if (!locked) return
    const { milestone, agreement } = locked
    const progress = await readRefundProgress(tx, refundId)
    if (!progress) return
    const { refunded, isPaid, hasFailed } = progress
    // Of several payments one may wait or fail while another is paid.
    const isSoFar = {
      'charge.refunded': isPaid,
      'charge.refund-failed': hasFailed,
      'charge.refund-retried': !hasFailed,
    }
    if (!isSoFar[type]) return publishMilestoneChange(tx, milestoneId)
    const by = { actor: null, at: deps.clock.now() }
    const decided = steps[type](milestone, agreement, { refundId, refunded })
    if (!decided.ok) return publishMilestoneChange(tx, milestoneId)
    await saveRefundStep(tx, agreement, decided.value, by)
  },
)

/** Saves a step of a milestone whose whole escrow goes back, and ends the commission if it was the last. */
export async function saveRefundStep(
  tx: Tx,
  agreement: Agreement,
  { next, event }: RefundStep,
  by: Cause,
): Promise<void> {
  const otherStates = await saveMilestone(tx, agreement, [next], by.at)
  const last = otherStates.every(isTerminal)
  await appendCommissionEvent(
    tx,
    event.type === 'milestone.refunded' ? { ...event, data: { ...event.data, last } } : event,
    by,
  )
  await endCommission(tx, agreement, [next.state, ...otherStates], by.at)
}
