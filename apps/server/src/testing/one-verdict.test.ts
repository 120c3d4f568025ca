import { logout } from '@veranda/contract/accounts/sessions/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerRoute } from '../platform/http/route.ts'
import {
  credentialsOf,
  encodePath,
  endsSession,
  firstOf,
  isAfterEffect,
  isSameVerdict,
  isWrite,
  nameOf,
  otherSpellings,
  plainCall,
  rulingHeaders,
  sendCall,
} from './route-calls.ts'
import { mutations, sampleInput } from './sample-input.ts'
import { isGateRun } from './test-scope.ts'
import { type TestUser, testApp, type TestApp } from './test-app.ts'

/**
 * Every route, in every spelling and with every kind of input, has the verdict of its plain form and never a 500. The
 * table of who may call what with whose data is in route-access.test.ts; here the input is what varies. Dot segments
 * are in one-verdict-wire.test.ts, because they do not survive an injected call, methods in allowed-methods.test.ts,
 * what refused calls leave behind in refused-calls.test.ts, and tokens that have expired in authentication.test.ts,
 * because they expire by the machine's clock.
 */
const timeoutMs = 60_000
let app: TestApp
let user: TestUser
let otherUser: TestUser
let endedUser: TestUser
beforeAll(async () => {
  app = await testApp()
  user = await app.createUser('Stella Stranger')
  otherUser = await app.createUser('Otto Other')
  endedUser = await app.createUser('Ed Ended')
  await app.injectAs(endedUser, logout)
})
afterAll(() => app.close())

const send = (call: Parameters<typeof sendCall>[1]) => sendCall(app, call)
const signedOut = async (): Promise<Record<string, string>> => ({})
const signedIn = async (served: ServerRoute): Promise<Record<string, string>> =>
  credentialsOf(endsSession(served) ? await app.createUser('Sven Short') : user)

test('a valid sample of every body is accepted by its schema, so that authorisation is really reached', () => {
  const wrong = app.app.routes.flatMap((served) => {
    const { body } = served.options
    if (!body) return []
    const result = body['~standard'].validate(sampleInput(body))
    return result instanceof Promise || !result.issues
      ? []
      : [
          `${nameOf(served)}: ${result.issues.map(({ message, path }) => `${JSON.stringify(path)} ${message}`).join(', ')}`,
        ]
  })
  expect(app.app.routes.filter(({ options }) => options.body).length).toBeGreaterThan(60)
  expect(firstOf(wrong)).toEqual([])
})

test.each([
  ['signed out', signedOut],
  ['signed in', signedIn],
])(
  '%s, an encoded path has the verdict of the plain one, and other spellings are not found',
  { timeout: timeoutMs },
  async (_, headers) => {
    const wrong: string[] = []
    for (const served of app.app.routes) {
      const call = plainCall(served, await headers(served))
      const { url } = call
      const plain = await send(call)
      if (plain.status >= 500) wrong.push(`${nameOf(served)}: ${plain.status}`)
      const own = endsSession(served) ? { ...call.headers, ...(await headers(served)) } : call.headers
      const encoded = await send({ ...call, headers: own, url: encodePath(url) })
      // A first write may have changed what the second one meets; it must still be let through or kept out alike.
      if (!isSameVerdict(plain, encoded) && !isAfterEffect(served, plain, encoded))
        wrong.push(`${nameOf(served)} encoded: ${plain.status} ${plain.code} became ${encoded.status} ${encoded.code}`)
      if (plain.status === encoded.status) {
        const [expected, found] = [rulingHeaders(plain.headers), rulingHeaders(encoded.headers)]
        if (expected !== found) wrong.push(`${nameOf(served)} encoded: ${expected} became ${found}`)
      }
      for (const spelling of otherSpellings(served, url)) {
        const { status, type } = await send({ ...call, url: spelling })
        // An address that ends with a slash may be one with an empty id, of a route that asks who calls.
        if (![404, 405].includes(status) && (status !== 401 || 'authorization' in call.headers))
          wrong.push(`${nameOf(served)} as ${spelling}: ${status}`)
        if (type !== 'application/problem+json' && served.route.method !== 'HEAD') wrong.push(`${spelling}: ${type}`)
      }
    }
    expect(firstOf(wrong)).toEqual([])
  },
)

