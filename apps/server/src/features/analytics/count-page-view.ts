import { type PageViewBody } from '@veranda/contract/analytics/schemas.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../platform/db/database.ts'
import { type Deps } from '../../platform/deps.ts'
import { type RequestInfo } from '../../platform/http/route.ts'
import { asksNotToBeCounted } from './privacy-signals.ts'

/** Adds a view to the total of a screen and day, unless the browser asks not to be counted. */
export async function countPageView(
  { tx, deps, request }: { tx: Tx; deps: Deps; request: RequestInfo },
  { screen }: PageViewBody,
): Promise<Result<Done>> {
  if (!asksNotToBeCounted(request)) {
    const day = toIso(deps.clock.now()).slice(0, 10)
    await sql`
      insert into page_view_totals (day, screen, views) values (${day}, ${screen}, 1)
      on conflict (day, screen) do update set views = page_view_totals.views + 1`.execute(tx)
  }
  return ok({ done: true })
}
