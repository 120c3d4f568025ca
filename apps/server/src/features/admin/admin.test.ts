import * as adminRoutes from '@veranda/contract/admin/routes.ts'
import { fileTicket, readTicketAsAdmin } from '@veranda/contract/support/routes.ts'
import { type AdminRole, adminRoles } from '@veranda/core/admin/admin-roles.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
let asker: TestUser
const admins: Partial<Record<AdminRole, TestUser>> = {}

beforeAll(async () => {
  app = await testApp()
  asker = await app.createUser('Ann Archer')
  for (const role of adminRoles) admins[role] = await app.createUser(`Ada ${role}`, { adminRoles: [role] })
})
afterAll(() => app.close())

function adminOf(role: AdminRole): TestUser {
  const admin = admins[role]
  if (!admin) throw new Error(`there is no ${role}`)
  return admin
}

async function fileOne(message = 'How do I enter the room?') {
  const { id } = (await app.injectAs(asker, fileTicket, { body: { email: asker.email, message } })).reply
  return id
}

/** Written by hand: the routes of the admins by their path, and the roles that may call them. */
const rolesByRoute: Readonly<Record<string, readonly AdminRole[]>> = {
  'PUT /admin/settings': ['support', 'finance', 'moderator', 'owner'],
  'GET /admin/queues': ['support', 'finance', 'moderator', 'owner'],
  'GET /admin/queues/:queue/cases': ['support', 'finance', 'moderator', 'owner'],
  'GET /admin/queues/:queue/owner': ['support', 'finance', 'moderator', 'owner'],
  'POST /admin/queues/:queue/owner': ['support', 'finance', 'moderator', 'owner'],
  'GET /admin/failed-work': ['owner'],
  'POST /admin/failed-work/retry': ['owner'],
  'POST /admin/failed-work/drop': ['owner'],
  'GET /admin/audit-log': ['owner'],
  'GET /admin/look-ups': ['support', 'finance', 'moderator', 'owner'],
  'GET /admin/look-ups/users/:id': ['support', 'finance', 'moderator', 'owner'],
  'GET /admin/look-ups/projects/:id': ['support', 'finance', 'owner'],
  'GET /admin/look-ups/milestones/:id': ['support', 'finance', 'owner'],
  'GET /admin/look-ups/bookings/:id': ['support', 'finance', 'owner'],
  'GET /admin/look-ups/entries': ['support', 'finance', 'owner'],
  'POST /admin/users/:id/suspend': ['moderator', 'owner'],
  'POST /admin/users/:id/lift-suspension': ['moderator', 'owner'],
  'GET /admin/no-shows': ['support', 'finance', 'owner'],
  'GET /admin/bookings/:id': ['support', 'finance', 'owner'],
  'POST /admin/bookings/:id/cancel': ['support', 'finance', 'owner'],
  'POST /admin/bookings/:id/overturn': ['support', 'finance', 'owner'],
  'GET /analytics/page-views': ['owner'],
  'GET /analytics/errors': ['owner'],
  'GET /admin/tickets/:id': ['support', 'owner'],
  'POST /admin/tickets/:id/answers': ['support', 'owner'],
  'POST /admin/tickets/:id/replies': ['support', 'owner'],
  'POST /admin/tickets/:id/solve': ['support', 'owner'],
  'POST /admin/tickets/:id/notes': ['support', 'owner'],
  'POST /admin/tickets/:id/links': ['support', 'owner'],
  'DELETE /admin/tickets/:id/links/:linkId': ['support', 'owner'],
  'GET /admin/chargebacks/:id': ['finance', 'owner'],
  'GET /admin/disputes/:id': ['support', 'owner'],
  'POST /admin/disputes/:id/confirm': ['support', 'owner'],
  'POST /admin/disputes/:id/drop': ['support', 'owner'],
  'POST /admin/disputes/:id/review': ['support', 'owner'],
  'POST /admin/disputes/:id/decide': ['support', 'owner'],
  'GET /admin/refunds/:id': ['finance', 'owner'],
  'POST /admin/refunds/:id/retry': ['finance', 'owner'],
  'GET /admin/page-reports/:id': ['moderator', 'owner'],
  'POST /admin/page-reports/:id/close': ['moderator', 'owner'],
  'POST /admin/page-reports/:id/unlist': ['moderator', 'owner'],
}

