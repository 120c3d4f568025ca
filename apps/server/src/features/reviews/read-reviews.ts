import { type ReviewPair } from '@veranda/contract/reviews/schemas.ts'
import { areVisible, reviewActionsFor, reviewPairActionsFor } from '@veranda/core/reviews/review.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { type QueryContext } from '../../platform/access/command-context.ts'
import { avatarUrl } from '../../platform/assets/stored-files/stored-file-url.ts'
import {
  answerableReview,
  findReviews,
  findReviewPeriod,
  type ReviewRow,
  partyInReviewPeriod,
} from './review.repository.ts'

/**
 * Returns the review pair for one party. The other review stays hidden until both are written or the period is closed.
 */
export async function readReviews(ctx: QueryContext, commissionId: string): Promise<Result<ReviewPair>> {
  const { tx, actor, clock } = ctx
  const period = await findReviewPeriod(tx, commissionId)
  const side = period && partyInReviewPeriod(period, actor.id)
  if (!period || !side) return refuse('commission.not-found', 'not-found')
  const rows = await findReviews(tx, commissionId)
  const mine = rows.find((row) => row.by_id === actor.id)
  const theirs = rows.find((row) => row.by_id !== actor.id)
  const { closesAt } = period
  const written = rows.map((row) => (row.by_id === period.clientId ? ('client' as const) : ('creator' as const)))
  const pair = closesAt === null ? null : { closesAt, written }
  const common = { commissionId, actions: reviewPairActionsFor(pair, side, clock.now()) }
  const toDto = (row: ReviewRow | undefined) => (row ? toReviewDto(row, actor.id) : null)
  if (pair === null)
    return ok({ ...common, state: 'not-completed', closesAt: null, mine: null, theirs: null, theirsWritten: null })
  const opened = { closesAt: toIso(pair.closesAt), mine: toDto(mine) }
  return ok(
    areVisible(pair, clock.now())
      ? { ...common, ...opened, state: 'published', theirs: toDto(theirs), theirsWritten: null }
      : { ...common, ...opened, state: 'open', theirs: null, theirsWritten: theirs !== undefined },
  )
}

function toReviewDto(row: ReviewRow, viewerId: UserId): NonNullable<ReviewPair['mine']> {
  return {
    id: row.id,
    by: { id: row.by_id, name: row.by_name, avatar: avatarUrl(row.by_avatar) },
    about: { id: row.about_id, name: row.about_name, avatar: avatarUrl(row.about_avatar) },
    stars: row.stars,
    text: row.text,
    answer: row.answer,
    at: toIso(row.created_at),
    actions: reviewActionsFor(answerableReview(row), viewerId),
  }
}
