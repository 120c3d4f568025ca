import { type NextBooking } from '@veranda/contract/bookings/schemas.ts'
import { type PendingAction } from '@veranda/contract/commissions/projects/schemas.ts'
import { type Dashboard, type NewestVersion, type RecentVersion } from '@veranda/contract/dashboard/schemas.ts'
import { firstStepsOf } from '@veranda/core/dashboard/first-steps.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type QueryContext } from '../../platform/access/command-context.ts'
import { type Db } from '../../platform/db/database.ts'
import { findFirstStepFacts } from './first-steps.repository.ts'

/** Lists everything that waits on a user or on the other side. */
type ListPendingActions = (
  db: Db,
  userId: string,
  at: { readonly now: Instant; readonly paymentsOn: boolean },
) => Promise<(PendingAction & { readonly onMe: boolean })[]>

/** Finds the newest version that a user may see of these milestones, and the latest versions of all with a picture. */
type FindNewestVersions = (
  db: Db,
  userId: string,
  wanted: { readonly milestoneIds: readonly string[]; readonly recent: number },
) => Promise<{ readonly byMilestone: ReadonlyMap<string, NewestVersion>; readonly recentVersions: RecentVersion[] }>

/** The reads of other features for the dashboard, each one query or two; provided by the composition root. */
export type DashboardSources = {
  readonly listPendingActions: ListPendingActions
  readonly findNewestVersions: FindNewestVersions
  readonly listNextBookings: (ctx: QueryContext) => Promise<NextBooking[]>
  readonly sumMoney: (db: Db, userId: string) => Promise<Dashboard['money']>
  readonly sumMonths: (db: Db, userId: string, now: Instant) => Promise<Dashboard['months']>
}

/** Number of tiles with recent work. */
const maxRecentVersions = 3

/**
 * Returns pending tasks with their newest versions, the next bookings, recent work, money, project counts and first
 * steps, in eight queries.
 */
export async function readDashboard(ctx: QueryContext, sources: DashboardSources): Promise<Result<Dashboard>> {
  const { tx, actor, clock, deps } = ctx
  const now = clock.now()
  const paymentsOn = deps.env.payments
  const pending = await sources.listPendingActions(tx, actor.id, { now, paymentsOn })
  const milestoneIds = pending.flatMap(({ milestoneId }) => milestoneId ?? [])
  const { byMilestone, recentVersions } = await sources.findNewestVersions(tx, actor.id, {
    milestoneIds,
    recent: maxRecentVersions,
  })
  const waiting = pending.map((item) => ({ ...item, newestVersion: byMilestone.get(item.milestoneId ?? '') ?? null }))
  const facts = await findFirstStepFacts(tx, actor.id)
  const steps = firstStepsOf(facts, paymentsOn)
  return ok({
    pendingOnMe: waiting.filter((item) => item.onMe),
    pendingOnThem: waiting.filter((item) => !item.onMe),
    bookings: await sources.listNextBookings(ctx),
    money: await sources.sumMoney(tx, actor.id),
    months: await sources.sumMonths(tx, actor.id, now),
    projects: await countProjects(tx, actor.id),
    role: facts.creator ? 'creator' : 'client',
    recentVersions,
    firstSteps: steps && { role: steps.role, steps: [...steps.steps] },
  })
}

/** Counts a user's projects by state. */
async function countProjects(db: Db, userId: string): Promise<Dashboard['projects']> {
  const { rows } = await sql<Dashboard['projects']>`
    select count(*) filter (where p.state = 'open') as open,
      count(*) filter (where p.state = 'active') as active,
      count(*) filter (where p.state = 'completed') as completed
    from project_members m join projects p on p.id = m.project_id
    where m.user_id = ${userId} and m.left_at is null and m.archived_at is null`.execute(db)
  return rows[0] ?? { open: 0, active: 0, completed: 0 }
}
