import { requestPasswordReset } from '@veranda/contract/accounts/password-reset/routes.ts'
import { registerUser } from '@veranda/contract/accounts/registration/routes.ts'
import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { type Route } from '@veranda/contract/route.ts'
import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../../../platform/assets/fuzz/testing/mutate.ts'
import { testApp, type TestApp } from '../../../testing/test-app.ts'
import { isGateRun } from '../../../testing/test-scope.ts'

/**
 * Compares what known and unknown addresses get: neither the reply nor its time may tell them apart. `npm run e2e -- gate` makes
 * 200 calls with known and 200 with unknown addresses for each of the three forms, and compares the times; a normal run
 * makes a few and compares the replies.
 */
const callsPerKind = isGateRun ? 200 : 6
/** Of the area under the curve that tells known from unknown by the time: 0.5 is chance, 1 is certainty. */
const maxArea = 0.6
const warmUpCalls = 10
const timeoutMs = isGateRun ? 300_000 : 30_000
const seed = Number(process.env['FUZZ_SEED'] ?? (isGateRun ? Date.now() % 1_000_000_000 : 1))

const password = 'a long walk by the sea'

let app: TestApp
let origin: URL
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
beforeAll(async () => {
  // Without limits, as a stranger has them who calls from many addresses. Jobs run meanwhile, among them the mails that
  // known addresses alone cause.
  app = await testApp()
  origin = new URL(await app.listen())
})
afterAll(async () => {
  agent.destroy()
  await app.close()
})

type Timed = { readonly isKnown: boolean; readonly ms: number; readonly status: number; readonly reply: string }

/** Posts over HTTP. Returns the whole reply but its date, ids and cookies of its own, and the time it took. */
async function post(route: Route, body: object): Promise<Omit<Timed, 'isKnown'>> {
  const payload = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
  const startedAt = performance.now()
  const { status, replyHeaders, text } = await new Promise<{
    status: number
    replyHeaders: readonly string[]
    text: string
  }>((resolve, reject) => {
    const call = request(new URL(`/api${route.path}`, origin), { method: route.method, agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          replyHeaders: response.rawHeaders,
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    call.on('error', reject)
    call.end(payload)
  })
  const ms = performance.now() - startedAt
  return { ms, status, reply: withoutIds(JSON.stringify([replyHeaders, text])) }
}

/** Replaces what is different in every reply by its length. */
function withoutIds(reply: string): string {
  const blank = (value: string) => '·'.repeat(value.length)
  return reply
    .replace(/(?<="date",")[^"]+/gi, blank)
    .replace(/(?<="x-request-id",")[^"]+/gi, blank)
    .replace(/(?<=requestId\\":\\")[^"\\]+/g, blank)
    .replace(/(?<="set-cookie","[^="]+=)[^;"]+/gi, blank)
    .replace(/(?<=nonce-)[^']+/g, blank)
}

/** Creates users with a password, which is hashed once for all. */
async function createKnown(emails: readonly string[]): Promise<void> {
  const [first, ...others] = emails
  const { id } = await app.createUser('Clara Hall', { email: first ?? '', password })
  const { db, ids } = app.deps
  const credential = await db
    .selectFrom('credentials')
    .select(['provider_id', 'password'])
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  for (const email of others) {
    const user = await app.createUser('Clara Hall', { email })
    await db
      .insertInto('credentials')
      .values({ ...credential, id: ids.next(), user_id: user.id, account_id: user.id })
      .execute()
  }
}

/** Calls with known and unknown addresses in random order. Returns the area under the curve, and the different replies. */
async function compare(
  name: string,
  route: Route,
  bodyOf: (email: string) => object,
): Promise<{ area: number; replies: string[] }> {
  // All of one length.
  const addresses = Array.from({ length: 2 * callsPerKind }, (_, n) => `${name}-${1_000 + n}@veranda.test`)
  const random = seededRandom(seed)
  const shuffled = addresses
    .map((email) => ({ email, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ email }) => email)
  const known = new Set(shuffled.slice(0, callsPerKind))
  await createKnown([...known])
  for (let n = 0; n < warmUpCalls; n += 1) await post(route, bodyOf(`warm-up-${n}@veranda.test`))
  const timed: Timed[] = []
  // In their own order, which is random as to which of them are known.
  for (const email of addresses) timed.push({ isKnown: known.has(email), ...(await post(route, bodyOf(email))) })
  const timesOf = (isKnown: boolean) => timed.filter((one) => one.isKnown === isKnown).map(({ ms }) => ms)
  const area = areaUnderCurve(timesOf(true), timesOf(false))
  return { area, replies: [...new Set(timed.map(({ status, reply }) => `${status} ${reply}`))] }
}

/** Returns how likely a value of one list is above one of the other: 0.5 when they are alike. Equal ones count half. */
function areaUnderCurve(ones: readonly number[], others: readonly number[]): number {
  let above = 0
  for (const one of ones) for (const other of others) above += one > other ? 1 : one === other ? 0.5 : 0
  return above / (ones.length * others.length)
}

test('the area under the curve is 0.5 for equal times, and 1 or 0 for times that never overlap', () => {
  expect(areaUnderCurve([1, 2, 3], [1, 2, 3])).toBe(0.5)
  expect([areaUnderCurve([4, 5], [1, 2, 3]), areaUnderCurve([1], [2, 3])]).toEqual([1, 0])
})

const registration = {
  name: 'Nia Newcomer',
  role: 'client',
  password,
  terms: currentTermsVersion,
  timeZone: 'UTC',
  language: 'en',
}
test.each([
  ['sign-in', login, 401, (email: string) => ({ email, password: 'not this one' })],
  ['registration', registerUser, 200, (email: string) => ({ ...registration, email })],
  ['reset', requestPasswordReset, 200, (email: string) => ({ email })],
] as const)(
  '%s: neither the reply nor the time tells known from unknown addresses',
  { timeout: timeoutMs },
  async (name, route, status, bodyOf) => {
    const { area, replies } = await compare(name, route, bodyOf)
    expect(replies).toHaveLength(1)
    expect(replies[0]).toMatch(new RegExp(`^${status} `))
    if (!isGateRun) return
    // For the report of the run.
    // oxlint-disable-next-line no-console
    console.info(`${name}: area under the curve ${area.toFixed(3)} (seed ${seed})`)
    expect(Math.max(area, 1 - area)).toBeLessThanOrEqual(maxArea)
  },
)
