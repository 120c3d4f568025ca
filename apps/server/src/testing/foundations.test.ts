import { randomUUID } from 'node:crypto'
import { route } from '@veranda/contract/route.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import { day, instant, minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { cancelDue, onDue, scheduleDue } from '../due/due.ts'
import { type Feature } from '../feature.ts'
import { accountsFeature } from '../features/accounts/feature.ts'
import { serve } from '../http/serve.ts'
import { operator, signedIn } from '../http/who.ts'
import { worker } from '../jobs/jobs.ts'
import { balanceOf } from '../ledger/balances.ts'
import { checkLedger } from '../ledger/check.ts'
import { post } from '../ledger/post.ts'
import { append } from '../log/append.ts'
import { reaction } from '../log/react.ts'
import { appendToStream, readStream } from '../log/stream.ts'
import { testApp, type TestApp } from './test-app.ts'

type Bell = { readonly type: 'bell.rang'; readonly data: { readonly n: number } }

const heard: string[] = []
let failing = 0
const ring = route<{ body: { n: number; fail?: boolean }; reply: { n: number } }>('POST', '/bells')
const secret = route<{ reply: { ok: true } }>('GET', '/bells/secret')

const bells: Feature = {
  name: 'bells',
  routes: [
    serve(
      ring,
      {
        who: signedIn,
        body: z.strictObject({ n: z.int(), fail: z.optional(z.boolean()) }),
        reply: z.object({ n: z.int() }),
        idempotency: 'required',
      },
      async ({ tx, actor, body, clock }) => {
        const subject = { kind: 'bell', id: actor.id }
        await append(tx, { type: 'bell.rang', subject, actor: actor.id, at: clock.now(), data: { n: body.n } })
        return body.fail ? refuse('bell.broken', 'conflict') : ok({ n: body.n })
      },
    ),
    serve(secret, { who: operator, reply: z.object({ ok: z.literal(true) }) }, async () => ok({ ok: true as const })),
  ],
  reactions: [
    reaction<Bell>('fails-first', ['bell.rang'], async ({ event }) => {
      if (failing > 0) {
        failing -= 1
        throw new Error('not yet')
      }
      heard.push(`late ${event.data.n}`)
    }),
    reaction<Bell>('hear', ['bell.rang'], async ({ tx, event, deps }) => {
      heard.push(`bell ${event.data.n}`)
      await deps.jobs.enqueue(tx, 'echo', { n: event.data.n }, { key: event.id })
      await deps.jobs.enqueue(tx, 'echo', { n: event.data.n }, { key: event.id })
    }),
  ],
  due: [
    onDue('bell.timer', async ({ due, tx, deps }) => {
      heard.push(`timer ${due.key} ${JSON.stringify(due.data)}`)
      if (due.data['again']) await scheduleDue(tx, { ...due, at: instant(deps.clock.now() + day), data: {} })
    }),
  ],
  jobs: [worker<{ n: number }>('echo', async ({ n }) => void heard.push(`echo ${n}`))],
}

let app: TestApp
beforeAll(async () => {
  app = await testApp({ features: [accountsFeature, bells] })
})
afterAll(() => app.close())
beforeEach(() => {
  heard.length = 0
})

test('a reaction runs once, in order, and what it enqueues is worked once', async () => {
  const someone = await app.person()
  for (const n of [1, 2, 3]) await app.injectAs(someone, ring, { body: { n }, key: `k${n}` })
  await app.settle()
  await app.settle()
  expect(heard.filter((line) => line.startsWith('bell'))).toEqual(['bell 1', 'bell 2', 'bell 3'])
  expect(heard.filter((line) => line.startsWith('echo')).sort()).toEqual(['echo 1', 'echo 2', 'echo 3'])
})

test('a refusal rolls everything back and leaves no event', async () => {
  const someone = await app.person()
  const answer = await app.injectAs(someone, ring, { body: { n: 9, fail: true }, key: 'x' })
  expect(answer.problem).toMatchObject({ status: 409, code: 'bell.broken' })
  await app.settle()
  expect(heard).toEqual([])
})

test('the same idempotency key replays the answer, and another body is refused', async () => {
  const someone = await app.person()
  const call = { body: { n: 5 }, key: 'same' }
  const answers = await Promise.all([1, 2, 3, 4].map(() => app.injectAs(someone, ring, call)))
  expect(answers.map(({ reply }) => reply)).toEqual([{ n: 5 }, { n: 5 }, { n: 5 }, { n: 5 }])
  expect((await app.injectAs(someone, ring, { body: { n: 6 }, key: 'same' })).problem.code).toBe(
    'request.idempotency-key-reused',
  )
  expect((await app.injectAs(someone, ring, { body: { n: 6 }, key: null })).problem.code).toBe(
    'request.idempotency-key-missing',
  )
  await app.settle()
  expect(heard.filter((line) => line === 'bell 5')).toHaveLength(1)
})

