import { failFunding } from '@veranda/core/commissions/milestones/funding.ts'
import { type PaymentEvent } from '@veranda/core/payments/events.ts'
import { cancelTimer } from '../../../platform/timers/timers.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { paymentAttemptTimerKey } from './expire-payment-attempt.ts'
import { lockMilestone, saveMilestone } from './milestone.repository.ts'

/** Returns the milestone to awaiting funding after a failed charge, so that the client can try again. */
export const onChargeFailed = eventHandler<PaymentEvent<'charge.failed'>>(
  'unfund-on-charge-failed',
  ['charge.failed'],
  async ({ tx, event: { data }, deps }) => {
    if (data.milestoneId === undefined) return
    const locked = await lockMilestone(tx, data.milestoneId)
    if (!locked) return
    const now = deps.clock.now()
    const decided = failFunding(locked.milestone, locked.agreement, data, now)
    if (!decided.ok) return
    await saveMilestone(tx, locked.agreement, [decided.value.next], now)
    await cancelTimer(tx, paymentAttemptTimerKey(locked.milestone.id))
    await appendCommissionEvent(tx, decided.value.event, { actor: null, at: now })
  },
)
