import { openProject, requestCommission } from '@veranda/contract/commissions/routes.ts'
import { openDirectConversation } from '@veranda/contract/conversations/routes.ts'
import { fileTicket } from '@veranda/contract/support/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await testApp()
  user = await app.createUser()
})
afterAll(() => app.close())

const brief = { title: 'A lobby', brief: 'With a fountain', budget: null }
const ticket = { email: 'a@b.example', message: 'Where is my room?' }

test('creating a project, a request, a conversation or a ticket requires an idempotency key', async () => {
  const id = user.id
  for (const call of [
    app.injectAs(user, openProject, { body: brief, key: null }),
    app.injectAs(user, requestCommission, { body: { projectId: id, creatorId: id, message: '' }, key: null }),
    app.injectAs(user, openDirectConversation, { body: { userId: id }, key: null }),
    app.injectAs(user, fileTicket, { body: ticket, key: null }),
  ]) {
    const refused = { status: 422, code: 'request.idempotency-key-missing', field: 'Idempotency-Key' }
    expect((await call).problem).toMatchObject(refused)
  }
})

test('creating a project twice with one key creates one project', async () => {
  const first = await app.injectAs(user, openProject, { body: brief, key: 'one' })
  const repeated = await app.injectAs(user, openProject, { body: brief, key: 'one' })
  expect(repeated.reply.id).toBe(first.reply.id)
})

test('a signed-out user files a ticket without a key', async () => {
  expect((await app.injectAs(null, fileTicket, { body: ticket, key: null })).status).toBe(201)
})
