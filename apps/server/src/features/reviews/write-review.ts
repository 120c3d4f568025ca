import { type ReviewBody, type ReviewPair } from '@veranda/contract/reviews/schemas.ts'
import { writeReview as decide } from '@veranda/core/reviews/double-blind.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type Actor } from '../../access/actor.ts'
import { type Clock } from '../../clock.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { cancelDue } from '../../due/due.ts'
import { append } from '../../log/append.ts'
import { windowKey } from './close-reviews.ts'
import { publishReviews } from './publish-reviews.ts'
import { readReviews } from './read-reviews.ts'
import { closeWindow, findReviews, findWindow, sideOf } from './rows.ts'

/** One side reviews the other, once. With the second of the two both become visible. */
export async function writeReview(
  at: { t: Tx; actor: Actor; clock: Clock; deps: Deps },
  commissionId: string,
  body: ReviewBody,
): Promise<Result<ReviewPair>> {
  const { t, actor, clock, deps } = at
  const window = await findWindow(t, commissionId, true)
  const side = window && sideOf(window, actor.id)
  if (!window || !side) return refuse('commission.not-found', 'not-found')
  const now = clock.now()
  const rows = await findReviews(t, commissionId)
  const written = rows.map((row) => (row.by_id === window.clientId ? ('client' as const) : ('creator' as const)))
  const pair = window.closesAt === null ? null : { closesAt: window.closesAt, written }
  const decided = decide(pair, side, body, now)
  if (!decided.ok) return decided
  const { stars, text, publishes } = decided.value
  const id = deps.ids.next()
  const about = side === 'client' ? window.creatorId : window.clientId
  await t
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
  await append(t, {
    type: 'review.written',
    subject: { kind: 'review', id },
    projectId: window.projectId,
    actor: actor.id,
    at: now,
    data: { reviewId: id, commissionId, projectId: window.projectId, by: actor.id, about },
  })
  if (publishes) {
    await publishReviews(t, window, now)
    await closeWindow(t, commissionId, now)
    await cancelDue(t, windowKey(commissionId))
  }
  return readReviews(at, commissionId)
}
