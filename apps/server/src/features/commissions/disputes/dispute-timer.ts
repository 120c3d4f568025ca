import { remindOfReview } from '@veranda/core/commissions/disputes/dispute-decision.ts'
import { dropDecision } from '@veranda/core/commissions/disputes/pending-decision.ts'
import { endMediation, passAnswerDate, remindToAnswer } from '@veranda/core/commissions/disputes/dispute.ts'
import { timerHandler } from '../../../platform/timers/timers.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { carryOutDecision } from './ask-or-waive-review.ts'
import { disputeTimerKind, lockDispute, saveDispute, scheduleDisputeTimer } from './dispute.repository.ts'

/**
 * Reminds the other side to answer a dispute, ends its time to answer, and later the mediation; after a decision, reminds
 * both of the end of the time for a review, and lets the decision take effect. Drops a
 * pending decision that no second admin confirmed.
 */
export const disputeTimer = timerHandler(disputeTimerKind, async ({ tx, timer, deps }) => {
  const locked = await lockDispute(tx, timer.subject.id)
  if (!locked) return
  const { dispute } = locked
  const by = { actor: null, at: deps.clock.now() }
  const dropped = dropDecision(locked, 'system', by.at)
  if (dropped.ok) {
    await saveDispute(tx, dropped.value.next, by.at)
    return appendCommissionEvent(tx, dropped.value.event, by)
  }
  const reminder = remindToAnswer(locked, by.at) ?? remindOfReview(locked, by.at)
  if (reminder) {
    await appendCommissionEvent(tx, reminder, by)
    return scheduleDisputeTimer(tx, dispute, by.at)
  }
  if (dispute.decision) return carryOutDecision(tx, deps.ids, locked, by.at)
  const decided = dispute.state === 'open' ? passAnswerDate(locked, by.at) : endMediation(locked, by.at)
  if (!decided.ok) return
  await saveDispute(tx, decided.value.next, by.at)
  await appendCommissionEvent(tx, decided.value.event, by)
})
