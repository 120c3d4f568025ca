import { maxPageViewDays, type PageViewBody, type PageViewList } from '@veranda/contract/analytics/schemas.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { after, day, type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db, type Tx } from '../../platform/db/database.ts'
import { type Deps } from '../../platform/deps.ts'
import { type RequestInfo } from '../../platform/http/route.ts'
import { asksNotToBeCounted } from './privacy-signals.ts'

/** Adds a view to the total of a screen and day, unless the browser asks not to be counted. */
export async function countPageView(
  { tx, deps, request }: { tx: Tx; deps: Deps; request: RequestInfo },
  { screen }: PageViewBody,
): Promise<Result<Done>> {
  if (!asksNotToBeCounted(request)) {
    const today = toIso(deps.clock.now()).slice(0, 10)
    await sql`
      insert into page_view_totals (day, screen, views) values (${today}, ${screen}, 1)
      on conflict (day, screen) do update set views = page_view_totals.views + 1`.execute(tx)
  }
  return ok({ done: true })
}

/** Returns the views of the last days up to today, newest day first and most viewed screen first. */
export async function listPageViews(db: Db | Tx, now: Instant, days: number = maxPageViewDays): Promise<PageViewList> {
  const from = toIso(after(now, -(days - 1) * day)).slice(0, 10)
  const { rows } = await sql<PageViewList['items'][number]>`
    select to_char(day, 'YYYY-MM-DD') as day, screen, views::int as views from page_view_totals
    where day >= ${from}::date order by page_view_totals.day desc, views desc, screen`.execute(db)
  return { items: rows }
}
