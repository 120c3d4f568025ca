import * as routes from '@veranda/contract/support/routes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Mail } from '../../gateways/mail/mail-gateway.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
let admin: TestUser
let sender: TestUser
let mails: Mail[] = []

beforeAll(async () => {
  const send = async (mail: Mail) => void mails.push(mail)
  app = await testApp({ gateways: { mail: { send } } })
  admin = await app.createUser('Sam Support', { adminRoles: ['support'] })
  sender = await app.createUser('Ann Archer')
})
afterAll(() => app.close())
beforeEach(() => {
  mails = []
})

/** Files a ticket, signed in or not, and returns its id. */
async function file(who: TestUser | null, email = sender.email) {
  const body = { email, message: 'How do I enter the room?' }
  const { id } = (await app.injectAs(who, routes.fileTicket, { body })).reply
  await app.runUntilIdle()
  mails = []
  return id
}

const readOwn = async (id: string) => (await app.injectAs(sender, routes.readTicket, { params: { id } })).reply
const readAll = async (id: string) => (await app.injectAs(admin, routes.readTicketAsAdmin, { params: { id } })).reply
const auditOf = (id: string) =>
  app.deps.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'data'])
    .orderBy('at')
    .execute()
    .then((rows) => rows.filter(({ data }) => JSON.stringify(data).includes(id)))

test('an answer reaches the sender by mail and in the app, and what they write opens the ticket again', async () => {
  const id = await file(sender)
  const params = { id }
  const answered = await app.injectAs(admin, routes.answerTicket, {
    params,
    body: { expected: 1, text: 'By the door.' },
  })
  expect(answered.reply).toMatchObject({ state: 'waiting', version: 2 })
  expect(answered.reply.firstAnsweredAt).not.toBeNull()
  await app.runUntilIdle()
  const own = await readOwn(id)
  expect(own.messages).toMatchObject([{ kind: 'answer', text: 'By the door.' }])
  const mail = mails.filter(({ to }) => to === sender.email)
  expect(mail).toHaveLength(1)
  expect(mail[0]?.text).toContain('By the door.')
  expect(mail[0]?.text).toContain(`/support/${id}`)
  const notified = await app.deps.db.selectFrom('notifications').selectAll().where('user_id', '=', sender.id).execute()
  expect(notified).toMatchObject([{ type: 'system' }])

  mails = []
  const replied = await app.injectAs(sender, routes.replyToTicket, { params, body: { text: 'Which door?' } })
  expect(replied.reply.state).toBe('open')
  await app.runUntilIdle()
  expect(mails.filter(({ to }) => to === admin.email)[0]?.text).toContain(`/admin/tickets/${id}`)
  const firstAnswer = answered.reply.firstAnsweredAt
  const again = await app.injectAs(admin, routes.answerTicket, { params, body: { expected: 3, text: 'The red one.' } })
  expect(again.reply.firstAnsweredAt).toBe(firstAnswer)
  const solved = await app.injectAs(admin, routes.solveTicket, { params, body: { expected: 4, reason: 'Found it' } })
  expect(solved.reply).toMatchObject({ state: 'solved', actions: ['answer', 'reply'] })
  expect((await readOwn(id)).messages.at(-1)).toMatchObject({ kind: 'solution', text: 'Found it' })
  expect((await auditOf(id)).map(({ action, data }) => [action, data])).toMatchObject([
    ['ticket.answered', { before: { state: 'open' }, after: { state: 'waiting' } }],
    ['ticket.answered', { before: { state: 'open' }, after: { state: 'waiting' } }],
    ['ticket.solved', { reason: 'Found it', before: { state: 'waiting' }, after: { state: 'solved' } }],
  ])
  await app.injectAs(sender, routes.replyToTicket, { params, body: { text: 'It is locked.' } })
  expect((await readOwn(id)).state).toBe('open')
})

