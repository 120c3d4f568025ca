import { type ReviewPair } from '@veranda/contract/reviews/schemas.ts'
import { areVisible, canReview } from '@veranda/core/reviews/double-blind.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { type Actor } from '../../access/actor.ts'
import { type Clock } from '../../clock.ts'
import { type Db } from '../../db/database.ts'
import { fileAddress } from '../../files/address.ts'
import { findReviews, findWindow, type ReviewRow, sideOf } from './rows.ts'

/** The pair as one of the two sees it; the other's stays hidden until both are in or the time is over. */
export async function readReviews(
  at: { tx: Db; actor: Actor; clock: Clock },
  commissionId: string,
): Promise<Result<ReviewPair>> {
  const { tx, actor, clock } = at
  const window = await findWindow(tx, commissionId)
  const side = window && sideOf(window, actor.id)
  if (!window || !side) return refuse('commission.not-found', 'not-found')
  const rows = await findReviews(tx, commissionId)
  const mine = rows.find((row) => row.by_id === actor.id)
  const theirs = rows.find((row) => row.by_id !== actor.id)
  const { closesAt } = window
  const written = rows.map((row) => (row.by_id === window.clientId ? ('client' as const) : ('creator' as const)))
  const pair = closesAt === null ? null : { closesAt, written }
  const visible = pair !== null && areVisible(pair, clock.now())
  return ok({
    commissionId,
    open: canReview(pair, side, clock.now()),
    closesAt: closesAt === null ? null : toIso(closesAt),
    mine: mine ? show(mine) : null,
    theirs: theirs && visible ? show(theirs) : null,
    theirsIsIn: theirs !== undefined,
  })
}

function show(row: ReviewRow): NonNullable<ReviewPair['mine']> {
  return {
    id: row.id,
    by: { id: row.by_id, name: row.by_name, avatar: fileAddress(row.by_avatar) },
    about: { id: row.about_id, name: row.about_name, avatar: fileAddress(row.about_avatar) },
    stars: row.stars,
    text: row.text,
    answer: row.answer,
    at: toIso(row.created_at),
  }
}