test('each route of the admins lets in its roles, refuses the others with a code, and does not exist for anyone else', async () => {
  const withoutFactor = await app.createUser('Otto Open', { adminRoles: ['owner'], secondFactor: false })
  const served = app.app.routes.filter(({ options }) => options.access.kind === 'admin')
  expect(served.map(({ route }) => `${route.method} ${route.path}`).toSorted()).toEqual(
    Object.keys(rolesByRoute).toSorted(),
  )
  for (const { route } of served) {
    const call = async (who: TestUser | null) => {
      const path = route.path.replace(':queue', 'none').replaceAll(/:\w+/g, randomUUID())
      const response = await app.app.http.inject({
        method: route.method,
        url: `/api${path}`,
        headers: {
          ...(who && { authorization: `Bearer ${who.token}`, cookie: who.cookie }),
          'idempotency-key': randomUUID(),
        },
        ...(route.method === 'GET' ? {} : { payload: {} }),
      })
      const body = JSON.parse(response.body) as { code?: string }
      return [response.statusCode, body.code] as const
    }
    const name = `${route.method} ${route.path}`
    expect([name, ...(await call(null))]).toEqual([name, 401, 'request.not-signed-in'])
    expect([name, ...(await call(asker))]).toEqual([name, 404, 'request.unknown-route'])
    expect([name, ...(await call(withoutFactor))]).toEqual([name, 403, 'admin.second-factor-missing'])
    const roles = rolesByRoute[name]
    if (!roles) continue
    for (const role of adminRoles) {
      const [, code] = await call(adminOf(role))
      const isLetIn = code !== 'admin.not-permitted'
      expect([name, role, isLetIn]).toEqual([name, role, roles.includes(role)])
    }
  }
})

test('an admin sees the queues of their roles, with what waits and since when', async () => {
  const before = (await app.injectAs(adminOf('support'), adminRoutes.listQueues)).reply
  expect(before.items.map(({ queue }) => queue)).toEqual(['tickets', 'confirmations', 'disputes', 'no-shows'])
  await fileOne()
  const { items } = (await app.injectAs(adminOf('owner'), adminRoutes.listQueues)).reply
  expect(items.map(({ queue }) => queue)).toEqual([
    'tickets',
    'confirmations',
    'disputes',
    'refunds',
    'chargebacks',
    'reports',
    'no-shows',
    'failed-work',
  ])
  const tickets = items.find(({ queue }) => queue === 'tickets')
  expect(tickets?.count).toBe(1)
  expect(tickets?.oldestAt).not.toBeNull()
})

test('a queue of another role is refused, whatever is asked of it', async () => {
  const finance = adminOf('finance')
  const params = { queue: 'tickets' } as const
  for (const refused of [
    await app.injectAs(finance, adminRoutes.listCases, { params }),
    await app.injectAs(finance, adminRoutes.readCaseOwner, { params, query: { caseId: 'x' } }),
    await app.injectAs(finance, adminRoutes.assignCase, { params, body: { caseId: 'x', from: null, to: 'me' } }),
  ])
    expect([refused.status, refused.problem.code]).toEqual([403, 'admin.not-permitted'])
})

