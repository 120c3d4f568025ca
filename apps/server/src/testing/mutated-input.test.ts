import { type Problem } from '@veranda/contract/shared-schemas.ts'
import { openDirectConversation, sendMessage } from '@veranda/contract/conversations/routes.ts'
import { clientEvents } from '@veranda/contract/realtime/event-catalogue.ts'
import { recordKinds, singletonKinds } from '@veranda/contract/rooms/records/record-kinds.ts'
import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import { type $ZodType } from 'zod/v4/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CommissionScenario, makeCreator } from '../features/commissions/testing/commission-scenario.ts'
import { seededRandom } from '../platform/assets/fuzz/testing/mutate.ts'
import { type ServerRoute } from '../platform/http/route.ts'
import { listDeadLetters } from '../platform/jobs/dead-letters.ts'
import { mutatedInput, mutatedText, pick } from './mutated-input.ts'
import { sampleInput } from './sample-input.ts'
import { testApp, type TestApp, type TestUser } from './test-app.ts'
import { isGateRun } from './test-scope.ts'

/**
 * Random mutations of valid input to every route and socket event: whatever arrives, the reply is a result or a refusal
 * that says what is wrong, and the server stays up. `npm run e2e -- gate` sends 100 000 bodies, with other calls among
 * them, and as many events, from a seed of its own; `FUZZ_SEED` repeats a run.
 */
const bodyCount = isGateRun ? 100_000 : 1_000
const eventCount = isGateRun ? 100_000 : 2_500
const seed = Number(process.env['FUZZ_SEED'] ?? (isGateRun ? Date.now() % 1_000_000_000 : 1))
const timeoutMs = isGateRun ? 3_600_000 : 60_000
/** The machine may be busy with other tests; a hang is longer. */
const maxReplyMs = 15_000
const maxRefusalBytes = 16_384
/** Within the limit of a socket, 64 KiB with the frame around it. */
const maxEventBytes = 60_000
const concurrentCalls = 6

let app: TestApp
let url: string
let users: { client: TestUser; creator: TestUser; stranger: TestUser; leaver: TestUser; admin: TestUser }
/** Ids of data of the client and the creator, which the calls are about. */
const ids: string[] = []

beforeAll(async () => {
  app = await testApp()
  const [client, creator, stranger] = [
    await app.createUser('Carla Client'),
    await app.createUser('Pia Maker', { role: 'creator' }),
    await app.createUser('Stella Stranger'),
  ]
  users = {
    client,
    creator,
    stranger,
    leaver: await app.createUser('Lee Leaver'),
    admin: await app.createUser('Ada Admin', { isAdmin: true }),
  }
  await app.runUntilIdle()
  const known = await app.deps.db.selectFrom('creators').select('user_id').where('user_id', '=', creator.id).execute()
  if (known.length === 0) await makeCreator(app, creator)
  const story = new CommissionScenario(app, { client, creator })
  await story.fundFirstMilestone()
  const submitted = await story.submitVersion()
  const direct = await app.injectAs(client, openDirectConversation, { body: { userId: creator.id } })
  const message = { clientId: randomUUID(), message: 'hello' }
  const sent = await app.injectAs(client, sendMessage, { params: { id: direct.reply.id }, body: message })
  ids.push(client.id, creator.id, story.projectId, story.id, submitted.id, submitted.deliverables[0]?.id ?? '')
  ids.push(direct.reply.id, sent.reply.id)
  url = await app.listenWithoutBackground()
})
afterAll(() => app.close())

/** Each call draws its own random numbers, so a seed repeats it whatever else runs. */
const randomOf = (round: number) => seededRandom(seed + round * 7_919)

const nameOf = ({ route }: ServerRoute) => `${route.method} ${route.path}`
const isWrite = ({ route }: ServerRoute) => !['GET', 'HEAD'].includes(route.method)
/** It moves the clock under the other calls; hostile-bodies.test.ts covers its body. */
const movesClock = ({ route }: ServerRoute) => route.path.startsWith('/sandbox/clock')
/** They may end the session of their caller, so they are called by a user of their own. */
const endsSession = ({ route }: ServerRoute) => /^\/accounts\/(logout|password|devices)/.test(route.path)

type Target = { readonly served: ServerRoute; readonly body: $ZodType | undefined; readonly path: string }

