import { autoApprove } from '@veranda/core/commissions/approve.ts'
import { type Submission } from '@veranda/core/commissions/milestone.ts'
import { remindOfReview, reviewReminders } from '@veranda/core/commissions/review-window.ts'
import { type Tx } from '../../../db/database.ts'
import { cancelDue, onDue, scheduleDue } from '../../../due/due.ts'
import { tell } from '../tell.ts'
import { releaseApproved } from './release-approved.ts'
import { lockMilestone } from './rows.ts'

const kind = 'milestone.review-window'
const keyOf = (milestoneId: string) => `${kind}:${milestoneId}`

type Reminder = 1 | 2 | 3
type Step = Reminder | 'over'

/**
 * Sets the next step of a review window: the reminders one after the other, then its end. Each step sets the next, so
 * that nothing is approved by itself before every reminder is recorded.
 */
export async function scheduleReview(tx: Tx, milestoneId: string, submission: Submission, step: Step): Promise<void> {
  const times = reviewReminders(submission)
  await scheduleDue(tx, {
    kind,
    subject: { kind: 'milestone', id: milestoneId },
    at: step === 'over' ? submission.reviewEndsAt : times[indexOf(step)],
    key: keyOf(milestoneId),
    data: { step, deliverableId: submission.deliverableId, reviewEndsAt: submission.reviewEndsAt },
  })
}

/** Ends the review clock of a milestone. */
export async function stopReview(tx: Tx, milestoneId: string): Promise<void> {
  await cancelDue(tx, keyOf(milestoneId))
}

/** A reminder of what waits to be reviewed, or its approval when the window is over. */
export const reviewTimer = onDue(kind, async ({ tx, due, deps }) => {
  const locked = await lockMilestone(tx, due.subject.id)
  const submission = locked?.milestone.submission
  if (!locked || !submission || submission.reviewEndsAt !== due.data['reviewEndsAt']) return
  const { milestone, deal } = locked
  const by = { actor: null, at: deps.clock.now() }
  const step = stepOf(due.data['step'])
  if (step !== 'over') {
    const event = remindOfReview(milestone, deal, step)
    if (!event.ok) return
    await tell(tx, event.value, by)
    return scheduleReview(tx, milestone.id, submission, step === 3 ? 'over' : step === 2 ? 3 : 2)
  }
  // Only the last reminder sets this step, so all of them are recorded.
  const approved = autoApprove(milestone, deal, reviewReminders(submission).length, by.at)
  if (approved.ok) await releaseApproved(tx, deal, approved.value, by)
})

function indexOf(step: Reminder): 0 | 1 | 2 {
  return step === 1 ? 0 : step === 2 ? 1 : 2
}

function stepOf(data: unknown): Step {
  if (data === 1 || data === 2 || data === 3 || data === 'over') return data
  throw new Error(`no step of a review window: ${String(data)}`)
}
