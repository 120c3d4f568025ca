import { randomUUID } from 'node:crypto'
import { type InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerRoute } from '../platform/http/route.ts'
import { mutations, sampleInput } from './sample-input.ts'
import { type TestUser, testApp, type TestApp } from './test-app.ts'

/**
 * Every route, in every spelling and with every kind of input, has the verdict of its plain form and never a 500. The
 * table of who may call what with whose data is in route-access.test.ts; here the input is what varies.
 */
let app: TestApp
let user: TestUser
let otherUser: TestUser
beforeAll(async () => {
  app = await testApp()
  user = await app.createUser('Stella Stranger')
  otherUser = await app.createUser('Otto Other')
})
afterAll(() => app.close())

const nameOf = ({ route }: ServerRoute) => `${route.method} ${route.path}`
const isWrite = ({ route }: ServerRoute) => !['GET', 'HEAD'].includes(route.method)
/** Sign-out ends the session that the other calls need. */
const isStateful = (served: ServerRoute) => /\/(logout|session|token|devices)/.test(served.route.path)

/** Returns the path with an id for each parameter. */
const pathOf = ({ route }: ServerRoute) =>
  `/api${route.path.replace(/:(\w+)/g, (_, name: string) => (name === 'key' ? 'tools' : randomUUID()))}`

type Verdict = { readonly status: number; readonly code: string | undefined; readonly type: string }

async function send(options: InjectOptions): Promise<Verdict & { headers: Record<string, unknown> }> {
  const reply = await app.app.http.inject(options)
  const type = reply.headers['content-type'] ?? ''
  // A reply to HEAD has no body.
  const code = type.includes('problem+json') && reply.body !== '' ? reply.json<{ code: string }>().code : undefined
  return { status: reply.statusCode, code, type: type.split(';', 1)[0] ?? '', headers: reply.headers }
}

const signedIn = () => ({ authorization: `Bearer ${user.token}`, cookie: user.cookie })

/** Returns a call with valid input, as far as a stranger to all data can make one. */
function plainCall(served: ServerRoute, headers: Record<string, string>): InjectOptions & { url: string } {
  const { method } = served.route
  const { body } = served.options
  return {
    method,
    url: pathOf(served),
    headers: { ...headers, ...(isWrite(served) ? { 'idempotency-key': randomUUID() } : {}) },
    ...(body ? { payload: sampleInput(body) as object } : {}),
  }
}

/** Percent-encodes the first letter of every segment. */
const encodePath = (path: string) =>
  path
    .split('/')
    .map((segment) =>
      segment === '' ? '' : `%${segment.charCodeAt(0).toString(16).padStart(2, '0')}${segment.slice(1)}`,
    )
    .join('/')

/** Of each call alone: when it was answered, by which id, and with what. */
const perReplyHeaders = ['date', 'x-request-id', 'content-length', 'etag', 'set-cookie', 'location', 'retry-after']

/** Returns the headers that say what may be done with a reply. */
const rulingHeaders = (headers: Record<string, unknown>) =>
  JSON.stringify(
    Object.entries(headers)
      .filter(([name]) => !perReplyHeaders.includes(name))
      .toSorted(([one], [other]) => one.localeCompare(other)),
  )