test('no token or cookie but the right ones opens a route that needs a user', { timeout: timeoutMs }, async () => {
  const token = `Bearer ${user.token}`
  const withoutSession: Record<string, Record<string, string>> = {
    'no cookie': { authorization: token },
    'a session that was ended': credentialsOf(endedUser),
    garbage: { authorization: 'Bearer \u00e9', cookie: 'veranda.session=%' },
    'a cookie that was cut': { authorization: token, cookie: user.cookie.replace(/....(?=\.|$)/, '') },
  }
  const withoutToken: Record<string, Record<string, string>> = {
    'no token': { cookie: user.cookie },
    "another user's cookie": { authorization: token, cookie: otherUser.cookie },
    'a broken token': { authorization: `${token.slice(0, -4)}AAAA`, cookie: user.cookie },
    'no signature': { authorization: `${token.split('.', 2).join('.')}.`, cookie: user.cookie },
    'another scheme': { authorization: `Basic ${Buffer.from('a:b').toString('base64')}`, cookie: user.cookie },
  }
  const wrong: string[] = []
  for (const served of app.app.routes) {
    const { kind } = served.options.access
    const plain = await send(plainCall(served, {}))
    // The cookie alone opens a file; anyone may call the others, with any credentials.
    const needsToken = kind === 'signed-in' || kind === 'admin'
    const states = needsToken ? { ...withoutSession, ...withoutToken } : withoutSession
    for (const [name, headers] of Object.entries(states)) {
      const verdict = await send(plainCall(served, headers))
      const isAlike = isSameVerdict(plain, verdict) || isAfterEffect(served, plain, verdict)
      if (!isAlike) wrong.push(`${nameOf(served)}, ${name}: ${plain.status} became ${verdict.status}`)
      if (needsToken && ![401, ...(kind === 'admin' ? [404] : [])].includes(verdict.status))
        wrong.push(`${nameOf(served)}, ${name}: ${verdict.status}`)
    }
  }
  expect(firstOf(wrong)).toEqual([])
})

const foreignOrigins = ['https://evil.example', 'null', 'http://localhost.evil.example', 'http://localhost:1', 'x']

test('no page of another website writes, and none reads a reply', async () => {
  const wrong: string[] = []
  for (const served of app.app.routes) {
    const headers = await signedIn(served)
    const plain = isWrite(served) ? undefined : await send(plainCall(served, headers))
    for (const origin of foreignOrigins) {
      const call = plainCall(served, { ...headers, host: 'localhost:4000', origin })
      const foreign = await send(call)
      if (isWrite(served) && foreign.status !== 403) wrong.push(`${nameOf(served)} from ${origin}: ${foreign.status}`)
      if (plain && !isSameVerdict(plain, foreign))
        wrong.push(`${nameOf(served)} from ${origin}: ${plain.status} became ${foreign.status}`)
      // The origin is checked on the matched route, so another spelling of it is no way around.
      const encoded = isWrite(served) && (await send({ ...call, url: encodePath(call.url) }))
      if (encoded && encoded.status !== 403) wrong.push(`${nameOf(served)} encoded, from ${origin}: ${encoded.status}`)
      if (foreign.headers['access-control-allow-origin'] !== undefined) wrong.push(`${nameOf(served)} allows ${origin}`)
    }
  }
  expect(firstOf(wrong)).toEqual([])
})

/** Types that no route takes. */
const contentTypes = [
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/xml',
  'application/jsonp',
  'x',
]
const tooLargeBody = Buffer.from(`{"a":"${'x'.repeat(2_097_152)}"}`)
/** JSON that cannot be read. */
const brokenBodies = ['{', '[', '"', 'undefined', '{"a":1}{', '\u0000', `${'['.repeat(60_000)}${']'.repeat(60_000)}`]

/** Every run sends a quarter of what is wrong with a body, another one for each route; the gate sends all. */
const sampleOf = <T>(all: readonly T[], offset: number): readonly T[] =>
  isGateRun ? all : all.filter((_, index) => index % 4 === offset % 4)

