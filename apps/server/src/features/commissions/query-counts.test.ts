import { type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor } from '../../platform/access/actor.ts'
import { type QueryContext } from '../../platform/access/command-context.ts'
import { type TestApp } from '../../testing/test-app.ts'
import { listNextBookings } from '../bookings/list-bookings.ts'
import { readDashboard } from '../dashboard/read-dashboard.ts'
import { sumDashboardMoney, sumDashboardMonths } from '../payments/sum-dashboard-money.ts'
import { listProjects } from './projects/list-projects.ts'
import { readProject } from './projects/read-project.ts'
import {
  acceptedCommission,
  commissionsApp,
  offerContent,
  CommissionScenario,
  submittedCommission,
} from './testing/commission-scenario.ts'
import { findNewestVersions } from './deliverables/find-newest-versions.ts'
import { listPendingActions } from './list-pending-actions.ts'

let app: TestApp
beforeAll(async () => {
  app = await commissionsApp()
})
afterAll(() => app.close())

const sources = {
  listPendingActions,
  findNewestVersions,
  listNextBookings,
  sumMoney: sumDashboardMoney,
  sumMonths: sumDashboardMonths,
}

/** Runs a read as `userId` and counts its queries. */
async function count(userId: Actor['id'], read: (ctx: QueryContext) => Promise<unknown>): Promise<number> {
  let queries = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const actor: Actor = {
    id: userId,
    role: 'client',
    sessionId: '',
    isAdmin: false,
    adminRoles: [],
    hasSecondFactor: false,
    hasEmail: true,
  }
  await read({ tx: app.deps.db.withPlugin(counting), actor, clock: app.clock, deps: app.deps })
  return queries
}

test('a project takes five queries, a project list three and a dashboard eight, regardless of their size', async () => {
  const first = await submittedCommission(app)
  const { client } = first.parties
  for (let index = 0; index < 3; index += 1) await new CommissionScenario(app, first.parties).request()
  const large = await acceptedCommission(app, offerContent(app, {}, [10_000, 20_000, 30_000, 40_000]))
  expect(await count(client.id, (ctx) => readProject(ctx, first.projectId))).toBe(5)
  expect(await count(large.parties.client.id, (ctx) => readProject(ctx, large.projectId))).toBe(5)
  expect(await count(client.id, (ctx) => listProjects(ctx, {}))).toBe(3)
  expect(await count(client.id, (ctx) => readDashboard(ctx, sources))).toBe(8)
})
