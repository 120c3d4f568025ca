import { type PendingAction } from '@veranda/contract/commissions/projects/schemas.ts'
import { type Dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type QueryContext } from '../../platform/access/command-context.ts'
import { type Db } from '../../platform/db/database.ts'

/** Lists everything that waits on a user or on the other side. */
type ListPendingActions = (
  db: Db,
  userId: string,
  at: { readonly now: Instant; readonly paymentsOn: boolean },
) => Promise<(PendingAction & { readonly onMe: boolean })[]>

/** The reads of other features for the dashboard, each one query; provided by the composition root. */
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
  const { tx, actor, clock, deps } = ctx
  const now = clock.now()
  const waiting = await listPendingActions(tx, actor.id, { now, paymentsOn: deps.env.payments })
  return ok({
    waitingOnMe: waiting.filter((item) => item.onMe),
    waitingOnThem: waiting.filter((item) => !item.onMe),
    money: await sumMoney(tx, actor.id),
    months: await sumMonths(tx, actor.id, now),
    projects: await countProjects(tx, actor.id),
  })
}

/** Counts a user's projects by state. */
async function countProjects(db: Db, userId: string): Promise<Dashboard['projects']> {
  const { rows } = await sql<Dashboard['projects']>`
    select count(*) filter (where p.state = 'open') as open,
      count(*) filter (where p.state = 'active') as active,
      count(*) filter (where p.state = 'completed') as completed
    from project_members m join projects p on p.id = m.project_id
    where m.user_id = ${userId} and m.left_at is null`.execute(db)
  return rows[0] ?? { open: 0, active: 0, completed: 0 }
}