function listTargets(): Target[] {
  const routes = app.app.routes.filter((served) => !served.handleRaw && !movesClock(served))
  const plain = routes.map((served) => ({ served, body: served.options.body, path: served.route.path }))
  // The value of a record has a schema for each kind.
  const setRecord = routes.find((served) => nameOf(served) === 'PUT /rooms/:id/records/:key')
  if (!setRecord) throw new Error('there is no route for records')
  const records = Object.entries(recordKinds).map(([kind, schema]) => ({
    served: setRecord,
    body: schema,
    path: setRecord.route.path.replace(':key', singletonKinds.some((one) => one === kind) ? kind : `${kind}:a`),
  }))
  return [...plain, ...records]
}

type Attempt = {
  readonly target: Target
  readonly url: string
  readonly payload: string | undefined
  readonly user: TestUser | null
}

function makeAttempt(target: Target, random: () => number): Attempt {
  const { served, body, path } = target
  const address = path.replace(/:(\w+)/g, (_, name: string) => {
    if (random() < 0.03) return encodeURIComponent(mutatedText(random).toWellFormed()) || 'x'
    return name === 'key' ? 'tools' : name === 'token' ? 'x'.repeat(43) : pick(ids, random)
  })
  const { query } = served.options
  let search = ''
  if (query && random() < 0.8) {
    // A query is an object of texts.
    const sample = sampleInput(query) as Record<string, unknown>
    const pairs = Object.entries(sample).filter(() => random() < 0.5)
    search = `?${new URLSearchParams(
      pairs.map(([name, value]) => [name, random() < 0.5 ? mutatedText(random) : String(value)]),
    ).toString()}`
  }
  const value = body && mutatedInput(body, ids, random)
  const payload = value === undefined || body === served.options.body ? value : `{"expected":0,"value":${value}}`
  const who = random()
  return {
    target,
    url: `/api${address}${search}`,
    payload: payload ?? (isWrite(served) && random() < 0.3 ? mutatedText(random) : undefined),
    user: who < 0.05 ? null : endsSession(served) ? users.leaver : pickUser(served, who),
  }
}

function pickUser({ options }: ServerRoute, who: number): TestUser {
  if (who < 0.15) return users.stranger
  if (options.access.kind === 'admin') return users.admin
  return who < 0.6 ? users.client : users.creator
}

type Outcome = { readonly status: number; readonly fault: string | undefined }

