import { type ReviewPair } from '@veranda/contract/reviews/schemas.ts'
import { type PersonId } from '@veranda/core/ids.ts'
import { answerReview as decide } from '@veranda/core/reviews/double-blind.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type Actor } from '../../access/actor.ts'
import { type Clock } from '../../clock.ts'
import { type Tx } from '../../db/database.ts'
import { append } from '../../log/append.ts'
import { readReviews } from './read-reviews.ts'

/** Whom a review is about answers it, once and in public. */
export async function answerReview(
  at: { tx: Tx; actor: Actor; clock: Clock },
  reviewId: string,
  body: { text: string },
): Promise<Result<ReviewPair>> {
  const { tx, actor, clock } = at
  const row = await tx
    .selectFrom('reviews as r')
    .innerJoin('commissions as c', 'c.id', 'r.commission_id')
    .where('r.id', '=', reviewId)
    .where((e) => e.or([e('r.by_id', '=', actor.id), e('r.about_id', '=', actor.id)]))
    .select(['r.id', 'r.commission_id', 'c.project_id', 'r.by_id', 'r.about_id', 'r.published_at', 'r.answer'])
    .forUpdate('r')
    .executeTakeFirst()
  // One that is hidden still is as good as absent to whom it is about.
  if (!row || (row.published_at === null && row.by_id !== actor.id)) return refuse('review.not-found', 'not-found')
  // Written by this feature as the id of a person.
  const about = row.about_id as PersonId
  const review = { about, visible: row.published_at !== null, answered: row.answer !== null }
  const decided = decide(review, actor.id, body.text)
  if (!decided.ok) return decided
  const now = clock.now()
  await tx
    .updateTable('reviews')
    .set({ answer: decided.value, answered_at: new Date(now) })
    .where('id', '=', reviewId)
    .execute()
  await append(tx, {
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
  return readReviews(at, row.commission_id)
}
