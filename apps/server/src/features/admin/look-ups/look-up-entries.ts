import { type LookedUpEntries, type LookUpEntriesQuery } from '@veranda/contract/admin/look-ups/schemas.ts'
import { type Account } from '@veranda/core/ledger/chart-of-accounts.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { encodeSortCursor, parseSortCursor } from '../../../platform/db/cursor.ts'
import { pageLimit } from '../../../platform/db/page-limit.ts'
import { balanceOf } from '../../../platform/ledger/balances.ts'
import { type LookUpContext, recordLookUp } from './record-look-up.ts'

type EntryRow = {
  readonly transaction_id: string
  readonly line: number
  readonly kind: string
  readonly at: Instant
  readonly account: string
  readonly debit: number
  readonly credit: number
  readonly milestone_id: string | null
  readonly booking_id: string | null
  readonly title: string | null
}

/** Lists one page of the entries of an account in one currency, latest first, which sum to its balance. */
export async function lookUpEntries(ctx: LookUpContext, query: LookUpEntriesQuery): Promise<Result<LookedUpEntries>> {
  const { tx } = ctx
  const { account, currency } = query
  const limit = query.limit ?? 50
  // The position is the time, transaction and line of an entry.
  const parsed = parseSortCursor(query.cursor, { valueCount: 2 })
  if (!parsed.ok) return parsed
  const cursor = parsed.value
  const [cursorMs = 0, cursorLine = 0] = cursor?.values ?? []
  await recordLookUp(ctx, { kind: 'entries', id: account })
  const { rows } = await sql<EntryRow>`
    select p.transaction_id, p.line, x.kind, x.at, p.account, p.debit, p.credit, m.id as milestone_id,
      b.id as booking_id, coalesce(m.title, b.terms->>'title') as title
    from ledger_entries p join ledger_transactions x on x.id = p.transaction_id
      left join milestones m on m.id = x.milestone_id left join bookings b on b.id = x.booking_id
    where p.account = ${account} and p.currency = ${currency} ${
      cursor
        ? sql`and (x.at, p.transaction_id, p.line) < (${new Date(cursorMs)}::timestamptz, ${cursor.id}::uuid, ${cursorLine})`
        : sql``
    }
    order by x.at desc, p.transaction_id desc, p.line desc limit ${pageLimit(limit)}`.execute(tx)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  // An account of the chart, as the schema of the query checks.
  const balance = await balanceOf(tx, account as Account, currency)
  return ok({
    items: shown.map((row) => ({
      transactionId: row.transaction_id,
      line: row.line,
      kind: row.kind,
      at: toIso(row.at),
      account: row.account,
      debit: row.debit,
      credit: row.credit,
      subject: toSubjectDto(row),
    })),
    next:
      rows.length > limit && last ? encodeSortCursor({ values: [last.at, last.line], id: last.transaction_id }) : null,
    balance: { amount: balance, currency },
  })
}

function toSubjectDto({ milestone_id: milestoneId, booking_id: bookingId, title }: EntryRow) {
  if (title === null) return null
  if (milestoneId !== null) return { kind: 'milestone' as const, id: milestoneId, title }
  return bookingId === null ? null : { kind: 'booking' as const, id: bookingId, title }
}
