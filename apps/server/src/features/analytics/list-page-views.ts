import { maxPageViewDays, type PageViewList } from '@veranda/contract/analytics/schemas.ts'
import { after, day, type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db, type Tx } from '../../platform/db/database.ts'

/** Returns the views of the last days up to today, newest day first and most viewed screen first. */
export async function listPageViews(db: Db | Tx, now: Instant, days: number = maxPageViewDays): Promise<PageViewList> {
  const from = toIso(after(now, -(days - 1) * day)).slice(0, 10)
  const { rows } = await sql<PageViewList['items'][number]>`
    select to_char(day, 'YYYY-MM-DD') as day, screen, views::int as views from page_view_totals
    where day >= ${from}::date order by page_view_totals.day desc, views desc, screen`.execute(db)
  return { items: rows }
}