test('an operator’s route is absent for everybody else', async () => {
  expect((await app.injectAs(null, secret)).status).toBe(401)
  expect((await app.injectAs(await app.person(), secret)).status).toBe(404)
  expect((await app.injectAs(await app.person('Op', { operator: true }), secret)).status).toBe(200)
})

test('a failing reaction is tried again and holds up no other', async () => {
  failing = 2
  const someone = await app.person()
  await app.injectAs(someone, ring, { body: { n: 7 }, key: 'f' })
  await app.settle()
  expect(heard).toContain('bell 7')
  expect(heard).not.toContain('late 7')
  await expect.poll(async () => (await app.settle(), heard), { timeout: 5_000 }).toContain('late 7')
})

test('a timer runs when the clock has passed it, moves with its key, and can be taken away', async () => {
  const now = app.clock.now()
  const due = { kind: 'bell.timer', subject: { kind: 'bell', id: 'b' } }
  await app.transact(async (tx) => {
    await scheduleDue(tx, { ...due, key: 'a', at: instant(now + minute), data: { again: true } })
    await scheduleDue(tx, { ...due, key: 'b', at: instant(now + minute) })
    await scheduleDue(tx, { ...due, key: 'b', at: instant(now + 2 * day) })
    await scheduleDue(tx, { ...due, key: 'c', at: instant(now + minute) })
    await cancelDue(tx, 'c')
  })
  await app.settle()
  expect(heard).toEqual([])
  await app.advance(2 * minute)
  expect(heard).toEqual(['timer a {"again":true}'])
  await app.advance(day + minute)
  expect(heard).toEqual(['timer a {"again":true}', 'timer a {}'])
  await app.advance(day)
  expect(heard.at(-1)).toBe('timer b {}')
})

test('fifty writers of one stream leave no hole', async () => {
  const stream = { kind: 'conversation' as const, id: randomUUID() }
  const written = await Promise.all(
    Array.from({ length: 50 }, (_, n) => app.transact((tx) => appendToStream(tx, stream, 'chat_message', { n }))),
  )
  expect([...written].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
  const rows = await readStream(app.deps.db, stream, { after: 10, limit: 5 })
  expect(rows.map(({ seq }) => seq)).toEqual([11, 12, 13, 14, 15])
  const back = await readStream(app.deps.db, stream, { before: 11, limit: 3 })
  expect(back.map(({ seq }) => seq)).toEqual([8, 9, 10])
})

test('the ledger refuses what does not balance, a second posting of one cause, and any change', async () => {
  const at = app.clock.now()
  const account = `unapplied:${randomUUID()}`
  const posting = {
    cause: `test:${account}`,
    kind: 'T1',
    currency: 'EUR',
    at,
    entries: [
      { account: 'psp_clearing', debit: 105 },
      { account, credit: 100 },
      { account: 'fee_client', credit: 5 },
    ],
  }
  expect((await app.transact((tx) => post(tx, posting))).ok).toBe(true)
  const second = await app.transact((tx) => post(tx, posting))
  expect(second).toMatchObject({ ok: false, refusal: { code: 'ledger.already-posted' } })
  expect(await balanceOf(app.deps.db, account, 'EUR')).toBe(100)
  expect(await balanceOf(app.deps.db, 'psp_clearing', 'EUR')).toBe(105)
  const lame = {
    ...posting,
    cause: 'lame',
    entries: [
      { account, credit: 1 },
      { account: 'psp_clearing', debit: 2 },
    ],
  }
  await expect(app.transact((tx) => post(tx, lame))).rejects.toThrow(/not balanced/)
  await expect(sql`update ledger_postings set debit = 1`.execute(app.deps.db)).rejects.toThrow(/append-only/)
  await expect(sql`delete from ledger_transactions`.execute(app.deps.db)).rejects.toThrow(/append-only/)
  await expect(sql`truncate ledger_postings`.execute(app.deps.db)).rejects.toThrow(/append-only/)
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('a route without a rule for its callers does not start', async () => {
  const route = {
    route: { method: 'GET', path: '/open' },
    standing: { reply: z.unknown() },
    handle: async () => ok({}),
  }
  // The type forbids it; this is what a mistake past the types would be.
  const broken: Feature = { name: 'broken', routes: [route as never] }
  await expect(testApp({ features: [broken] })).rejects.toThrow('GET /open does not say who may call it')
})

test('calls without a body take none, an empty object, and an empty body typed as JSON', async () => {
  const someone = await app.person()
  for (const payload of [undefined, '', '{}', '{"x":1}', '{']) {
    const response = await app.app.http.inject({
      method: 'POST',
      url: '/api/accounts/logout',
      headers: { cookie: someone.cookie, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(payload === undefined ? {} : { payload }),
    })
    expect([payload, response.statusCode]).toEqual([payload, payload === '{"x":1}' ? 422 : payload === '{' ? 400 : 200])
    expect(response.headers['content-type']).toContain(
      response.statusCode === 200 ? 'application/json' : 'application/problem+json',
    )
  }
})
