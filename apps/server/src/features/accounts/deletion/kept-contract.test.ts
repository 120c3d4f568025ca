import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../platform/db/transact.ts'
import { testApp, type TestApp } from '../../../testing/test-app.ts'
import { CommissionScenario, makeCreator } from '../../commissions/testing/commission-scenario.ts'
import { RowWriter } from '../testing/rows-of-user.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a contract stays as it was agreed while one side has an account, also for SQL', async () => {
  const both = [await app.createUser('Ann Open'), await app.createUser('Ben Open', { role: 'creator' })] as const
  await makeCreator(app, both[1])
  const commission = new CommissionScenario(app, { client: both[0], creator: both[1] })
  await commission.request()
  await commission.makeOffer()
  const rewrite = () => sql`update offer_versions set reason = 'x' where commission_id = ${commission.id}`
  const close = (id: string) =>
    app.deps.db.updateTable('users').set({ closed_at: new Date() }).where('id', '=', id).execute()
  await close(both[0].id)
  await expect(rewrite().execute(app.deps.db)).rejects.toThrow('immutable')
  await close(both[1].id)
  await rewrite().execute(app.deps.db)
})

class Rollback extends Error {}

/** Runs a statement and takes it back. Returns how many rows it changed, or that the database refused it. */
async function attempt(statement: string): Promise<number | 'refused'> {
  let count = 0
  try {
    await transact(app.deps, async (tx) => {
      count = Number((await sql.raw(statement).execute(tx)).numAffectedRows ?? 0n)
      throw new Rollback()
    })
  } catch (error) {
    if (error instanceof Rollback) return count
    if (error instanceof Error && error.message.endsWith('are immutable')) return 'refused'
    throw error
  }
  return count
}

test('offers, versions and comments can be neither changed nor deleted while one side has an account, and drafts deleted once their creator is erased', async () => {
  // The versions are of Eve, who has left the project.
  const [ann, ben, eve] = [await app.createUser('Ann'), await app.createUser('Ben'), await app.createUser('Eve')]
  const writer = await RowWriter.open(app.deps.db)
  const write = async (table: string, facts: Record<string, unknown>) => {
    const [id = ''] = await writer.write({ table, user: eve.id, other: eve.id, facts })
    return id
  }
  const project = await write('projects', { client_id: ann.id })
  await write('project_members', { project_id: project, user_id: ben.id, left_at: new Date() })
  const commission = await write('commissions', { project_id: project })
  const milestone = await write('milestones', { project_id: project, commission_id: commission })
  const pin = await write('pins', { project_id: project })
  await write('offer_versions', { commission_id: commission })
  await write('pin_messages', { pin_id: pin })
  const [sent, sentAlone, draft, draftAlone] = [
    await write('deliverables', { milestone_id: milestone, state: 'submitted' }),
    await write('deliverables', { milestone_id: milestone, state: 'submitted' }),
    await write('deliverables', { milestone_id: milestone, state: 'draft' }),
    await write('deliverables', { milestone_id: milestone, state: 'draft' }),
  ]
  for (const deliverable_id of [sent, draft])
    for (const table of ['deliverable_files', 'deliverable_assets']) await write(table, { deliverable_id })
  await writer.enableTriggers()

  const ofDrafts = [
    `delete from deliverables where id = '${draftAlone}'`,
    `delete from deliverable_files where deliverable_id = '${draft}'`,
    `delete from deliverable_assets where deliverable_id = '${draft}'`,
  ]
  const ofBoth = [
    `update offer_versions set reason = 'x' where commission_id = '${commission}'`,
    `delete from offer_versions where commission_id = '${commission}'`,
    `update pin_messages set text = 'x' where pin_id = '${pin}'`,
    `delete from pin_messages where pin_id = '${pin}'`,
    `update deliverables set notes = 'x' where id = '${sent}'`,
    `update deliverables set notes = 'x' where id = '${draft}'`,
    `delete from deliverables where id = '${sentAlone}'`,
    ...[sent, draft].map(
      (id) => `update deliverable_files set deliverable_id = '${id}' where deliverable_id = '${id}'`,
    ),
    ...[sent, draft].map(
      (id) => `update deliverable_assets set deliverable_id = '${id}' where deliverable_id = '${id}'`,
    ),
    `delete from deliverable_files where deliverable_id = '${sent}'`,
    `delete from deliverable_assets where deliverable_id = '${sent}'`,
  ]
  const results = async () => {
    const found: (readonly [string, number | 'refused'])[] = []
    for (const statement of [...ofDrafts, ...ofBoth]) found.push([statement, await attempt(statement)])
    return found
  }
  const all = [...ofDrafts, ...ofBoth]
  const kept = all.map((statement) => [statement, 'refused'])
  const setClosed = (user: { id: string }, closed_at: Date | null) =>
    app.deps.db.updateTable('users').set({ closed_at }).where('id', '=', user.id).execute()
  expect(await results()).toEqual(kept)
  await setClosed(ann, new Date())
  expect(await results()).toEqual(kept)
  await setClosed(ann, null)
  await setClosed(ben, new Date())
  expect(await results()).toEqual(kept)
  await setClosed(ben, null)
  await setClosed(eve, new Date())
  expect(await results()).toEqual(all.map((statement) => [statement, ofDrafts.includes(statement) ? 1 : 'refused']))
  await setClosed(eve, null)
  await setClosed(ann, new Date())
  await setClosed(ben, new Date())
  expect(await results()).toEqual(all.map((statement) => [statement, 1]))
})