/** The first of the failures, which is enough to read. */
const firstOf = (wrong: readonly string[]) => wrong.slice(0, 20)

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
  ['signed out', () => ({})],
  ['signed in', signedIn],
])('%s, an encoded path has the verdict of the plain one, and other spellings are not found', async (_, headers) => {
  const wrong: string[] = []
  for (const served of app.app.routes) {
    if (isStateful(served)) continue
    const call = plainCall(served, headers())
    const { url } = call
    const plain = await send(call)
    if (plain.status >= 500) wrong.push(`${nameOf(served)}: ${plain.status}`)
    const encoded = await send({ ...call, url: encodePath(url) })
    for (const key of ['status', 'code', 'type'] as const) {
      // A first call may have changed what the second one meets; it must still be let through or kept out alike.
      if (plain[key] === encoded[key] || (plain.status < 300 && [200, 201, 409, 422, 429].includes(encoded.status)))
        continue
      wrong.push(`${nameOf(served)} encoded: ${plain[key]} became ${encoded[key]}`)
    }
    if (plain.status === encoded.status) {
      const [expected, found] = [rulingHeaders(plain.headers), rulingHeaders(encoded.headers)]
      if (expected !== found) wrong.push(`${nameOf(served)} encoded: ${expected} became ${found}`)
    }
    for (const spelling of [
      `/${url}`,
      url.replace('/api/', '/api//'),
      url.replace('/api', '/API'),
      `${url}/`,
      `${url}/.`,
    ]) {
      const { status, type } = await send({ ...call, url: spelling })
      // An address that ends with a slash may be one with an empty id.
      const isKeptOut = status === 401 && plain.status === 401
      if (![404, 405].includes(status) && !isKeptOut) wrong.push(`${nameOf(served)} as ${spelling}: ${status}`)
      if (type !== 'application/problem+json' && served.route.method !== 'HEAD') wrong.push(`${spelling}: ${type}`)
    }
  }
  expect(firstOf(wrong)).toEqual([])
})

test('every method is either a route of its own or 405 with the methods that there are', async () => {
  const wrong: string[] = []
  const byPath = Map.groupBy(app.app.routes, ({ route }) => route.path)
  for (const [path, routes] of byPath) {
    const [first] = routes
    if (!first) continue
    const known = routes.map(({ route }) => route.method as string)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      if (known.includes(method)) continue
      const { status, headers } = await send({ method, url: pathOf(first), headers: signedIn() })
      const allow = headers['allow']
      const allowed = typeof allow === 'string' ? allow.split(', ') : []
      // Another path with a parameter at this place may have the method.
      if (status === 405 && known.every((one) => allowed.includes(one))) continue
      if (status === 405 || [401, 404, 415, 422].includes(status)) continue
      wrong.push(`${method} ${path}: ${status}, allow ${allowed.join()}`)
    }
  }
  expect(firstOf(wrong)).toEqual([])
})

test('no origin, token or cookie but the right ones opens a route that needs a user', async () => {
  const credentials: Record<string, Record<string, string>> = {
    'no token': { cookie: user.cookie },
    'no cookie': { authorization: `Bearer ${user.token}` },
    "another user's cookie": { authorization: `Bearer ${user.token}`, cookie: otherUser.cookie },
    'a broken token': { authorization: `Bearer ${user.token.slice(0, -4)}AAAA`, cookie: user.cookie },
    'no signature': { authorization: `Bearer ${user.token.split('.', 2).join('.')}.`, cookie: user.cookie },
    'another scheme': { authorization: `Basic ${Buffer.from('a:b').toString('base64')}`, cookie: user.cookie },
    garbage: { authorization: 'Bearer \u00e9', cookie: 'veranda.session=%' },
  }
  const wrong: string[] = []
  for (const served of app.app.routes) {
    const { kind } = served.options.access
    if (kind !== 'signed-in' && kind !== 'admin') continue
    for (const [name, headers] of Object.entries(credentials)) {
      const { status } = await send(plainCall(served, headers))
      if (![401, ...(kind === 'admin' ? [404] : [])].includes(status))
        wrong.push(`${nameOf(served)}, ${name}: ${status}`)
    }
    const foreign = await send(plainCall(served, { ...signedIn(), origin: 'https://evil.example' }))
    if (isWrite(served) && foreign.status !== 403)
      wrong.push(`${nameOf(served)} from another website: ${foreign.status}`)
    if (foreign.headers['access-control-allow-origin'] !== undefined)
      wrong.push(`${nameOf(served)} allows another origin`)
  }
  expect(firstOf(wrong)).toEqual([])
})

const contentTypes = [
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/xml',
  'application/jsonp',
  'x',
]
const rawBodies = [
  '',
  '{',
  '[',
  '"',
  'null',
  'undefined',
  '{"a":1}{',
  '\u0000',
  `${'['.repeat(60_000)}${']'.repeat(60_000)}`,
]