test(
  'no body of another shape makes a route fail: wrong types, missing and unknown fields, hostile texts',
  { timeout: timeoutMs },
  async () => {
    const wrong: string[] = []
    let sent = 0
    for (const [index, served] of app.app.routes.entries()) {
      const { body, access } = served.options
      if (!body) continue
      const caller = await signedIn(served)
      for (const { name, value } of sampleOf([...mutations(sampleInput(body))], index)) {
        const { status, code } = await send({
          ...plainCall(served, { ...caller, 'content-type': 'application/json' }),
          payload: JSON.stringify(value) ?? 'null',
        })
        sent += 1
        if (status >= 500) wrong.push(`${nameOf(served)}, ${name}: ${status} ${code}`)
        // Admin routes and the payment webhook refuse a caller before they read the body.
        if (!['signed-in', 'anyone'].includes(access.kind)) continue
        const result = body['~standard'].validate(value)
        const isRefused = !(result instanceof Promise) && result.issues !== undefined
        // A missing body is an empty one.
        if (isRefused && value !== null && status !== 422) wrong.push(`${nameOf(served)}, ${name}: ${status} ${code}`)
      }
    }
    expect(sent).toBeGreaterThan(isGateRun ? 5_000 : 1_000)
    expect(firstOf(wrong)).toEqual([])
  },
)

test(
  'a caller who is kept out is kept out whatever the type and the shape of the body',
  { timeout: timeoutMs },
  async () => {
    const wrong: string[] = []
    for (const served of app.app.routes) {
      const { access, body } = served.options
      // Without a session, those that take a cookie alone have nothing to do; refused-calls.test.ts has their bodies.
      if (!['signed-in', 'signed-in-by-cookie', 'admin'].includes(access.kind) || !isWrite(served)) continue
      const who = access.kind === 'admin' ? credentialsOf(user) : {}
      const call = plainCall(served, who)
      const plain = await send(call)
      if (![401, 404].includes(plain.status)) wrong.push(`${nameOf(served)}: ${plain.status}`)
      const check = async (name: string, type: string, payload: string | Buffer, allowed: readonly number[]) => {
        const verdict = await send({ ...call, headers: { ...call.headers, 'content-type': type }, payload })
        if (!isSameVerdict(plain, verdict) && !allowed.includes(verdict.status))
          wrong.push(`${nameOf(served)}, ${name}: ${verdict.status}`)
      }
      const valid = JSON.stringify(body ? sampleInput(body) : {})
      // The same body by other names of its type has exactly the verdict of the plain one.
      for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset=UTF-8'])
        await check(type, type, valid, [])
      // Another type, a broken body and one that is too large are refused before anyone asks who sends them.
      for (const type of contentTypes) await check(type, type, valid, [415])
      for (const payload of brokenBodies) await check(payload.slice(0, 10), 'application/json', payload, [400])
      await check('two megabytes', 'application/json', tooLargeBody, [413])
      for (const payload of ['', 'null']) await check(`"${payload}"`, 'application/json', payload, [])
      for (const { name, value } of [...mutations(body ? sampleInput(body) : {})].slice(0, 40))
        await check(name, 'application/json', JSON.stringify(value) ?? 'null', [])
    }
    expect(firstOf(wrong)).toEqual([])
  },
)

/** Queries that a write is sent with too, which reads none. */
const writeQueries = ['?x=1', '?__proto__=1', '?_method=DELETE', '#/../..']
const queries = [
  ...writeQueries,
  '?',
  '?limit=-1',
  '?limit=1e9',
  '?limit[]=1',
  '?limit=1&limit=2',
  '?cursor=%00',
  '?q=%ff',
  '?id=0197f7a2-0000-7000-8000-000000000000',
  '?access_token=x&?',
]

test('no query changes the verdict of a call, and none makes a read fail', { timeout: timeoutMs }, async () => {
  const wrong: string[] = []
  for (const served of app.app.routes) {
    const plainOut = await send(plainCall(served, {}))
    for (const query of isWrite(served) ? writeQueries : queries) {
      const out = plainCall(served, { 'x-http-method-override': 'DELETE' })
      const found = await send({ ...out, url: `${out.url}${query}` })
      const isRefusedQuery = found.status === 422 && served.options.query !== undefined
      if (!isSameVerdict(plainOut, found) && !isAfterEffect(served, plainOut, found) && !isRefusedQuery)
        wrong.push(`${nameOf(served)}${query}: ${plainOut.status} became ${found.status}`)
      if (isWrite(served)) continue
      const call = plainCall(served, credentialsOf(user))
      const { status } = await send({ ...call, url: `${call.url}${query}` })
      if (status >= 500) wrong.push(`${nameOf(served)}${query}: ${status}`)
    }
  }
  expect(firstOf(wrong)).toEqual([])
})