test('of two admins who take a case at once one gets it, and the other one reads that they were slower', async () => {
  const caseId = await fileOne()
  const params = { queue: 'tickets' } as const
  const body = { caseId, from: null, to: 'me' } as const
  const [support, owner] = [adminOf('support'), adminOf('owner')]
  const taken = await Promise.all(
    [support, owner].map((who) => app.injectAs(who, adminRoutes.assignCase, { params, body })),
  )
  expect(taken.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409])
  const loser = taken.find(({ status }) => status === 409)
  expect(loser?.problem.code).toBe('admin.case-taken')
  const { owner: now } = (await app.injectAs(owner, adminRoutes.readCaseOwner, { params, query: { caseId } })).reply
  const winner = taken[0]?.status === 200 ? support : owner
  const other = winner === support ? owner : support
  expect(now?.id).toBe(winner.id)
  // The other one has seen that now, may take it over, and leave it.
  const over = { ...body, from: winner.id }
  expect((await app.injectAs(other, adminRoutes.assignCase, { params, body: over })).reply.owner?.id).toBe(other.id)
  const mine = await app.injectAs(other, adminRoutes.listCases, { params, query: { owner: 'me' } })
  expect(mine.reply.items.map(({ id }) => id)).toEqual([caseId])
  const leave = { caseId, from: other.id, to: 'nobody' } as const
  expect((await app.injectAs(other, adminRoutes.assignCase, { params, body: leave })).reply.owner).toBeNull()
})

test('a queue is paged, oldest first, without a gap', async () => {
  const caseIds: string[] = []
  for (let filed = 0; filed < 5; filed += 1) caseIds.push(await fileOne(`Question ${filed}`))
  const params = { queue: 'tickets' } as const
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const query = { limit: 2, ...(cursor !== undefined && { cursor }) }
    const page = (await app.injectAs(adminOf('support'), adminRoutes.listCases, { params, query })).reply
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.filter((id) => caseIds.includes(id)).toSorted()).toEqual(caseIds.toSorted())
})

test('failed work is retried or dropped with a reason, which the audit log finds by action and by who did it', async () => {
  const owner = adminOf('owner')
  const insert = (key: string) =>
    app.deps.db
      .insertInto('timer_dead_letters')
      .values({
        key,
        kind: 'test.nothing',
        subject_kind: 'test',
        subject_id: randomUUID(),
        at: new Date(),
        data: '{}',
        error: 'broke',
        tries: 8,
        failed_at: new Date(),
      })
      .execute()
  await insert('one')
  await insert('two')
  const params = { queue: 'failed-work' } as const
  const list = async () =>
    (await app.injectAs(owner, adminRoutes.listCases, { params })).reply.items.map(({ id }) => id)
  expect((await list()).toSorted()).toEqual(['timer:one', 'timer:two'])
  const found = await app.injectAs(owner, adminRoutes.readFailedWork, { query: { caseId: 'timer:one' } })
  expect(found.reply).toMatchObject({ description: 'timer test.nothing', error: 'broke' })
  const one = { id: 'timer:one', reason: 'The server is mended' }
  expect((await app.injectAs(owner, adminRoutes.retryFailedWork, { body: one })).status).toBe(200)
  const two = { id: 'timer:two', reason: 'No one needs it' }
  expect((await app.injectAs(owner, adminRoutes.dropFailedWork, { body: two })).status).toBe(200)
  expect(await list()).toEqual([])
  expect((await app.injectAs(owner, adminRoutes.dropFailedWork, { body: two })).problem.code).toBe(
    'failed-work.not-found',
  )
  const query = { action: 'admin.work-', userId: owner.id }
  const entries = (await app.injectAs(owner, adminRoutes.listAuditEntries, { query })).reply.items
  expect(entries.map(({ action }) => action)).toEqual(['admin.work-dropped', 'admin.work-retried'])
  expect(entries[0]?.data).toContain('No one needs it')
  expect(entries[0]?.actor?.id).toBe(owner.id)
  const none = await app.injectAs(owner, adminRoutes.listAuditEntries, { query: { ...query, userId: asker.id } })
  expect(none.reply.items).toEqual([])
  await app.deps.db.deleteFrom('timers').where('kind', '=', 'test.nothing').execute()
})

test('an unknown ticket is not found', async () => {
  const support = adminOf('support')
  const unknown = await app.injectAs(support, readTicketAsAdmin, { params: { id: randomUUID() } })
  expect([unknown.status, unknown.problem.code]).toEqual([404, 'ticket.not-found'])
})
