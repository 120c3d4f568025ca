import { cancelMilestone } from '@veranda/core/commissions/milestones/milestone.ts'
import { expireCommission as decide } from '@veranda/core/commissions/offers/commission.ts'
import { after, instant, minute } from '@veranda/core/time/instant.ts'
import { timerHandler, scheduleTimer } from '../../../platform/timers/timers.ts'
import { lockMilestonesOfCommission, saveMilestone } from '../milestones/milestone.repository.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { rescheduleProjectCompletion } from '../projects/complete-project.ts'
import { expiryTimerKind, lockCommission, saveCommission } from './commission.repository.ts'

/** Expires an unanswered request or offer, or an unfunded acceptance, and cancels its unfunded milestones. */
export const expireCommission = timerHandler(expiryTimerKind, async ({ tx, timer, deps }) => {
  const commission = await lockCommission(tx, timer.subject.id)
  if (!commission) return
  const by = { actor: null, at: deps.clock.now() }
  const milestones = await lockMilestonesOfCommission(tx, commission.id)
  const states = milestones.map(({ milestone }) => milestone.state)
  const decided = decide(commission, states, by.at)
  if (!decided.ok) {
    // A payment is in progress: check again after the attempt ends.
    const attemptEnds = milestones.map(({ milestone }) =>
      milestone.state === 'funding' ? milestone.attempt.expiresAt : by.at,
    )
    if (decided.refusal.code === 'commission.payment-in-progress') {
      await scheduleTimer(tx, { ...timer, at: after(instant(Math.max(...attemptEnds)), minute) })
    }
    return
  }
  await saveCommission(tx, decided.value.next, by.at)
  await appendCommissionEvent(tx, decided.value.event, by)
  for (const { milestone, agreement } of milestones) {
    const cancelled = cancelMilestone(milestone, agreement, 'system')
    if (!cancelled.ok) throw new Error(`an expired commission has open milestones: ${cancelled.refusal.code}`)
    await saveMilestone(tx, agreement, [cancelled.value.next], by.at)
    await appendCommissionEvent(tx, cancelled.value.event, by)
  }
  await rescheduleProjectCompletion(tx, commission.projectId)
})
