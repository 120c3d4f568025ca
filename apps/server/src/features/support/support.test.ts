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
  const { number } = filed.reply
  const ours = mails.filter(({ to }) => to === app.deps.env.mailFrom)
  expect(ours).toMatchObject([{ subject: `Support request ${number} from visitor@veranda.test` }])
  expect(ours[0]?.headers?.['Reply-To']).toBe(body.email)
  expect(ours[0]?.text).toContain(body.message)
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
  expect(
    mails
      .map(({ to }) => to)
      .filter((to) => to !== body.email)
      .toSorted(),
  ).toEqual([one.email, two.email].toSorted())
})

test('the sender gets the number by mail, in their language and without the message, and no address gets many', async () => {
  const email = 'sender@veranda.test'
  const numbers: number[] = []
  for (let sent = 0; sent < 5; sent += 1)
    numbers.push(
      (await app.injectAs(null, fileTicket, { body: { ...body, email }, headers: { 'accept-language': 'de' } })).reply
        .number,
    )
  await app.runUntilIdle()
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(new Set(numbers).size).toBe(5)
  const receipts = mails.filter(({ to }) => to === email)
  expect(receipts).toHaveLength(3)
  expect(numbers.map(String).some((number) => receipts[0]?.subject.includes(number))).toBe(true)
  expect(receipts[0]?.subject).toContain('Deine Nachricht')
  for (const { text } of receipts) expect(text).not.toContain(body.message)
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
