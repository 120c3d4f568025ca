import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BodyOf, type ParamsOf, type QueryOf, type ReplyOf, type Route } from '@veranda/contract/route.ts'
import { type Problem } from '@veranda/contract/shapes.ts'
import { type Session } from '@veranda/contract/accounts/schemas.ts'
import { type PersonId } from '@veranda/core/ids.ts'
import { type Instant, type Milliseconds } from '@veranda/core/time/instant.ts'
import { inject } from 'vitest'
import { type App, buildApp } from '../app.ts'
import { type MovableClock, movableClock } from '../clock.ts'
import { type Tx } from '../db/database.ts'
import { makeTestDatabase } from '../db/testing.ts'
import { transact } from '../db/transact.ts'
import { type Deps } from '../deps.ts'
import { readEnv } from '../env.ts'
import { type Feature } from '../feature.ts'
import { type Gateways } from '../gateways/gateways.ts'
import { confirmHeld } from '../features/accounts/confirm-held.ts'
import { makeTestPerson, type Person, type PersonWish } from '../features/accounts/test-person.ts'
import { makeLogger } from '../logger.ts'
import { settle } from '../settle.ts'

export { type Person } from '../features/accounts/test-person.ts'

/** The parts of a call that its route has. */
export type Call<R> = (ParamsOf<R> extends undefined ? { params?: never } : { params: ParamsOf<R> }) &
  (QueryOf<R> extends undefined ? { query?: never } : { query?: QueryOf<R> }) &
  (BodyOf<R> extends undefined ? { body?: never } : { body: BodyOf<R> }) & {
    /** Sent as Idempotency-Key; where a route requires one and none is given, one is made up, and with null none goes. */
    key?: string | null
    headers?: Record<string, string>
  }

export type Answer<Reply> = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  /** The answer of a good call; throws with the problem when it was refused. */
  readonly reply: Reply
  /** The problem document of a refused call; throws when it was good. */
  readonly problem: Problem
}

export type TestApp = {
  readonly app: App
  readonly deps: Deps
  readonly clock: MovableClock
  /** Makes somebody with an account and a living session, without the registration form. */
  person(name?: string, wish?: PersonWish): Promise<Person>
  /** Lets somebody's session count as freshly confirmed, as after their password. */
  confirm(person: Person): Promise<void>
  /** Calls a route as somebody, or as nobody with null. */
  injectAs<R extends Route>(who: Person | null, route: R, call?: Call<R>): Promise<Answer<ReplyOf<R>>>
  /** Runs work in a transaction, as a use case would. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs reactions, timers and jobs until nothing is left to do. */
  settle(): Promise<void>
  /** Moves the clock forward and settles. */
  advance(by: Milliseconds): Promise<void>
  /** Listens on a free port with everything running in the background; answers the address. */
  listen(): Promise<string>
  close(): Promise<void>
}

export type TestAppOptions = {
  /** Instead of the product's features. */
  features?: readonly Feature[]
  gateways?: Partial<Gateways>
  env?: Record<string, string>
  /** Where the clock starts; the machine's time by default. */
  at?: Instant
}

/** The whole server over a database of its own. Close it at the end of the file. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await makeTestDatabase(inject('postgres'))
  const dataDir = await mkdtemp(join(tmpdir(), 'veranda-test-'))
  const read = readEnv(
    { PORT: '0', RATE_LIMITS: '0', LOG_LEVEL: 'error', DATABASE_POOL: '8', VERANDA_DATA: dataDir, ...options.env },
    dataDir,
  )
  if (!read.ok) throw new Error(read.complaint)
  const clock = movableClock(options.at === undefined ? 0 : options.at - Date.now())
  const log = makeLogger(process.env['TEST_LOG'] ?? 'fatal')
  const { makeGateways } = await import('../gateways/make-gateways.ts')
  const app = await buildApp({
    env: read.env,
    databaseUrl: database.url,
    log,
    clock,
    background: false,
    gateways: (parts) => ({ ...makeGateways(parts), ...options.gateways }),
    ...(options.features ? { features: options.features } : {}),
  })
  app.readiness.ready = true
  let listening = false

  const settled = async () => {
    if (listening) throw new Error('the app works in the background; wait for what you expect instead')
    await settle(app)
  }

  return {
    app,
    deps: app.deps,
    clock,
    person: (name, wish) => makeTestPerson(app.deps, name, wish),
    confirm: (person) => confirmHeld(app.deps, person),
    injectAs: (who, route, call) => injectAs(app, who, route, call),
    transact: (work) => transact(app.deps, work),
    settle: settled,
    async advance(by) {
      clock.setShift(clock.shift() + by)
      await settled()
    },
    async listen() {
      listening = true
      await app.start()
      return app.listen()
    },
    async close() {
      await app.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type LooseCall = {
  params?: Record<string, unknown>
  query?: object
  body?: object
  key?: string | null
  headers?: Record<string, string>
}

async function injectAs<R extends Route>(
  app: App,
  who: Person | null,
  route: R,
  call?: Call<R>,
): Promise<Answer<ReplyOf<R>>> {
  // Call's parts depend on R; here they are only handed on.
  const { params, query, body, key, headers } = (call ?? {}) as LooseCall
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
  const asked = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(
    asked.flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)])),
  )
  const required = app.routes.some((served) => served.route === route && served.standing.idempotency === 'required')
  const sent = key === undefined && required ? randomUUID() : (key ?? undefined)
  const response = await app.http.inject({
    method: route.method,
    url: `/api${path}${search.size > 0 ? `?${search.toString()}` : ''}`,
    headers: {
      ...(who ? { authorization: `Bearer ${who.token}`, cookie: who.cookie } : {}),
      ...(sent === undefined ? {} : { 'idempotency-key': sent }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: body }),
  })
  const good = response.statusCode < 400
  return {
    status: response.statusCode,
    headers: response.headers,
    get reply(): ReplyOf<R> {
      if (!good) throw new Error(`${route.method} ${path} was refused: ${response.body}`)
      // The server serialised it by the route's own schema.
      return JSON.parse(response.body) as ReplyOf<R>
    },
    get problem(): Problem {
      if (good) throw new Error(`${route.method} ${path} was not refused: ${response.body}`)
      // Every refusal is one.
      return JSON.parse(response.body) as Problem
    },
  }
}

/** The session a registration or login answered, as somebody to call routes as. */
export function personOf(answer: Answer<Session>): Person {
  const set = [answer.headers['set-cookie']].flat().map(String)
  const cookie = set.find((text) => text.startsWith('veranda.session='))?.split(';', 1)[0] ?? ''
  const { user, token } = answer.reply
  // The id of a person's row.
  return { id: user.id as PersonId, name: user.name, email: user.email, role: user.role, token, cookie }
}
