import { appendEvent } from '../../platform/events/append-event.ts'
import { timerHandler } from '../../platform/timers/timers.ts'
import { publishReviews } from './publish-reviews.ts'
import { closeReviewPeriod, findReviewPeriod } from './review.repository.ts'

/** Timer kind that closes a review period. */
export const periodTimerKind = 'reviews.period'

export function periodTimerKey(commissionId: string): string {
  return `${periodTimerKind}:${commissionId}`
}

/** Publishes the written reviews and closes the period. */
export const closeReviews = timerHandler(periodTimerKind, async ({ tx, timer, deps }) => {
  const period = await findReviewPeriod(tx, timer.subject.id, true)
  if (!period || period.closed) return
  const now = deps.clock.now()
  await publishReviews(tx, period, now)
  const { commissionId, projectId, clientId, creatorId } = period
  await closeReviewPeriod(tx, commissionId, now)
  await appendEvent(tx, {
    type: 'review.period-ended',
    subject: { kind: 'commission', id: commissionId },
    projectId,
    actor: null,
    at: now,
    data: { commissionId, projectId, clientId, creatorId },
  })
})
