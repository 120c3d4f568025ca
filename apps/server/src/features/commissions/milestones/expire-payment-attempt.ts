import { failFunding } from '@veranda/core/commissions/milestones/funding.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { timerHandler, scheduleTimer } from '../../../platform/timers/timers.ts'
import { asId, type ChargeId } from '@veranda/core/ids.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { lockMilestone, saveMilestone } from './milestone.repository.ts'

const timerKind = 'milestone.payment-attempt'

/** Returns the timer key of a milestone's payment attempt. */
export function paymentAttemptTimerKey(milestoneId: string): string {
  return `${timerKind}:${milestoneId}`
}

/** Schedules the expiry of a payment attempt. */
export async function schedulePaymentAttemptExpiry(
  tx: Tx,
  attempt: { milestoneId: string; chargeId: string; expiresAt: Instant },
): Promise<void> {
  await scheduleTimer(tx, {
    kind: timerKind,
    subject: { kind: 'milestone', id: attempt.milestoneId },
    at: attempt.expiresAt,
    key: paymentAttemptTimerKey(attempt.milestoneId),
    data: { chargeId: attempt.chargeId },
  })
}

/** Ends a payment attempt that was not captured in time; a late capture is refunded automatically. */
export const expirePaymentAttempt = timerHandler(timerKind, async ({ tx, timer, deps }) => {
  const locked = await lockMilestone(tx, timer.subject.id)
  if (!locked) return
  const { milestone, agreement } = locked
  const now = deps.clock.now()
  const chargeId = asId<ChargeId>(String(timer.data['chargeId']))
  const decided = failFunding(milestone, agreement, { chargeId, reason: 'expired' }, now)
  if (!decided.ok) return
  await saveMilestone(tx, agreement, [decided.value.next], now)
  await appendCommissionEvent(tx, decided.value.event, { actor: null, at: now })
})