test('no content type and no broken body makes a route fail', async () => {
  const wrong: string[] = []
  for (const served of app.app.routes) {
    if (!isWrite(served) || isStateful(served)) continue
    const call = plainCall(served, signedIn())
    for (const type of contentTypes) {
      const { status } = await send({ ...call, headers: { ...call.headers, 'content-type': type }, payload: 'a=b' })
      if (status >= 500) wrong.push(`${nameOf(served)} as ${type}: ${status}`)
    }
    for (const payload of rawBodies) {
      const headers = { ...call.headers, 'content-type': 'application/json' }
      const { status } = await send({ ...call, headers, payload })
      if (status >= 500) wrong.push(`${nameOf(served)} with ${payload.slice(0, 10)}: ${status}`)
    }
  }
  expect(firstOf(wrong)).toEqual([])
})

test('no body of another shape makes a route fail: wrong types, missing and unknown fields, hostile texts', async () => {
  const wrong: string[] = []
  let sent = 0
  for (const served of app.app.routes) {
    const { body } = served.options
    if (!body || isStateful(served)) continue
    for (const { name, value } of mutations(sampleInput(body))) {
      const { status, code } = await send({
        ...plainCall(served, { ...signedIn(), 'content-type': 'application/json' }),
        payload: JSON.stringify(value) ?? 'null',
      })
      sent += 1
      if (status >= 500) wrong.push(`${nameOf(served)}, ${name}: ${status} ${code}`)
    }
  }
  expect(sent).toBeGreaterThan(5_000)
  expect(firstOf(wrong)).toEqual([])
})

test('a caller who is kept out is kept out whatever the type and the shape of the body', async () => {
  const wrong: string[] = []
  for (const served of app.app.routes) {
    const { access, body } = served.options
    if (!['signed-in', 'admin'].includes(access.kind) || !isWrite(served) || served.handleRaw) continue
    const who = access.kind === 'admin' ? signedIn() : {}
    const call = plainCall(served, who)
    const plain = await send(call)
    if (![401, 404].includes(plain.status)) wrong.push(`${nameOf(served)}: ${plain.status}`)
    const check = async (name: string, type: string, payload: string, allowed: readonly number[]) => {
      const verdict = await send({ ...call, headers: { ...call.headers, 'content-type': type }, payload })
      const isPlain = verdict.status === plain.status && verdict.code === plain.code && verdict.type === plain.type
      if (!isPlain && !allowed.includes(verdict.status)) wrong.push(`${nameOf(served)}, ${name}: ${verdict.status}`)
    }
    const valid = JSON.stringify(body ? sampleInput(body) : {})
    // The same body by other names of its type has exactly the verdict of the plain one.
    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset=UTF-8'])
      await check(type, type, valid, [])
    // Another type, a broken body and one that is too large are refused before anyone asks who sends them.
    for (const type of contentTypes) await check(type, type, valid, [415])
    for (const payload of rawBodies) await check(payload.slice(0, 10), 'application/json', payload, [400])
    await check('two megabytes', 'application/json', `{"a":"${'x'.repeat(2_097_152)}"}`, [413])
    for (const { name, value } of [...mutations(body ? sampleInput(body) : {})].slice(0, 40))
      await check(name, 'application/json', JSON.stringify(value) ?? 'null', [])
  }
  expect(firstOf(wrong)).toEqual([])
})

const queries = [
  '?',
  '?x=1',
  '?limit=-1',
  '?limit=1e9',
  '?limit[]=1',
  '?limit=1&limit=2',
  '?cursor=%00',
  '?__proto__=1',
  '?q=%ff',
]

test('no query makes a read fail', async () => {
  const wrong: string[] = []
  for (const served of app.app.routes) {
    if (isWrite(served) || isStateful(served)) continue
    for (const query of queries) {
      const call = plainCall(served, signedIn())
      const { status } = await send({ ...call, url: `${call.url}${query}` })
      if (status >= 500) wrong.push(`${nameOf(served)}${query}: ${status}`)
    }
  }
  expect(firstOf(wrong)).toEqual([])
})
