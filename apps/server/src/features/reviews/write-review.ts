import { type WriteReviewBody, type ReviewPair } from '@veranda/contract/reviews/schemas.ts'
import { write } from '@veranda/core/reviews/review.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../platform/access/command-context.ts'
import { cancelTimer } from '../../platform/timers/timers.ts'
import { appendEvent } from '../../platform/events/append-event.ts'
import { windowTimerKey } from './close-reviews.ts'
import { publishReviews } from './publish-reviews.ts'
import { readReviews } from './read-reviews.ts'
import { closeWindow, findReviews, findWindow, partyInWindow } from './review.repository.ts'

/** Writes one party's review. The second review publishes both. */
export async function writeReview(
  ctx: CommandContext,
  commissionId: string,
  body: WriteReviewBody,
): Promise<Result<ReviewPair>> {
  const { tx, actor, clock, deps } = ctx
  const window = await findWindow(tx, commissionId, true)
  const side = window && partyInWindow(window, actor.id)
  if (!window || !side) return refuse('commission.not-found', 'not-found')
  const now = clock.now()
  const rows = await findReviews(tx, commissionId)
  const written = rows.map((row) => (row.by_id === window.clientId ? ('client' as const) : ('creator' as const)))
  const pair = window.closesAt === null ? null : { closesAt: window.closesAt, written }
  const decided = write(pair, side, body, now)
  if (!decided.ok) return decided
  const { stars, text, publishes } = decided.value
  const id = deps.ids.next()
  const about = side === 'client' ? window.creatorId : window.clientId
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
    projectId: window.projectId,
    actor: actor.id,
    at: now,
    data: { reviewId: id, commissionId, projectId: window.projectId, by: actor.id, about, publishes },
  })
  if (publishes) {
    await publishReviews(tx, window, now)
    await closeWindow(tx, commissionId, now)
    await cancelTimer(tx, windowTimerKey(commissionId))
  }
  return readReviews(ctx, commissionId)
}
