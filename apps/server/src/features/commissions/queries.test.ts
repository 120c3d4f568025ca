import { type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor } from '../../access/actor.ts'
import { type Db } from '../../db/database.ts'
import { type TestApp } from '../../testing/test-app.ts'
import { readDashboard } from '../dashboard/read-dashboard.ts'
import { listProjects } from './projects/list-projects.ts'
import { readProject } from './projects/read-project.ts'
import { accepted, commissionsApp, content, Story, submitted } from './testing/story.ts'
import { listWaiting } from './waiting/list-waiting.ts'

let app: TestApp
beforeAll(async () => {
  app = await commissionsApp()
})
afterAll(() => app.close())

/** Runs a read as `personId` and counts its queries. */
async function count(
  personId: Actor['id'],
  read: (at: { tx: Db; actor: Actor; clock: TestApp['clock'] }) => Promise<unknown>,
): Promise<number> {
  let queries = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const actor: Actor = { id: personId, role: 'client', sessionId: '', operator: false }
  await read({ tx: app.deps.db.withPlugin(counting), actor, clock: app.clock })
  return queries
}

test('a project is read in five queries, a list of them in two, a dashboard in four, however much there is', async () => {
  const first = await submitted(app)
  const { client } = first.people
  for (let index = 0; index < 3; index += 1) await new Story(app, first.people).request()
  const large = await accepted(app, content(app, {}, [10_000, 20_000, 30_000, 40_000]))
  expect(await count(client.id, (at) => readProject(at, first.projectId))).toBe(5)
  expect(await count(large.people.client.id, (at) => readProject(at, large.projectId))).toBe(5)
  expect(await count(client.id, (at) => listProjects(at, {}))).toBe(2)
  expect(await count(client.id, (at) => readDashboard(at, listWaiting))).toBe(4)
})
