import { type LedgerEntriesQuery, type LedgerEntry, type LedgerEntryPage } from '@veranda/contract/payments/schemas.ts'
import { accountNames, milestoneAccounts } from '@veranda/core/ledger/chart-of-accounts.ts'
import { kindsShownTo, ledgerParties, type ShownAccount, shownAccountOf } from '@veranda/core/ledger/party-view.ts'
import { type TransactionKind } from '@veranda/core/ledger/transaction.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { type RawBuilder, sql } from 'kysely'
import { encodeSortCursor, parseSortCursor, type SortCursor } from '../../platform/db/cursor.ts'
import { type Db } from '../../platform/db/database.ts'
import { pageLimit } from '../../platform/db/page-limit.ts'
import { sumEntries } from './balance-entries.ts'

/**
 * Lists the ledger entries behind one sum, or those of a milestone or project from the reader's side, newest first.
 * Behind a sum the effects of all pages make up `total`, which is the sum itself; of a milestone or project the
 * effects of each transaction sum to zero.
 */
export async function listLedgerEntries(
  db: Db,
  userId: string,
  query: LedgerEntriesQuery,
): Promise<Result<LedgerEntryPage>> {
  const { of, milestoneId, projectId } = query
  if ([of, milestoneId, projectId].filter((one) => one !== undefined).length !== 1) {
    return refuse('ledger-entries.one-subject', 'invalid', { field: 'of' })
  }
  if (query.month !== undefined && of === undefined) {
    return refuse('ledger-entries.one-subject', 'invalid', { field: 'month' })
  }
  // The position is the time, transaction and line of an entry.
  const cursor = parseSortCursor(query.cursor, { valueCount: 2 })
  if (!cursor.ok) return cursor
  if (of !== undefined) {
    const entries = sumEntries(of, userId, query.month)
    const page = await readPage(db, entries, query, cursor.value)
    return ok({ ...page, total: await totalOf(db, entries, query.currency) })
  }
  const milestones = await milestonesOf(db, userId, query)
  if (!milestones) {
    return refuse(milestoneId === undefined ? 'project.not-found' : 'milestone.not-found', 'not-found')
  }
  return ok({ ...(await readPage(db, milestoneEntries(milestones), query, cursor.value)), total: null })
}

type MilestoneSide = { id: string; side: 'client' | 'creator' }

/**
 * Returns the milestones of the query to which the reader is a party; undefined when they are a party to nothing in it.
 */
async function milestonesOf(
  db: Db,
  userId: string,
  { milestoneId, projectId }: LedgerEntriesQuery,
): Promise<MilestoneSide[] | undefined> {
  let rows = db
    .selectFrom('milestones')
    .select([
      'id',
      sql<MilestoneSide['side']>`case when client_id = ${userId} then 'client' else 'creator' end`.as('side'),
    ])
    .where(({ eb, or }) => or([eb('client_id', '=', userId), eb('creator_id', '=', userId)]))
  if (milestoneId !== undefined) rows = rows.where('id', '=', milestoneId)
  if (projectId !== undefined) rows = rows.where('project_id', '=', projectId)
  const found = await rows.execute()
  if (found.length > 0 || projectId === undefined) return found.length > 0 ? found : undefined
  const ownProject = await db
    .selectFrom('commissions as k')
    .rightJoin('projects as p', 'p.id', 'k.project_id')
    .select('p.id')
    .where('p.id', '=', projectId)
    .where(({ eb, or }) => or([eb('p.client_id', '=', userId), eb('k.creator_id', '=', userId)]))
    .executeTakeFirst()
  return ownProject && []
}

/**
 * Builds the statement for the entries of milestones as the reader's side sees them, in the shape of `sumEntries`.
 * Entries on the same shown account of one transaction are one line, and lines of zero are left out.
 */
