import { readCalendarFeed, renewCalendarFeed } from '@veranda/contract/bookings/routes.ts'
import { openProject, requestCommission } from '@veranda/contract/commissions/routes.ts'
import { openDirectConversation } from '@veranda/contract/conversations/routes.ts'
import { fileTicket } from '@veranda/contract/support/routes.ts'
import { day } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, testApp, type TestApp } from '../../testing/test-app.ts'
import { scheduleNightly } from '../timers/nightly-timer.ts'
import { deleteOldRepliesNightly } from './reply-retention.ts'

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

/** Names of fields that hold a secret, in the replies of writes. */
const secretFields = ['token', 'secret', 'codes', 'code']
/** Links that open something by themselves, by their route. */
const secretLinks = [
  'POST /calendar/feed',
  'POST /rooms/:id/invites',
  'POST /accounts/step-up/google',
  'POST /accounts/social/:provider/link',
]
/** A file of a project was refused with a code, or a card's bank: these say why, and open nothing. */
const publicCodes =
  /^\w+ \/(projects|project-proposals|commissions|milestones|settlements|change-orders|top-ups|profile)/

test('a write whose reply has a token, a code or a secret link says so', () => {
  const namesOf = (schema: unknown): string[] => {
    // Schemas are walked by their definition, which has no common type.
    const def = (schema as { _zod?: { def: Record<string, unknown> } } | undefined)?._zod?.def
    if (!def) return []
    const { shape = {}, innerType, element, options = [] } = def as { shape?: object; options?: unknown[] } & typeof def
    const fields = Object.entries(shape).flatMap(([name, field]) => [name, ...namesOf(field)])
    return [...fields, ...[innerType, element, ...options].flatMap(namesOf)]
  }
  const wrong = app.app.routes.flatMap(({ route, options }) => {
    const name = `${route.method} ${route.path}`
    const isSecret =
      secretLinks.includes(name) ||
      (!publicCodes.test(name) && namesOf(options.reply).some((field) => secretFields.includes(field)))
    return route.method === 'GET' || isSecret === (options.secretReply === true) ? [] : [name]
  })
  expect(wrong).toEqual([])
})

test('a repeated call gets the same secret, which is stored encrypted', async () => {
  const made = await app.injectAs(user, renewCalendarFeed, { key: 'feed' })
  expect(made.reply.url).toMatch(/^http/)
  const stored = await sql<{ reply: string }>`select reply::text from idempotency_keys where key = 'feed'`.execute(
    app.deps.db,
  )
  expect(stored.rows[0]?.reply).not.toContain(made.reply.url.split('/').at(-1)?.replace('.ics', ''))
  expect((await app.injectAs(user, renewCalendarFeed, { key: 'feed' })).reply).toEqual(made.reply)
})

test('a read takes no key, so that the link which it makes is stored nowhere', async () => {
  const { reply } = await app.injectAs(user, readCalendarFeed, { headers: { 'idempotency-key': 'read' } })
  expect(reply.url).toMatch(/^http/)
  const stored = await sql`select from idempotency_keys where key = 'read'`.execute(app.deps.db)
  expect(stored.rows).toEqual([])
})

test('keys and replies are deleted in the night after they are a day old', async () => {
  await app.injectAs(user, openProject, { body: brief, key: 'old' })
  const project = await app.injectAs(user, openProject, { body: brief, key: 'young' })
  await sql`update idempotency_keys set at = now() - interval '25 hours' where key = 'old'`.execute(app.deps.db)
  await scheduleNightly(app.deps, [deleteOldRepliesNightly])
  await app.advance(day)
  const { rows } = await sql<{ key: string }>`
    select key from idempotency_keys where key in ('old', 'young')`.execute(app.deps.db)
  expect(rows).toEqual([{ key: 'young' }])
  expect((await app.injectAs(user, openProject, { body: brief, key: 'young' })).reply.id).toBe(project.reply.id)
})
