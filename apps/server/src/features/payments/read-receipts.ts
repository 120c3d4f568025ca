import { type Receipt, type ReceiptList } from '@veranda/contract/payments/schemas.ts'
import { type PageQuery } from '@veranda/contract/shapes.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type Db } from '../../db/database.ts'
import { pageLimit } from '../../db/page-limit.ts'
import { readCursor, writeCursor } from './cursor.ts'

/** One's own receipts, newest first. */
export async function listReceipts(db: Db, personId: string, page: PageQuery): Promise<ReceiptList> {
  const limit = page.limit ?? 20
  const cursor = readCursor(page.cursor)
  let rows = db.selectFrom('receipts').select(['id', 'issued_at', 'content']).where('person_id', '=', personId)
  if (cursor) {
    rows = rows.where(sql<boolean>`(issued_at, id) < (${new Date(cursor.at)}::timestamptz, ${cursor.id}::uuid)`)
  }
  const found = await rows.orderBy('issued_at', 'desc').orderBy('id', 'desc').limit(pageLimit(limit)).execute()
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    // Written by receiptContent only.
    items: shown.map((row) => row.content as Receipt),
    next: found.length > limit && last ? writeCursor({ at: last.issued_at, id: last.id }) : null,
  }
}

/** The reader's own receipt by its id, or by the id of its milestone or session. */
export async function readReceipt(db: Db, personId: string, id: string): Promise<Result<Receipt>> {
  const row = await db
    .selectFrom('receipts')
    .select('content')
    .where('person_id', '=', personId)
    .where(({ eb, or }) => or([eb('id', '=', id), eb('milestone_id', '=', id), eb('booking_id', '=', id)]))
    .executeTakeFirst()
  // Written by receiptContent only.
  return row ? ok(row.content as Receipt) : refuse('receipt.not-found', 'not-found')
}
