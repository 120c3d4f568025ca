import { randomUUID } from 'node:crypto'
import { streamEvent } from '@veranda/contract/realtime/socket-event.ts'
import { route } from '@veranda/contract/route.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import { day, instant, minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { cancelTimer, timerHandler, scheduleTimer } from '../platform/timers/timers.ts'
import { type Feature } from '../platform/feature.ts'
import { accountsFeature } from '../features/accounts/feature.ts'
import { serve } from '../platform/http/route.ts'
import { adminOnly, signedIn } from '../platform/http/route-access.ts'
import { worker } from '../platform/jobs/worker.ts'
import { balanceOf } from '../platform/ledger/balances.ts'
import { checkLedger } from '../platform/ledger/check-ledger.ts'
import { type NewTransaction, postTransaction } from '../platform/ledger/post-transaction.ts'
import { appendEvent } from '../platform/events/append-event.ts'
import { eventHandler } from '../platform/events/event-handler.ts'
import { appendToStream, readStream } from '../platform/events/streams.ts'
import { testApp, type TestApp } from './test-app.ts'

type Bell = { readonly type: 'bell.rang'; readonly data: { readonly n: number } }

const handled: string[] = []
let remainingFailures = 0
const ring = route<{ body: { n: number; fail?: boolean }; reply: { n: number } }>('POST', '/bells')
const secret = route<{ reply: { ok: true } }>('GET', '/bells/secret')

const testFeature: Feature = {
  name: 'bells',
  routes: [
    serve(
      ring,
      {
        access: signedIn,
        body: z.strictObject({ n: z.int(), fail: z.optional(z.boolean()) }),
        reply: z.object({ n: z.int() }),
        idempotency: 'required',
      },
      async ({ tx, actor, body, clock }) => {
        const subject = { kind: 'bell', id: actor.id }
        await appendEvent(tx, { type: 'bell.rang', subject, actor: actor.id, at: clock.now(), data: { n: body.n } })
        return body.fail ? refuse('bell.broken', 'conflict') : ok({ n: body.n })
      },
    ),
    serve(secret, { access: adminOnly, reply: z.object({ ok: z.literal(true) }) }, async () =>
      ok({ ok: true as const }),
    ),
  ],
  eventHandlers: [
    eventHandler<Bell>('fails-first', ['bell.rang'], async ({ event }) => {
      if (remainingFailures > 0) {
        remainingFailures -= 1
        throw new Error('not yet')
      }
      handled.push(`late ${event.data.n}`)
    }),
    eventHandler<Bell>('record-bells', ['bell.rang'], async ({ tx, event, deps }) => {
      handled.push(`bell ${event.data.n}`)
      await deps.jobs.enqueue(tx, 'echo', { n: event.data.n }, { key: event.id })
      await deps.jobs.enqueue(tx, 'echo', { n: event.data.n }, { key: event.id })
    }),
  ],
  timers: [
    timerHandler('bell.timer', async ({ timer, tx, deps }) => {
      handled.push(`timer ${timer.key} ${JSON.stringify(timer.data)}`)
      if (timer.data['again']) await scheduleTimer(tx, { ...timer, at: instant(deps.clock.now() + day), data: {} })
    }),
  ],
  jobs: [worker<{ n: number }>('echo', async ({ n }) => void handled.push(`echo ${n}`))],
}

let app: TestApp
beforeAll(async () => {
  app = await testApp({ features: [accountsFeature, testFeature] })
})
afterAll(() => app.close())
beforeEach(() => {
  handled.length = 0
})

test('an event handler runs once, in order, and the jobs it enqueues run once', async () => {
  const user = await app.createUser()
  for (const n of [1, 2, 3]) await app.injectAs(user, ring, { body: { n }, key: `k${n}` })
  await app.runUntilIdle()
  await app.runUntilIdle()
  expect(handled.filter((line) => line.startsWith('bell'))).toEqual(['bell 1', 'bell 2', 'bell 3'])
  expect(handled.filter((line) => line.startsWith('echo')).sort()).toEqual(['echo 1', 'echo 2', 'echo 3'])
})

test('a refusal rolls everything back and leaves no event', async () => {
  const user = await app.createUser()
  const answer = await app.injectAs(user, ring, { body: { n: 9, fail: true }, key: 'x' })
  expect(answer.problem).toMatchObject({ status: 409, code: 'bell.broken' })
  await app.runUntilIdle()
  expect(handled).toEqual([])
})

test('the same idempotency key replays the reply, and another body is refused', async () => {
  const user = await app.createUser()
  const call = { body: { n: 5 }, key: 'same' }
  const answers = await Promise.all([1, 2, 3, 4].map(() => app.injectAs(user, ring, call)))
  expect(answers.map(({ reply }) => reply)).toEqual([{ n: 5 }, { n: 5 }, { n: 5 }, { n: 5 }])
  expect((await app.injectAs(user, ring, { body: { n: 6 }, key: 'same' })).problem.code).toBe(
    'request.idempotency-key-reused',
  )
  expect((await app.injectAs(user, ring, { body: { n: 6 }, key: null })).problem.code).toBe(
    'request.idempotency-key-missing',
  )
  await app.runUntilIdle()
  expect(handled.filter((line) => line === 'bell 5')).toHaveLength(1)
})

