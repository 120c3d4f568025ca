import { type RefundList } from '@veranda/contract/payments/refunds/schemas.ts'
import { type PageQuery } from '@veranda/contract/shared-schemas.ts'
import { refundActionsFor } from '@veranda/core/payments/refunds/refund.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../../../platform/db/database.ts'
import { pageLimit } from '../../../platform/db/page-limit.ts'
import { encodeCursor, parseCursor } from '../../../platform/db/cursor.ts'
import { type RefundRow } from './refund.repository.ts'

type ListedRefund = RefundRow & {
  unapplied: boolean
  booking_id: string | null
  milestone_id: string | null
  project_id: string | null
  title: string
}

/** Lists the refunds to the caller, newest first. */
export async function listRefunds(db: Db, userId: string, page: PageQuery): Promise<Result<RefundList>> {
  const limit = page.limit ?? 20
  const parsed = parseCursor(page.cursor)
  if (!parsed.ok) return parsed
  const cursor = parsed.value
  const before = cursor
    ? sql`and (r.requested_at, r.id) < (${new Date(cursor.at)}::timestamptz, ${cursor.id}::uuid)`
    : sql``
  const { rows } = await sql<ListedRefund>`
    select r.*, r.id = c.id as unapplied, c.booking_id, c.milestone_id, m.project_id,
      coalesce(m.title, b.terms ->> 'title') as title
    from refunds r
      join charges c on c.id = r.charge_id
      left join milestones m on m.id = c.milestone_id
      left join bookings b on b.id = c.booking_id
    where r.client_id = ${userId} ${before}
    order by r.requested_at desc, r.id desc limit ${pageLimit(limit)}`.execute(db)
  const visible = rows.slice(0, limit)
  const last = visible.at(-1)
  return ok({
    items: visible.map(toRefundDto),
    next: rows.length > limit && last ? encodeCursor({ at: last.requested_at, id: last.id }) : null,
  })
}

function toRefundDto(row: ListedRefund): RefundList['items'][number] {
  const { id, state, amount, currency, title, unapplied } = row
  return {
    id,
    state,
    amount: { amount, currency },
    title,
    milestone:
      row.milestone_id !== null && row.project_id !== null ? { id: row.milestone_id, projectId: row.project_id } : null,
    bookingId: row.booking_id,
    unapplied,
    requestedAt: toIso(row.requested_at),
    paidAt: row.paid_at === null ? null : toIso(row.paid_at),
    bankLast4: row.bank_last4,
    actions: refundActionsFor(state, 'client'),
  }
}
