import { type Result, ok, refuse } from '../result.ts'
import { type Instant, day, instant } from '../time/instant.ts'
import { type Deal } from './deal.ts'
import { type CommissionEvent } from './events.ts'
import { type Milestone, type Submission, factsOf } from './milestone.ts'

/** When the client is reminded of a submission: at a third, at three quarters, and a day before the window ends. */
export function reviewReminders({
  at,
  reviewEndsAt,
}: Pick<Submission, 'at' | 'reviewEndsAt'>): [Instant, Instant, Instant] {
  const length = reviewEndsAt - at
  const lastDay = reviewEndsAt - day
  return [
    instant(at + Math.round(length / 3)),
    instant(Math.min(at + Math.round((length * 3) / 4), lastDay)),
    instant(lastDay),
  ]
}

/** The event of one reminder. Refuses milestone.not-submitted (conflict) when there is nothing to review any more. */
export function remindOfReview(
  milestone: Milestone,
  deal: Deal,
  reminder: 1 | 2 | 3,
): Result<CommissionEvent<'milestone.review-reminded'>> {
  const { submission } = milestone
  if (milestone.state !== 'submitted' || !submission) {
    return refuse('milestone.not-submitted', 'conflict', { detail: { state: milestone.state } })
  }
  const { deliverableId, hash, reviewEndsAt } = submission
  const data = { ...factsOf(milestone, deal), deliverableId, hash, reminder, reviewEndsAt }
  return ok({ type: 'milestone.review-reminded', data })
}
