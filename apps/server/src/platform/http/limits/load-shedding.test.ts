import { randomUUID } from 'node:crypto'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import * as bookings from '@veranda/contract/bookings/routes.ts'
import { sendMessage as sendMessageEvent } from '@veranda/contract/conversations/events.ts'
import { openDirectConversation } from '@veranda/contract/conversations/routes.ts'
import { requestPayout } from '@veranda/contract/payments/routes.ts'
import { type Problem } from '@veranda/contract/shared-schemas.ts'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../testing/test-app.ts'
import { shedsCall } from './load-shedding.ts'

const connectionCount = 2
let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { DATABASE_POOL: String(connectionCount) } })
})
afterAll(() => app.close())

/** Returns the names of the routes that are still answered while this many calls wait for each connection. */
function answeredRoutes(waitingPerConnection: number): string[] {
  const pool = { waitingCount: waitingPerConnection * connectionCount + 1, options: { max: connectionCount } }
  return app.app.routes
    .filter(({ route, options }) => !shedsCall(pool, route.method, options))
    .map(({ route }) => `${route.method} ${route.path}`)
}

test('while many calls wait for the database, reads are refused first, then writes, and money last', () => {
  const all = app.app.routes.map(({ route }) => `${route.method} ${route.path}`)
  expect(answeredRoutes(3)).toEqual(all)
  expect(answeredRoutes(4)).toEqual(all.filter((name) => !/^(?:GET|HEAD) /.test(name)))
  const money = answeredRoutes(8)
  expect(money).toEqual(
    expect.arrayContaining([
      'POST /milestones/:id/fund',
      'POST /milestones/:id/approve',
      'POST /bookings/:id/pay',
      'POST /bookings/:id/confirm',
      'POST /bookings/:id/cancel',
      'POST /payments/payouts',
      'POST /payments/charges/:id/confirm',
      'POST /payments/webhook',
    ]),
  )
  for (const free of ['POST /support', 'POST /projects', 'POST /conversations', 'POST /commissions'])
    expect(money).not.toContain(free)
  expect(answeredRoutes(32)).toEqual([])
})

test('reads beyond those that may wait are 503 at once, and a write still waits for its turn', async () => {
  const [user, other] = [await app.createUser(), await app.createUser()]
  const readOnce = () => app.injectAs(user, readAccount)
  // From now on the session is in the cache, and only the read itself needs a connection.
  expect((await readOnce()).status).toBe(200)
  const locks: (() => void)[] = []
  const holders = Array.from({ length: connectionCount }, () =>
    app.transact(() => new Promise<void>((resolve) => locks.push(resolve))),
  )
  await expect.poll(() => locks.length).toBe(connectionCount)
  const refused: Problem[] = []
  const reads: Promise<void>[] = []
  const readOnceMore = async () => {
    const read = await readOnce()
    if (read.status !== 200) refused.push(read.problem)
  }
  await expect
    .poll(() => {
      for (let call = 0; call < 4 * connectionCount; call += 1) reads.push(readOnceMore())
      return refused.some(({ code }) => code === 'server.busy')
    })
    .toBe(true)
  const write = app.injectAs(user, openDirectConversation, { body: { userId: other.id } })
  for (const release of locks) release()
  await Promise.all([...holders, ...reads])
  expect((await write).status).toBe(200)
})

test('a call that captures money cannot run twice: it needs a key', async () => {
  const creator = await app.createUser()
  const params = { id: '0197f7a2-0000-7000-8000-000000000000' }
  const confirmed = await app.injectAs(creator, bookings.confirmBooking, { params, body: { expected: 1 }, key: null })
  expect(confirmed.problem.code).toBe('request.idempotency-key-missing')
})

test('events of sockets beyond the writes that may wait are refused at once, and money still waits for its turn', async () => {
  const address = await app.listen()
  const [user, other] = [await app.createUser(), await app.createUser()]
  const { id } = (await app.injectAs(user, openDirectConversation, { body: { userId: other.id } })).reply
  const socket = io(address, {
    transports: ['websocket'],
    forceNew: true,
    auth: { token: user.token },
    extraHeaders: { cookie: user.cookie },
  })
  await new Promise<void>((resolve) => socket.once('stream:heads', () => resolve()))
  const locks: (() => void)[] = []
  const holders = Array.from({ length: connectionCount }, () =>
    app.transact(() => new Promise<void>((resolve) => locks.push(resolve))),
  )
  await expect.poll(() => locks.length).toBe(connectionCount)
  const refused: string[] = []
  const replies = Array.from({ length: 40 }, async (_, n) => {
    const payload = { conversationId: id, clientId: randomUUID(), message: `${n}` }
    const reply: { ok: boolean; error?: { code: string } } = await socket.emitWithAck(sendMessageEvent.name, payload)
    if (reply.error) refused.push(reply.error.code)
  })
  await expect.poll(() => refused.filter((code) => code === 'server.busy').length).toBeGreaterThan(15)
  const payout = app.injectAs(user, requestPayout, { body: { amount: 100, currency: 'EUR' } })
  for (const release of locks) release()
  // Refused for what it asks, not for the load.
  expect((await payout).problem.code).not.toBe('server.busy')
  await Promise.all([...holders, ...replies])
  socket.disconnect()
})
