import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../testing/test-app.ts'
import { CommissionScenario, makeCreator } from '../../commissions/testing/commission-scenario.ts'

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
