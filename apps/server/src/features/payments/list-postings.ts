import { type Postings, type PostingsQuery } from '@veranda/contract/payments/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Db } from '../../db/database.ts'
import { pageLimit } from '../../db/page-limit.ts'
import { linesOf } from './balance-lines.ts'
import { visibleLines } from './balance-rules.ts'
import { readCursor, writeCursor } from './cursor.ts'

/**
 * The lines behind one balance, or those of a milestone or a project that concern the reader, newest first. Behind a
 * balance the effects of all pages sum to `total`, which is the balance itself.
 */
export async function listPostings(db: Db, personId: string, query: PostingsQuery): Promise<Result<Postings>> {
  const { of, milestoneId, projectId } = query
  if ([of, milestoneId, projectId].filter((one) => one !== undefined).length !== 1) {
    return refuse('postings.one-subject', 'invalid', { field: 'of' })
  }
  if (query.cursor !== undefined && !readCursor(query.cursor)) {
    return refuse('list.cursor-unreadable', 'invalid', { field: 'cursor' })
  }
  if (of !== undefined) {
    const lines = linesOf(of, personId)
    const page = await readPage(db, lines, query)
    return ok({ ...page, total: await totalOf(db, lines, query.currency) })
  }
  const milestones = await milestonesOf(db, personId, query)
  if (!milestones) {
    return refuse(milestoneId === undefined ? 'project.not-found' : 'milestone.not-found', 'not-found')
  }
  return ok({ ...(await readPage(db, linesAbout(milestones, personId), query)), total: null })
}

type Mine = { id: string; side: 'client' | 'creator' }

/** The milestones of the query to which the reader is a party; undefined when they are a party to none of it. */
async function milestonesOf(
  db: Db,
  personId: string,
  { milestoneId, projectId }: PostingsQuery,
): Promise<Mine[] | undefined> {
  let rows = db
    .selectFrom('milestones')
    .select(['id', sql<Mine['side']>`case when client_id = ${personId} then 'client' else 'creator' end`.as('side')])
    .where(({ eb, or }) => or([eb('client_id', '=', personId), eb('creator_id', '=', personId)]))
  if (milestoneId !== undefined) rows = rows.where('id', '=', milestoneId)
  if (projectId !== undefined) rows = rows.where('project_id', '=', projectId)
  const found = await rows.execute()
  if (found.length > 0 || projectId === undefined) return found.length > 0 ? found : undefined
  const own = await db
    .selectFrom('commissions as k')
    .rightJoin('projects as p', 'p.id', 'k.project_id')
    .select('p.id')
    .where('p.id', '=', projectId)
    .where(({ eb, or }) => or([eb('p.client_id', '=', personId), eb('k.creator_id', '=', personId)]))
    .executeTakeFirst()
  return own && []
}

const debitNatured = ['psp_clearing', 'psp_available']

function linesAbout(milestones: readonly Mine[], personId: string): RawBuilder<unknown> {
  const ids = milestones.map((milestone) => milestone.id)
  const owned = ids.flatMap((id) =>
    ['held', 'held_disputed', 'held_frozen', 'fee_deferred'].map((name) => `${name}:${id}`),
  )
  const sides = [...new Set(milestones.map((milestone) => milestone.side))]
  const visible = sides.flatMap((side) =>
    visibleLines[side].map(({ accounts, kinds }) => {
      const mine = milestones.filter((milestone) => milestone.side === side).map((milestone) => milestone.id)
      const ofKinds = kinds ? sql`and x.kind = any(${[...kinds]}::text[])` : sql``
      return sql`(about.milestone_id = any(${mine}::uuid[]) and split_part(p.account, ':', 1) = any(${[...accounts]}::text[])
        and (split_part(p.account, ':', 2) in ('', ${personId}) or p.account = any(${owned}::text[])) ${ofKinds})`
    }),
  )
  return sql`
    with about as (
      select id as transaction_id, milestone_id from ledger_transactions where milestone_id = any(${ids}::uuid[])
      union
      select transaction_id, split_part(account, ':', 2)::uuid from ledger_postings where account = any(${owned}::text[])
    )
    select p.transaction_id, p.line, p.account, p.currency,
      case when p.account = any(${debitNatured}::text[]) then p.debit - p.credit else p.credit - p.debit end as effect
    from about join ledger_postings p on p.transaction_id = about.transaction_id
      join ledger_transactions x on x.id = p.transaction_id
    where ${visible.length > 0 ? sql.join(visible, sql` or `) : sql`false`}`
}

async function totalOf(db: Db, lines: RawBuilder<unknown>, currency: string | undefined): Promise<Postings['total']> {
  const { rows } = await sql<{ currency: string; amount: number }>`
    select currency, sum(effect)::bigint as amount from (${lines}) as lines
    ${currency === undefined ? sql`` : sql`where currency = ${currency}`} group by currency`.execute(db)
  const [only] = rows
  if (rows.length > 1) return null
  return only ? { amount: only.amount, currency: only.currency } : currency ? { amount: 0, currency } : null
}

type Row = {
  transaction_id: string
  line: number
  kind: string
  account: string
  currency: string
  debit: number
  credit: number
  effect: number
  at: Instant
  project_id: string | null
  project: string | null
  milestone_id: string | null
  milestone: string | null
  booking_id: string | null
  booking: string | null
}

async function readPage(db: Db, lines: RawBuilder<unknown>, query: PostingsQuery): Promise<Omit<Postings, 'total'>> {
  const limit = query.limit ?? 50
  const cursor = readCursor(query.cursor)
  const { rows } = await sql<Row>`
    with lines as (${lines})
    select l.transaction_id, l.line, x.kind, split_part(l.account, ':', 1) as account, l.currency, p.debit, p.credit,
      l.effect, x.at, pr.id as project_id, pr.title as project, m.id as milestone_id, m.title as milestone,
      b.id as booking_id, b.terms ->> 'title' as booking
    from lines l
      join ledger_transactions x on x.id = l.transaction_id
      join ledger_postings p on p.transaction_id = l.transaction_id and p.line = l.line
      left join milestones m on m.id = coalesce(x.milestone_id,
        case when l.account ~ '^(held|held_disputed|held_frozen|fee_deferred):' then split_part(l.account, ':', 2)::uuid end)
      left join projects pr on pr.id = coalesce(x.project_id, m.project_id)
      left join bookings b on b.id = x.booking_id
    where ${query.currency === undefined ? sql`true` : sql`l.currency = ${query.currency}`}
      and ${
        cursor
          ? sql`(x.at, l.transaction_id, l.line) < (${new Date(cursor.at)}::timestamptz, ${cursor.id}::uuid, ${cursor.line})`
          : sql`true`
      }
    order by x.at desc, l.transaction_id desc, l.line desc limit ${pageLimit(limit)}`.execute(db)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map((row) => ({
      id: `${row.transaction_id}.${row.line}`,
      transactionId: row.transaction_id,
      kind: row.kind,
      account: row.account,
      side: row.debit > 0 ? ('debit' as const) : ('credit' as const),
      amount: { amount: row.debit > 0 ? row.debit : row.credit, currency: row.currency },
      effect: row.effect,
      project: row.project_id && row.project ? { id: row.project_id, title: row.project } : null,
      milestone: row.milestone_id && row.milestone ? { id: row.milestone_id, title: row.milestone } : null,
      booking: row.booking_id && row.booking ? { id: row.booking_id, title: row.booking } : null,
      at: toIso(row.at),
    })),
    next: rows.length > limit && last ? writeCursor({ at: last.at, id: last.transaction_id, line: last.line }) : null,
  }
}
