import { fileTicket } from '@veranda/contract/support/routes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Mail } from '../../gateways/mail/mail.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { supportFeature } from './feature.ts'

let app: TestApp
let mails: Mail[] = []

beforeAll(async () => {
  const send = async (mail: Mail) => void mails.push(mail)
  app = await testApp({ features: [supportFeature], gateways: { mail: { send } } })
})
afterAll(() => app.close())
beforeEach(() => {
  mails = []
})

const body = { email: 'visitor@veranda.test', message: 'How do I enter the room?' }
const tickets = () => app.deps.db.selectFrom('support_tickets').selectAll().orderBy('created_at').execute()

test('a question from somebody signed out is filed and mailed to our own address while there is no operator', async () => {
  const filed = await app.injectAs(null, fileTicket, { body })
  expect(filed.status).toBe(201)
  await app.settle()
  expect(await tickets()).toMatchObject([{ id: filed.reply.id, person_id: null, state: 'open', ...body }])
  expect(mails).toMatchObject([{ to: app.deps.env.mailFrom, subject: 'Support: a question from visitor@veranda.test' }])
  expect(mails[0]?.headers?.['Reply-To']).toBe(body.email)
  expect(mails[0]?.text).toContain(body.message)
})

test('operators get the question of somebody signed in, each one mail', async () => {
  const [one, two] = [await app.person('Opal Op', { operator: true }), await app.person('Odo Op', { operator: true })]
  const asker = await app.person('Ann Archer')
  await app.injectAs(asker, fileTicket, { body })
  await app.settle()
  expect((await tickets()).at(-1)?.person_id).toBe(asker.id)
  expect(mails.map(({ to }) => to).toSorted()).toEqual([one.email, two.email].toSorted())
})

test('a question without an address or without words is refused and nothing is filed', async () => {
  const before = (await tickets()).length
  for (const [wrong, field] of [
    [{ ...body, email: 'nobody' }, 'email'],
    [{ ...body, message: '   ' }, 'message'],
  ] as const) {
    const refused = await app.injectAs(null, fileTicket, { body: wrong })
    expect([refused.status, refused.problem.errors?.[0]?.field ?? refused.problem.field]).toEqual([422, field])
  }
  await app.settle()
  expect(await tickets()).toHaveLength(before)
  expect(mails).toEqual([])
})