function milestoneEntries(milestones: readonly MilestoneSide[]): RawBuilder<unknown> {
  const ids = milestones.map((milestone) => milestone.id)
  const ownAccounts = ids.flatMap((id) => milestoneAccounts.map((name) => `${name}:${id}`))
  const views = ledgerParties.flatMap((side) =>
    accountNames.map((account) => ({ side, account, shown: shownAccountOf(side, account) })),
  )
  const kinds = ledgerParties.flatMap((side) => kindsShownTo(side).map((kind) => ({ side, kind })))
  return sql`
    select p.transaction_id, min(p.line) as line, v.shown as account, p.currency,
      sum(p.credit - p.debit)::bigint as effect
    from (
        select id as transaction_id, milestone_id from ledger_transactions where milestone_id = any(${ids}::uuid[])
        union
        select transaction_id, split_part(account, ':', 2)::uuid from ledger_entries
        where account = any(${ownAccounts}::text[])
      ) as about
      join unnest(${ids}::uuid[], ${milestones.map(({ side }) => side)}::text[]) as own (milestone_id, side)
        on own.milestone_id = about.milestone_id
      join ledger_transactions x on x.id = about.transaction_id
      join unnest(${kinds.map(({ side }) => side)}::text[], ${kinds.map(({ kind }) => kind)}::text[]) as k (side, kind)
        on k.side = own.side and k.kind = x.kind
      join ledger_entries p on p.transaction_id = about.transaction_id
      join unnest(${views.map(({ side }) => side)}::text[], ${views.map(({ account }) => account)}::text[],
        ${views.map(({ shown }) => shown)}::text[]) as v (side, account, shown)
        on v.side = own.side and v.account = split_part(p.account, ':', 1)
    group by p.transaction_id, v.shown, p.currency having sum(p.credit - p.debit) <> 0`
}

async function totalOf(
  db: Db,
  entries: RawBuilder<unknown>,
  currency: string | undefined,
): Promise<LedgerEntryPage['total']> {
  const { rows } = await sql<{ currency: string; amount: number }>`
    select currency, sum(effect)::bigint as amount from (${entries}) as lines
    ${currency === undefined ? sql`` : sql`where currency = ${currency}`} group by currency`.execute(db)
  const [single] = rows
  if (rows.length > 1) return null
  return single ? { amount: single.amount, currency: single.currency } : currency ? { amount: 0, currency } : null
}

type EntryRow = {
  transaction_id: string
  line: number
  kind: TransactionKind
  account: ShownAccount
  currency: string
  effect: number
  at: Instant
  project_id: string | null
  project: string | null
  milestone_id: string | null
  milestone: string | null
  booking_id: string | null
  booking: string | null
}

async function readPage(
  db: Db,
  entries: RawBuilder<unknown>,
  query: LedgerEntriesQuery,
  cursor: SortCursor | undefined,
): Promise<Omit<LedgerEntryPage, 'total'>> {
  const limit = query.limit ?? 50
  const [cursorMs = 0, cursorLine = 0] = cursor?.values ?? []
  const { rows } = await sql<EntryRow>`
    with lines as (${entries})
    select l.transaction_id, l.line, x.kind, split_part(l.account, ':', 1) as account, l.currency, l.effect, x.at, pr.id as project_id, pr.title as project, m.id as milestone_id, m.title as milestone,
      b.id as booking_id, b.terms ->> 'title' as booking
    from lines l
      join ledger_transactions x on x.id = l.transaction_id
      left join milestones m on m.id = coalesce(x.milestone_id,
        case when l.account ~ '^(escrow|escrow_disputed|escrow_frozen|fee_deferred):' then split_part(l.account, ':', 2)::uuid end)
      left join projects pr on pr.id = coalesce(x.project_id, m.project_id)
      left join bookings b on b.id = x.booking_id
    where ${query.currency === undefined ? sql`true` : sql`l.currency = ${query.currency}`}
      and ${
        cursor
          ? sql`(x.at, l.transaction_id, l.line) < (${new Date(cursorMs)}::timestamptz, ${cursor.id}::uuid, ${cursorLine})`
          : sql`true`
      }
    order by x.at desc, l.transaction_id desc, l.line desc limit ${pageLimit(limit)}`.execute(db)
  const pageRows = rows.slice(0, limit)
  const last = pageRows.at(-1)
  return {
    items: pageRows.map((row) => ({
      id: `${row.transaction_id}.${row.line}`,
      transactionId: row.transaction_id,
      kind: row.kind,
      account: row.account,
      effect: { amount: row.effect, currency: row.currency },
      subject: toSubjectDto(row),
      at: toIso(row.at),
    })),
    next:
      rows.length > limit && last ? encodeSortCursor({ values: [last.at, last.line], id: last.transaction_id }) : null,
  }
}

function toSubjectDto(row: EntryRow): LedgerEntry['subject'] {
  const { project_id: projectId, milestone_id: milestoneId, booking_id: bookingId } = row
  if (projectId && milestoneId && row.milestone) {
    return { kind: 'milestone', projectId, milestoneId, title: row.milestone }
  }
  if (projectId && row.project) return { kind: 'project', projectId, title: row.project }
  return bookingId && row.booking ? { kind: 'booking', bookingId, title: row.booking } : null
}
