import { type PendingAction } from '@veranda/contract/commissions/schemas.ts'
import { type Dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type QueryContext } from '../../platform/access/command-context.ts'
import { type Db } from '../../platform/db/database.ts'
import { countProjects, sumMoney, sumMoneyByMonth } from './dashboard.repository.ts'

/** Lists everything that waits on a user or on the other side, in one query; provided by the composition root. */
export type ListPendingActions = (
  db: Db,
  userId: string,
  now: Instant,
) => Promise<(PendingAction & { readonly onMe: boolean })[]>

/** Returns pending tasks, money and project counts, in four queries. */
export async function readDashboard(
  ctx: QueryContext,
  listPendingActions: ListPendingActions,
): Promise<Result<Dashboard>> {
  const { tx, actor, clock } = ctx
  const now = clock.now()
  const waiting = await listPendingActions(tx, actor.id, now)
  return ok({
    waitingOnMe: waiting.filter((item) => item.onMe),
    waitingOnThem: waiting.filter((item) => !item.onMe),
    money: await sumMoney(tx, actor.id),
    months: await sumMoneyByMonth(tx, actor.id, now),
    projects: await countProjects(tx, actor.id),
  })
}
