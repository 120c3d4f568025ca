import { type Payout, type PayoutList } from '@veranda/contract/payments/schemas.ts'
import { type PageQuery } from '@veranda/contract/shapes.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../../db/database.ts'
import { pageLimit } from '../../db/page-limit.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { type PayoutRow } from './send-payout.ts'

export function showPayout(row: PayoutRow): Payout {
  return {
    id: row.id,
    amount: { amount: row.amount, currency: row.currency },
    state: row.state,
    failure: row.failure,
    requestedAt: toIso(row.requested_at),
    paidAt: row.paid_at === null ? null : toIso(row.paid_at),
  }
}

/** One's own payouts, newest first. */
export async function listPayouts(db: Db, personId: string, page: PageQuery): Promise<Result<PayoutList>> {
  const limit = page.limit ?? 20
  const cursor = readCursor(page.cursor)
  if (page.cursor !== undefined && !cursor) return refuse('list.cursor-unreadable', 'invalid', { field: 'cursor' })
  let rows = db.selectFrom('payouts').selectAll().where('creator_id', '=', personId)
  if (cursor) {
    rows = rows.where(sql<boolean>`(requested_at, id) < (${new Date(cursor.at)}::timestamptz, ${cursor.id}::uuid)`)
  }
  const found = await rows.orderBy('requested_at', 'desc').orderBy('id', 'desc').limit(pageLimit(limit)).execute()
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const next = found.length > limit && last ? writeCursor({ at: last.requested_at, id: last.id }) : null
  return ok({ items: shown.map(showPayout), next })
}
