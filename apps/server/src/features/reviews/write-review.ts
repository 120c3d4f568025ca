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
  at: { tx: Tx; actor: Actor; clock: Clock; deps: Deps },
  commissionId: string,
  body: ReviewBody,
): Promise<Result<ReviewPair>> {
  const { tx, actor, clock, deps } = at
  const window = await findWindow(tx, commissionId, true)
  const side = window && sideOf(window, actor.id)
  if (!window || !side) return refuse('commission.not-found', 'not-found')
  const now = clock.now()
  const rows = await findReviews(tx, commissionId)
  const written = rows.map((row) => (row.by_id === window.clientId ? ('client' as const) : ('creator' as const)))
  const pair = window.closesAt === null ? null : { closesAt: window.closesAt, written }
  const decided = decide(pair, side, body, now)
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
  await append(tx, {
    type: 'review.written',
    subject: { kind: 'review', id },
    projectId: window.projectId,
    actor: actor.id,
    at: now,
    data: { reviewId: id, commissionId, projectId: window.projectId, by: actor.id, about },
  })
  if (publishes) {
    await publishReviews(tx, window, now)
    await closeWindow(tx, commissionId, now)
    await cancelDue(tx, windowKey(commissionId))
  }
  return readReviews(at, commissionId)
}
