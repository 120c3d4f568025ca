import { type Receipt, type ReceiptList } from '@veranda/contract/payments/schemas.ts'
import { type PageQuery } from '@veranda/contract/shared-schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type Db } from '../../../platform/db/database.ts'
import { pageLimit } from '../../../platform/db/page-limit.ts'
import { encodeCursor, parseCursor } from '../../../platform/db/cursor.ts'

/** Lists the caller's receipts, newest first. */
export async function listReceipts(db: Db, userId: string, page: PageQuery): Promise<Result<ReceiptList>> {
  const limit = page.limit ?? 20
  const parsed = parseCursor(page.cursor)
  if (!parsed.ok) return parsed
  const cursor = parsed.value
  let rows = db
    .selectFrom('receipts')
    .select(['id', 'issued_at', 'content', 'milestone_id'])
    .where('user_id', '=', userId)
  if (cursor) {
    rows = rows.where(sql<boolean>`(issued_at, id) < (${new Date(cursor.at)}::timestamptz, ${cursor.id}::uuid)`)
  }
  const found = await rows.orderBy('issued_at', 'desc').orderBy('id', 'desc').limit(pageLimit(limit)).execute()
  const visible = found.slice(0, limit)
  const last = visible.at(-1)
  return ok({
    items: visible.map(toReceiptDto),
    next: found.length > limit && last ? encodeCursor({ at: last.issued_at, id: last.id }) : null,
  })
}

/** Returns the reader's own receipt by its id, or by the id of its released milestone, booking, refund or part. */
export async function readReceipt(db: Db, userId: string, id: string): Promise<Result<Receipt>> {
  const row = await db
    .selectFrom('receipts')
    .select(['content', 'milestone_id'])
    .where('user_id', '=', userId)
    .where(({ eb, or }) =>
      or([
        eb('id', '=', id),
        eb('booking_id', '=', id),
        eb('refund_id', '=', id),
        eb('release_id', '=', id),
        eb('milestone_id', '=', id).and('refund_id', 'is', null).and('release_id', 'is', null),
      ]),
    )
    .executeTakeFirst()
  return row ? ok(toReceiptDto(row)) : refuse('receipt.not-found', 'not-found')
}

function toReceiptDto({
  content,
  milestone_id: milestoneId,
}: {
  content: unknown
  milestone_id: string | null
}): Receipt {
  // Written by receiptContent only; those before there were refunds name no kind.
  const receipt = content as Omit<Receipt, 'milestoneId' | 'kind'> & { kind?: Receipt['kind'] }
  return { ...receipt, kind: receipt.kind ?? 'payment', milestoneId }
}
