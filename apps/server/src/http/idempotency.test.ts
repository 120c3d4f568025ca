import { openProject, requestCommission } from '@veranda/contract/commissions/routes.ts'
import { openDirect } from '@veranda/contract/conversations/routes.ts'
import { fileTicket } from '@veranda/contract/support/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, testApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let person: Person
beforeAll(async () => {
  app = await testApp()
  person = await app.person()
})
afterAll(() => app.close())

const brief = { title: 'A lobby', brief: 'With a fountain', budget: null }
const ticket = { email: 'a@b.example', message: 'Where is my room?' }

test('what makes a project, a request, a conversation or a ticket has to come with a key', async () => {
  const id = person.id
  for (const call of [
    app.injectAs(person, openProject, { body: brief, key: null }),
    app.injectAs(person, requestCommission, { body: { projectId: id, creatorId: id, message: '' }, key: null }),
    app.injectAs(person, openDirect, { body: { personId: id }, key: null }),
    app.injectAs(person, fileTicket, { body: ticket, key: null }),
  ]) {
    const refused = { status: 422, code: 'request.idempotency-key-missing', field: 'Idempotency-Key' }
    expect((await call).problem).toMatchObject(refused)
  }
})

test('a project asked for twice with one key is one project', async () => {
  const first = await app.injectAs(person, openProject, { body: brief, key: 'one' })
  const again = await app.injectAs(person, openProject, { body: brief, key: 'one' })
  expect(again.reply.id).toBe(first.reply.id)
})

test('somebody signed out, for whom no answer can be kept, files a ticket without a key', async () => {
  expect((await app.injectAs(null, fileTicket, { body: ticket, key: null })).status).toBe(201)
})
