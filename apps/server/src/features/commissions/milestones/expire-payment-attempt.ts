import { failTopUp } from '@veranda/core/commissions/change-orders/top-up.ts'
import { failFunding } from '@veranda/core/commissions/milestones/funding.ts'
import { type PaymentEvent } from '@veranda/core/payments/events.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { cancelTimer, timerHandler, scheduleTimer } from '../../../platform/timers/timers.ts'
import { asId, type ChargeId } from '@veranda/core/ids.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { lockTopUp, saveTopUp } from '../change-orders/top-up.repository.ts'
import { lockMilestone, saveMilestone } from './milestone.repository.ts'

const timerKind = 'milestone.payment-attempt'

/** Returns the timer key of the payment attempt of a milestone, or of a top-up. */
export function paymentAttemptTimerKey(id: string): string {
  return `${timerKind}:${id}`
}

/** Schedules the expiry of a payment attempt. */
export async function schedulePaymentAttemptExpiry(
  tx: Tx,
  attempt: { milestoneId: string; topUpId?: string; chargeId: string; expiresAt: Instant },
): Promise<void> {
  await scheduleTimer(tx, {
    kind: timerKind,
    subject: { kind: 'milestone', id: attempt.milestoneId },
    at: attempt.expiresAt,
    key: paymentAttemptTimerKey(attempt.topUpId ?? attempt.milestoneId),
    data: { chargeId: attempt.chargeId },
  })
}

/** Ends a payment attempt that was not captured in time; a late capture is refunded automatically. */
export const expirePaymentAttempt = timerHandler(timerKind, async ({ tx, timer, deps }) => {
  const chargeId = asId<ChargeId>(String(timer.data['chargeId']))
  await failPaymentAttempt(tx, { milestoneId: timer.subject.id, chargeId, reason: 'expired' }, deps.clock.now())
})

/** Returns the milestone or its top-up to waiting for a payment after a failed charge, so that the client can try again. */
export const onChargeFailed = eventHandler<PaymentEvent<'charge.failed'>>(
  'unfund-on-charge-failed',
  ['charge.failed'],
  async ({ tx, event: { data }, deps }) => {
    if (data.milestoneId !== undefined) await failPaymentAttempt(tx, data, deps.clock.now())
  },
)

/**
 * Ends the running payment attempt of a milestone or of its top-up without success, so that the client can try again. Any
 * other charge changes nothing.
 */
async function failPaymentAttempt(
  tx: Tx,
  failed: { milestoneId: string; chargeId: ChargeId; reason: string },
  now: Instant,
): Promise<void> {
  const by = { actor: null, at: now }
  const locked = await lockMilestone(tx, failed.milestoneId)
  if (!locked) return
  const { milestone, agreement } = locked
  const decided = failFunding(milestone, agreement, failed, now)
  if (decided.ok) {
    await saveMilestone(tx, agreement, [decided.value.next], now)
    await cancelTimer(tx, paymentAttemptTimerKey(milestone.id))
    return appendCommissionEvent(tx, decided.value.event, by)
  }
  const found = await lockTopUp(tx, 'attempt_id', failed.chargeId)
  const ended = found && failTopUp(found.topUp, milestone, agreement, failed, now)
  if (!ended?.ok) return
  await saveTopUp(tx, ended.value.next, now)
  await cancelTimer(tx, paymentAttemptTimerKey(ended.value.next.id))
  await appendCommissionEvent(tx, ended.value.event, by)
}
