import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type AdminQueue } from '../../../platform/access/admin-queue.ts'
import { type Db } from '../../../platform/db/database.ts'

export type PageReport = {
  readonly id: string
  readonly handle: string
  readonly name: string
  /** The title of the work that it is about; null for the page as a whole. */
  readonly work: string | null
  readonly reason: 'stolen' | 'offensive' | 'fraud' | 'private' | 'other'
  readonly message: string
  readonly created_at: Instant
  readonly closed_at: Instant | null
  readonly creator_id: string
}

function selectReports(db: Db) {
  return db
    .selectFrom('page_reports as r')
    .innerJoin('users as u', 'u.id', 'r.creator_id')
    .innerJoin('creator_handles as h', (join) =>
      join.onRef('h.creator_id', '=', 'r.creator_id').on('h.is_current', '=', true),
    )
    .leftJoin('portfolio_items as x', 'x.id', 'r.item_id')
    .select([
      'r.id',
      'h.handle',
      'u.name',
      'x.title as work',
      'r.reason',
      'r.message',
      'r.created_at',
      'r.closed_at',
      'r.creator_id',
    ])
}

/** Finds one report, open or closed. */
export function findPageReport(db: Db, id: string): Promise<PageReport | undefined> {
  return selectReports(db).where('r.id', '=', id).executeTakeFirst()
}

/** Lists open reports about public pages, oldest first. */
export function listPageReports(db: Db, max: number): Promise<PageReport[]> {
  return selectReports(db).where('r.closed_at', 'is', null).orderBy('r.created_at').orderBy('r.id').limit(max).execute()
}

/** Closes a report without taking anything down. Returns whether it was open. */
export async function closePageReport(db: Db, id: string, now: Instant): Promise<boolean> {
  const closed = await db
    .updateTable('page_reports')
    .set({ closed_at: new Date(now) })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return closed.numUpdatedRows > 0n
}

/** Reports of public pages as cases; the detail is the reason's code. */
export const pageReportQueue: AdminQueue = {
  name: 'reports',
  select: () => sql`
    select r.id::text as case_id, case when r.closed_at is null then 'open' else 'closed' end as state,
      r.created_at as opened_at, u.name as title, r.reason as detail, null::bigint as amount, null as currency,
      null::timestamptz as due_at
    from page_reports r join users u on u.id = r.creator_id`,
}