async function send({ target, url: address, payload, user }: Attempt): Promise<Outcome> {
  const startedAt = performance.now()
  const response = await app.app.http.inject({
    method: target.served.route.method,
    url: address,
    headers: {
      ...(user ? { authorization: `Bearer ${user.token}`, cookie: user.cookie } : {}),
      ...(isWrite(target.served) ? { 'idempotency-key': randomUUID() } : {}),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  })
  const { statusCode: status, body } = response
  const elapsedMs = performance.now() - startedAt
  if (elapsedMs > maxReplyMs) return { status, fault: `took ${Math.round(elapsedMs)} ms` }
  if (status < 400) return { status, fault: undefined }
  if (status >= 500) return { status, fault: `${status} ${body.slice(0, 200)}` }
  const type = String(response.headers['content-type'])
  if (!type.startsWith('application/problem+json')) return { status, fault: `${status} as ${type}` }
  if (body.length > maxRefusalBytes) return { status, fault: `${status} of ${body.length} bytes` }
  const problem = response.json<Problem>()
  if (typeof problem.code !== 'string' || problem.status !== status) return { status, fault: `no problem: ${body}` }
  const isAboutField = status === 422 && ['request.invalid', 'text.hidden-characters'].includes(problem.code)
  if (isAboutField && !problem.field) return { status, fault: `no field: ${body}` }
  return { status, fault: undefined }
}

const describeAttempt = ({ target, url: address, payload, user }: Attempt) =>
  `${target.served.route.method} ${address.slice(0, 200)} as ${user?.name ?? 'nobody'} ${payload?.slice(0, 400) ?? ''}`

test(
  `${bodyCount} mutated bodies, and queries and paths with them, are each done or refused with a reason`,
  { timeout: timeoutMs },
  async () => {
    const targets = listTargets()
    const withBody = targets.filter(({ body }) => body)
    expect(withBody.length).toBeGreaterThan(65)
    const statuses = new Map<number, number>()
    const faults: string[] = []
    let next = 0
    let bodies = 0
    let answered = 0
    async function sendAll(): Promise<void> {
      while (bodies < bodyCount && faults.length < 5) {
        const round = next
        next += 1
        const random = randomOf(round)
        const target = random() < 0.8 ? withBody[round % withBody.length] : pick(targets, random)
        if (!target) throw new Error('there is no route')
        const attempt = makeAttempt(target, random)
        if (target.body) bodies += 1
        const { status, fault } = await send(attempt)
        if (status < 300 && endsSession(target.served)) users.leaver = await app.createUser('Lee Leaver')
        if (target.body) answered += 1
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (fault !== undefined) faults.push(`seed ${seed}, call ${round}, ${describeAttempt(attempt)}: ${fault}`)
      }
    }
    await Promise.all(Array.from({ length: concurrentCalls }, sendAll))
    expect(faults).toEqual([])
    expect(answered).toBe(bodyCount)
    // All layers were reached: malformed, signed out, not found, invalid, and some were done.
    for (const status of [200, 400, 401, 404, 422]) expect(statuses.get(status) ?? 0, `${status}`).toBeGreaterThan(5)
    if (isGateRun) console.warn(`seed ${seed}: ${answered} bodies, ${JSON.stringify(Object.fromEntries(statuses))}`)
  },
)

async function connect(user: TestUser): Promise<Socket> {
  const socket = io(url, {
    transports: ['websocket'],
    auth: { token: user.token },
    extraHeaders: { cookie: user.cookie },
    forceNew: true,
  })
  await new Promise<void>((connected, failed) => {
    socket.once('stream:heads', () => connected())
    socket.once('connect_error', failed)
  })
  return socket
}

type Acknowledgement = { ok?: boolean; error?: { code?: string; status?: number; field?: string } }

/** Returns the JSON text of a mutated payload that reaches the handlers of events. */
function mutatedEvent(schema: $ZodType, random: () => number): string {
  for (;;) {
    const text = mutatedInput(schema, ids, random)
    // Socket.IO itself ends the connection for a text that is no JSON or too large; another one is sent instead.
    if (Buffer.byteLength(text) <= maxEventBytes && isJson(text)) return text
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test(
  `${eventCount} mutated socket events are each acknowledged or refused with a reason`,
  { timeout: timeoutMs },
  async () => {
    const events = Object.values(clientEvents)
    const sockets = [await connect(users.client), await connect(users.creator), await connect(users.stranger)]
    const faults: string[] = []
    const counts = { ok: 0, refused: 0 }
    let next = 0
    async function emitAll(): Promise<void> {
      while (next < eventCount && faults.length < 5) {
        const round = next
        next += 1
        const random = randomOf(round)
        const event = pick(events, random)
        const text = mutatedEvent(event.schema, random)
        const socket = pick(sockets, random)
        const about = `seed ${seed}, event ${round}, ${event.name} ${text.slice(0, 400)}`
        try {
          // The socket's protocol.
          const answer = (await socket.timeout(maxReplyMs).emitWithAck(event.name, JSON.parse(text))) as Acknowledgement
          if (answer.ok === true) counts.ok += 1
          else counts.refused += 1
          const { code, status = 0, field } = answer.error ?? {}
          if (answer.ok !== true && (code === undefined || status < 400 || status >= 500))
            faults.push(`${about}: ${JSON.stringify(answer)}`)
          if (code === 'request.invalid' && !field) faults.push(`${about}: no field`)
        } catch (error) {
          faults.push(`${about}: ${String(error)}`)
        }
      }
    }
    await Promise.all(Array.from({ length: concurrentCalls }, emitAll))
    expect(faults).toEqual([])
    expect(counts.ok + counts.refused).toBe(eventCount)
    expect(sockets.every((socket) => socket.connected)).toBe(true)
    expect(counts.ok).toBeGreaterThan(100)
    expect(counts.refused).toBeGreaterThan(500)
    for (const socket of sockets) socket.disconnect()
    if (isGateRun) console.warn(`seed ${seed}: ${JSON.stringify(counts)}`)
  },
)

test('what was accepted of it stops no event handler, timer or job', { timeout: timeoutMs }, async () => {
  await app.runUntilIdle()
  expect(await listDeadLetters(app.app)).toEqual([])
})
