import { type ReviewPair } from '@veranda/contract/reviews/schemas.ts'
import { answer } from '@veranda/core/reviews/review.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../platform/access/command-context.ts'
import { appendEvent } from '../../platform/events/append-event.ts'
import { readReviews } from './read-reviews.ts'
import { answerableReview } from './review.repository.ts'

/** Saves the one public answer to a review by the user it is about. */
export async function answerReview(
  ctx: CommandContext,
  reviewId: string,
  body: { text: string },
): Promise<Result<ReviewPair>> {
  const { tx, actor, clock } = ctx
  const row = await tx
    .selectFrom('reviews as r')
    .innerJoin('commissions as c', 'c.id', 'r.commission_id')
    .where('r.id', '=', reviewId)
    .where((e) => e.or([e('r.by_id', '=', actor.id), e('r.about_id', '=', actor.id)]))
    .select(['r.id', 'r.commission_id', 'c.project_id', 'r.by_id', 'r.about_id', 'r.published_at', 'r.answer'])
    .forUpdate('r')
    .executeTakeFirst()
  // A review that is still hidden counts as not found for the user it is about.
  if (!row || (row.published_at === null && row.by_id !== actor.id)) return refuse('review.not-found', 'not-found')
  const decided = answer(answerableReview(row), actor.id, body.text)
  if (!decided.ok) return decided
  const now = clock.now()
  await tx
    .updateTable('reviews')
    .set({ answer: decided.value, answered_at: new Date(now) })
    .where('id', '=', reviewId)
    .execute()
  await appendEvent(tx, {
    type: 'review.answered',
    subject: { kind: 'review', id: reviewId },
    projectId: row.project_id,
    actor: actor.id,
    at: now,
    data: {
      reviewId,
      commissionId: row.commission_id,
      projectId: row.project_id,
      by: row.by_id,
      about: row.about_id,
    },
  })
  return readReviews(ctx, row.commission_id)
}
