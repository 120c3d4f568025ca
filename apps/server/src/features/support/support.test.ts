import { fileTicket } from '@veranda/contract/support/routes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Mail } from '../../gateways/mail/mail-gateway.ts'
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

test('a ticket from a signed-out visitor is filed and mailed to our own address while there is no admin', async () => {
  const filed = await app.injectAs(null, fileTicket, { body })
  expect(filed.status).toBe(201)
  await app.runUntilIdle()
  expect(await tickets()).toMatchObject([{ id: filed.reply.id, user_id: null, ...body }])
  expect(mails).toMatchObject([{ to: app.deps.env.mailFrom, subject: 'Support request from visitor@veranda.test' }])
  expect(mails[0]?.headers?.['Reply-To']).toBe(body.email)
  expect(mails[0]?.text).toContain(body.message)
})

test('a ticket from a signed-in user is mailed once to each admin', async () => {
  const [one, two] = [
    await app.createUser('Opal Op', { isAdmin: true }),
    await app.createUser('Odo Op', { isAdmin: true }),
  ]
  const asker = await app.createUser('Ann Archer')
  await app.injectAs(asker, fileTicket, { body })
  await app.runUntilIdle()
  expect((await tickets()).at(-1)?.user_id).toBe(asker.id)
  expect(mails.map(({ to }) => to).toSorted()).toEqual([one.email, two.email].toSorted())
})

test('a ticket without a valid address or without text is refused and nothing is filed', async () => {
  const before = (await tickets()).length
  for (const [wrong, field] of [
    [{ ...body, email: 'nobody' }, 'email'],
    [{ ...body, message: '   ' }, 'message'],
  ] as const) {
    const refused = await app.injectAs(null, fileTicket, { body: wrong })
    expect([refused.status, refused.problem.errors?.[0]?.field ?? refused.problem.field]).toEqual([422, field])
  }
  await app.runUntilIdle()
  expect(await tickets()).toHaveLength(before)
  expect(mails).toEqual([])
})
