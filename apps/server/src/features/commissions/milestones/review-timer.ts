import { autoApprove, remindOfReview, reviewReminders } from '@veranda/core/commissions/milestones/approval.ts'
import { type Submission } from '@veranda/core/commissions/milestones/milestone.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { scheduleTimer, timerHandler } from '../../../platform/timers/timers.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { isChargedBack, lockMilestone } from './milestone.repository.ts'
import { releaseMilestone } from './release-milestone.ts'

const timerKind = 'milestone.review-window'
const timerKey = (milestoneId: string) => `${timerKind}:${milestoneId}`

type Reminder = 1 | 2 | 3
type ReviewStep = Reminder | 'over'

/**
 * Schedules the next step of a review window: the reminders one after another, then the end. Each step schedules the
 * next, so nothing is auto-approved before every reminder is recorded. A review that ends before leaves its timer, which
 * then does nothing; the next submission moves it.
 */
export async function scheduleReviewTimer(
  tx: Tx,
  milestoneId: string,
  submission: Submission,
  step: ReviewStep,
): Promise<void> {
  const times = reviewReminders(submission)
  await scheduleTimer(tx, {
    kind: timerKind,
    subject: { kind: 'milestone', id: milestoneId },
    at: step === 'over' ? submission.reviewEndsAt : times[reminderIndex(step)],
    key: timerKey(milestoneId),
    data: { step, deliverableId: submission.deliverableId, reviewEndsAt: submission.reviewEndsAt },
  })
}

/** Schedules the rest of a review window that was stopped: the first reminder that is still to come, and what follows. */
export async function resumeReviewTimer(
  tx: Tx,
  milestoneId: string,
  submission: Submission,
  now: Instant,
): Promise<void> {
  const next = reviewReminders(submission).findIndex((at) => at > now)
  await scheduleReviewTimer(tx, milestoneId, submission, next === 0 ? 1 : next === 1 ? 2 : 3)
}

/** Records a review reminder, or auto-approves the submission when the window is over. */
export const reviewTimer = timerHandler(timerKind, async ({ tx, timer, deps }) => {
  const locked = await lockMilestone(tx, timer.subject.id)
  if (locked?.milestone.state !== 'submitted') return
  const { submission } = locked.milestone
  if (submission.reviewEndsAt !== timer.data['reviewEndsAt']) return
  const { milestone, agreement } = locked
  const by = { actor: null, at: deps.clock.now() }
  const step = parseReviewStep(timer.data['step'])
  if (step !== 'over') {
    const event = remindOfReview(milestone, agreement, step)
    if (!event.ok) return
    await appendCommissionEvent(tx, event.value, by)
    return scheduleReviewTimer(tx, milestone.id, submission, step === 3 ? 'over' : step === 2 ? 3 : 2)
  }
  // Only the last reminder schedules this step, so all of them are recorded.
  const approved = autoApprove(milestone, agreement, reviewReminders(submission).length, by.at)
  if (!approved.ok) return
  await releaseMilestone(tx, agreement, approved.value, await isChargedBack(tx, milestone.id), by)
})

function reminderIndex(step: Reminder): 0 | 1 | 2 {
  return step === 1 ? 0 : step === 2 ? 1 : 2
}

function parseReviewStep(data: unknown): ReviewStep {
  if (data === 1 || data === 2 || data === 3 || data === 'over') return data
  throw new Error(`unknown review step: ${String(data)}`)
}
