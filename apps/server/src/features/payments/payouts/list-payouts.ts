import { type PayoutList } from '@veranda/contract/payments/schemas.ts'
import { type PageQuery } from '@veranda/contract/shared-schemas.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type Db } from '../../../platform/db/database.ts'
import { pageLimit } from '../../../platform/db/page-limit.ts'
import { encodeCursor, parseCursor } from '../../../platform/db/cursor.ts'
import { toPayoutDto } from './payout.presenter.ts'

/** Lists the caller's payouts, newest first. */
export async function listPayouts(db: Db, userId: string, page: PageQuery): Promise<Result<PayoutList>> {
  const limit = page.limit ?? 20
  const parsed = parseCursor(page.cursor)
  if (!parsed.ok) return parsed
  const cursor = parsed.value
  let rows = db.selectFrom('payouts').selectAll().where('creator_id', '=', userId)
  if (cursor) {
    rows = rows.where(sql<boolean>`(requested_at, id) < (${new Date(cursor.at)}::timestamptz, ${cursor.id}::uuid)`)
  }
  const found = await rows.orderBy('requested_at', 'desc').orderBy('id', 'desc').limit(pageLimit(limit)).execute()
  const visible = found.slice(0, limit)
  const last = visible.at(-1)
  const next = found.length > limit && last ? encodeCursor({ at: last.requested_at, id: last.id }) : null
  return ok({ items: visible.map(toPayoutDto), next })
}