test('a sender who was signed out gets the answer by mail alone, which says how to write again; an admin adds what they wrote', async () => {
  const id = await file(null, 'visitor@veranda.test')
  const params = { id }
  await app.injectAs(admin, routes.answerTicket, { params, body: { expected: 1, text: 'By the door.' } })
  await app.runUntilIdle()
  const [mail] = mails.filter(({ to }) => to === 'visitor@veranda.test')
  const { number } = await readAll(id)
  expect(mail?.text).toContain(`keep the number ${number}`)
  expect(mail?.text).not.toContain('/support/')
  const added = await app.injectAs(admin, routes.replyToTicketAsAdmin, { params, body: { text: 'Thanks!' } })
  expect(added.reply.state).toBe('open')
  expect(added.reply.messages.at(-1)).toMatchObject({ kind: 'reply', author: { id: admin.id } })
})

test('a ticket belongs to its sender: for everyone else it does not exist', async () => {
  const id = await file(sender)
  const stranger = await app.createUser('Stella Stranger')
  const params = { id }
  for (const reply of [
    await app.injectAs(stranger, routes.readTicket, { params }),
    await app.injectAs(admin, routes.readTicket, { params }),
    await app.injectAs(stranger, routes.replyToTicket, { params, body: { text: 'Mine' } }),
  ])
    expect([reply.status, reply.problem.code]).toEqual([404, 'ticket.not-found'])
  const own = (await app.injectAs(stranger, routes.listTickets, { query: {} })).reply
  expect(own.items).toEqual([])
  const anonymous = await file(null)
  expect((await app.injectAs(sender, routes.readTicket, { params: { id: anonymous } })).status).toBe(404)
})

test('an internal note never leaves: not in the app, not by mail, not in the audit rows of the sender', async () => {
  const id = await file(sender)
  const params = { id }
  const secret = 'They always shout'
  const noted = await app.injectAs(admin, routes.addNote, { params, body: { text: secret } })
  expect(noted.reply.notes).toMatchObject([{ text: secret, author: { id: admin.id } }])
  await app.injectAs(admin, routes.answerTicket, { params, body: { expected: 1, text: 'By the door.' } })
  await app.runUntilIdle()
  expect(JSON.stringify(await readOwn(id))).not.toContain(secret)
  expect(JSON.stringify((await app.injectAs(sender, routes.listTickets, { query: {} })).reply)).not.toContain(secret)
  expect(JSON.stringify(mails)).not.toContain(secret)
  const events = await app.deps.db.selectFrom('events').select('data').execute()
  expect(JSON.stringify(events)).not.toContain(secret)
  const ofSender = await app.deps.db.selectFrom('audit_log').selectAll().where('user_id', '=', sender.id).execute()
  expect(JSON.stringify(ofSender)).not.toContain('note')
})

test('of two answers to the same text one is sent, and the other admin reads that there is a newer one', async () => {
  const id = await file(sender)
  const other = await app.createUser('Ola Owner', { adminRoles: ['owner'] })
  const answers = await Promise.all(
    [admin, other].map((who) =>
      app.injectAs(who, routes.answerTicket, { params: { id }, body: { expected: 1, text: `I am ${who.name}` } }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.problem.code).toBe('ticket.changed')
  expect((await readAll(id)).messages).toHaveLength(1)
})

test('a ticket is linked by an address or an id, once, and what we do not know is refused at its field', async () => {
  const id = await file(sender)
  const params = { id }
  const link = (address: string) => app.injectAs(admin, routes.linkTicket, { params, body: { address } })
  expect((await link(`http://localhost:3000/talent/${sender.id}`)).reply.links).toMatchObject([
    { kind: 'user', objectId: sender.id, title: 'Ann Archer' },
  ])
  const [linked] = (await link(sender.id)).reply.links
  expect((await readAll(id)).links).toHaveLength(1)
  for (const unknown of ['nothing here', id]) {
    const refused = await link(unknown)
    expect([refused.status, refused.problem.code, refused.problem.field]).toEqual([
      422,
      'ticket.link-unknown',
      'address',
    ])
  }
  const removed = await app.injectAs(admin, routes.unlinkTicket, { params: { id, linkId: linked?.id ?? '' } })
  expect(removed.reply.links).toEqual([])
})
