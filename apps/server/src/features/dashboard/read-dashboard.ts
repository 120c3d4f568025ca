import { type PendingAction } from '@veranda/contract/commissions/schemas.ts'
import { type Dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type QueryContext } from '../../platform/access/command-context.ts'
import { type Db } from '../../platform/db/database.ts'
import { countProjects } from './dashboard.repository.ts'

/** Lists everything that waits on a user or on the other side. */
type ListPendingActions = (
  db: Db,
  userId: string,
  now: Instant,
) => Promise<(PendingAction & { readonly onMe: boolean })[]>

/** What other features tell the dashboard, each in one query; provided by the composition root. */
export type DashboardSources = {
  readonly listPendingActions: ListPendingActions
  readonly sumMoney: (db: Db, userId: string) => Promise<Dashboard['money']>
  readonly sumMonths: (db: Db, userId: string, now: Instant) => Promise<Dashboard['months']>
}

/** Returns pending tasks, money and project counts, in four queries. */
export async function readDashboard(
  ctx: QueryContext,
  { listPendingActions, sumMoney, sumMonths }: DashboardSources,
): Promise<Result<Dashboard>> {
  const { tx, actor, clock } = ctx
  const now = clock.now()
  const waiting = await listPendingActions(tx, actor.id, now)
  return ok({
    waitingOnMe: waiting.filter((item) => item.onMe),
    waitingOnThem: waiting.filter((item) => !item.onMe),
    money: await sumMoney(tx, actor.id),
    months: await sumMonths(tx, actor.id, now),
    projects: await countProjects(tx, actor.id),
  })
}
