import { cancelDeletion, readDeletion, scheduleDeletion } from '@veranda/contract/accounts/deletion/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('the only admin cannot delete their account, and neither of two can when the other is about to go', async () => {
  const admin = await app.createUser('Ada Admin', { isAdmin: true })
  await app.stepUp(admin)
  const obstacles = [{ kind: 'last-admin', count: 1, amounts: [] }]
  expect((await app.injectAs(admin, readDeletion)).reply).toEqual({ at: null, obstacles, actions: [] })
  expect((await app.injectAs(admin, scheduleDeletion)).problem).toMatchObject({
    status: 409,
    code: 'account.last-admin',
  })
  const second = await app.createUser('Bea Admin', { isAdmin: true })
  expect((await app.injectAs(admin, scheduleDeletion)).status).toBe(200)
  expect((await app.injectAs(admin, readAccount)).reply.deletionAt).toEqual(expect.any(String))
  await app.stepUp(second)
  expect((await app.injectAs(second, scheduleDeletion)).problem.code).toBe('account.last-admin')
  expect((await app.injectAs(admin, cancelDeletion)).reply.at).toBeNull()
  expect((await app.injectAs(admin, readAccount)).reply.deletionAt).toBeNull()
})
