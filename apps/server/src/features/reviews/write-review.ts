import { type WriteReviewBody, type ReviewPair } from '@veranda/contract/reviews/schemas.ts'
import { write } from '@veranda/core/reviews/review.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../platform/access/command-context.ts'
import { cancelTimer } from '../../platform/timers/timers.ts'
import { appendEvent } from '../../platform/events/append-event.ts'
import { periodTimerKey } from './close-reviews.ts'
import { publishReviews } from './publish-reviews.ts'
import { readReviews } from './read-reviews.ts'
import { closeReviewPeriod, findReviews, findReviewPeriod, partyInReviewPeriod } from './review.repository.ts'

/** Writes one party's review. The second review publishes both. */
export async function writeReview(
  ctx: CommandContext,
  commissionId: string,
  body: WriteReviewBody,
): Promise<Result<ReviewPair>> {
  const { tx, actor, clock, deps } = ctx
  const period = await findReviewPeriod(tx, commissionId, true)
  const side = period && partyInReviewPeriod(period, actor.id)
  if (!period || !side) return refuse('commission.not-found', 'not-found')
  const now = clock.now()
  const rows = await findReviews(tx, commissionId)
  const written = rows.map((row) => (row.by_id === period.clientId ? ('client' as const) : ('creator' as const)))
  const pair = period.closesAt === null ? null : { closesAt: period.closesAt, written }
  const decided = write(pair, side, body, now)
  if (!decided.ok) return decided
  const { stars, text, publishes } = decided.value
  const id = deps.ids.next()
  const about = side === 'client' ? period.creatorId : period.clientId
  await tx
    .insertInto('reviews')
    .values({
      id,
      commission_id: commissionId,
      by_id: actor.id,
      about_id: about,
      stars,
      text,
      created_at: new Date(now),
    })
    .execute()
  await appendEvent(tx, {
    type: 'review.written',
    subject: { kind: 'review', id },
    projectId: period.projectId,
    actor: actor.id,
    at: now,
    data: { reviewId: id, commissionId, projectId: period.projectId, by: actor.id, about, publishes },
  })
  if (publishes) {
    await publishReviews(tx, period, now)
    await closeReviewPeriod(tx, commissionId, now)
    await cancelTimer(tx, periodTimerKey(commissionId))
  }
  return readReviews(ctx, commissionId)
}