test('an admin route does not exist for other users', async () => {
  expect((await app.injectAs(null, secret)).status).toBe(401)
  expect((await app.injectAs(await app.createUser(), secret)).status).toBe(404)
  expect((await app.injectAs(await app.createUser('Op', { isAdmin: true }), secret)).status).toBe(200)
})

test('a failing event handler is retried and delays no other', async () => {
  remainingFailures = 2
  const user = await app.createUser()
  await app.injectAs(user, ring, { body: { n: 7 }, key: 'f' })
  await app.runUntilIdle()
  expect(handled).toContain('bell 7')
  expect(handled).not.toContain('late 7')
  await expect.poll(async () => (await app.runUntilIdle(), handled), { timeout: 5_000 }).toContain('late 7')
})

test('a timer runs when it is due, moves with its key, and can be cancelled', async () => {
  const now = app.clock.now()
  const timer = { kind: 'bell.timer', subject: { kind: 'bell', id: 'b' } }
  await app.transact(async (tx) => {
    await scheduleTimer(tx, { ...timer, key: 'a', at: instant(now + minute), data: { again: true } })
    await scheduleTimer(tx, { ...timer, key: 'b', at: instant(now + minute) })
    await scheduleTimer(tx, { ...timer, key: 'b', at: instant(now + 2 * day) })
    await scheduleTimer(tx, { ...timer, key: 'c', at: instant(now + minute) })
    await cancelTimer(tx, 'c')
  })
  await app.runUntilIdle()
  expect(handled).toEqual([])
  await app.advance(2 * minute)
  expect(handled).toEqual(['timer a {"again":true}'])
  await app.advance(day + minute)
  expect(handled).toEqual(['timer a {"again":true}', 'timer a {}'])
  await app.advance(day)
  expect(handled.at(-1)).toBe('timer b {}')
})

const numberAdded = streamEvent('conversation', 'number:added', z.object({ seq: z.int(), n: z.int() }))

test('fifty concurrent writers leave no gap in a stream', async () => {
  const stream = { kind: 'conversation' as const, id: randomUUID() }
  const written = await Promise.all(
    Array.from({ length: 50 }, (_, n) => app.transact((tx) => appendToStream(tx, stream, numberAdded, { n }))),
  )
  expect([...written].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
  const rows = await readStream(app.deps.db, stream, { after: 10, limit: 5 })
  expect(rows.map(({ seq }) => seq)).toEqual([11, 12, 13, 14, 15])
  const backward = await readStream(app.deps.db, stream, { before: 11, limit: 3 })
  expect(backward.map(({ seq }) => seq)).toEqual([8, 9, 10])
})

test('the ledger refuses an unbalanced posting, a second posting of one cause, and any change', async () => {
  const at = app.clock.now()
  const account = `unapplied:${randomUUID()}` as const
  const posting: NewTransaction = {
    cause: `test:${account}`,
    kind: 'capture',
    currency: 'EUR',
    at,
    entries: [
      { account: 'psp_clearing', debit: 105 },
      { account, credit: 100 },
      { account: 'fee_client', credit: 5 },
    ],
  }
  expect((await app.transact((tx) => postTransaction(tx, posting))).ok).toBe(true)
  const second = await app.transact((tx) => postTransaction(tx, posting))
  expect(second).toMatchObject({ ok: false, refusal: { code: 'ledger.already-posted' } })
  expect(await balanceOf(app.deps.db, account, 'EUR')).toBe(100)
  expect(await balanceOf(app.deps.db, 'psp_clearing', 'EUR')).toBe(105)
  const unbalanced: NewTransaction = {
    ...posting,
    cause: 'lame',
    entries: [
      { account, credit: 1 },
      { account: 'psp_clearing', debit: 2 },
    ],
  }
  await expect(app.transact((tx) => postTransaction(tx, unbalanced))).rejects.toThrow(/not balanced/)
  await expect(sql`update ledger_entries set debit = 1`.execute(app.deps.db)).rejects.toThrow(/append-only/)
  await expect(sql`delete from ledger_transactions`.execute(app.deps.db)).rejects.toThrow(/append-only/)
  await expect(sql`truncate ledger_entries`.execute(app.deps.db)).rejects.toThrow(/append-only/)
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('a route without an access rule does not start', async () => {
  const route = {
    route: { method: 'GET', path: '/open' },
    options: { reply: z.unknown() },
    handle: async () => ok({}),
  }
  // The types forbid it; the runtime must refuse it too.
  const broken: Feature = { name: 'broken', routes: [route as never] }
  await expect(testApp({ features: [broken] })).rejects.toThrow('GET /open does not say who may call it')
})

test('a route without a body accepts no body, an empty object and an empty JSON body', async () => {
  const user = await app.createUser()
  for (const payload of [undefined, '', '{}', '{"x":1}', '{']) {
    const response = await app.app.http.inject({
      method: 'POST',
      url: '/api/accounts/logout',
      headers: { cookie: user.cookie, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(payload === undefined ? {} : { payload }),
    })
    expect([payload, response.statusCode]).toEqual([payload, payload === '{"x":1}' ? 422 : payload === '{' ? 400 : 200])
    expect(response.headers['content-type']).toContain(
      response.statusCode === 200 ? 'application/json' : 'application/problem+json',
    )
  }
})
