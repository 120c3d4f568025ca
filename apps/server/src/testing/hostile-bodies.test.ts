import { type Problem } from '@veranda/contract/shared-schemas.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxJsonDepth } from '../platform/http/parse-json.ts'
import { type ServerRoute } from '../platform/http/route.ts'
import { testApp, type TestApp } from './test-app.ts'
import { isGateRun } from './test-scope.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { RATE_LIMITS: '1' } })
})
afterAll(() => app.close())

const nested = (depth: number, [open, close]: readonly [string, string], inner = '') =>
  `${open.repeat(depth)}${inner}${close.repeat(depth)}`

/** JSON texts of values that are wrong in any place, by what is wrong with them. */
const hostileValues: Readonly<Record<string, string>> = {
  null: 'null',
  true: 'true',
  zero: '0',
  'a negative number': '-1',
  'a fraction': '0.1',
  'a huge number': '1e400',
  'a number beyond the safe integers': '9007199254740993',
  'a number of a thousand digits': '9'.repeat(1_000),
  'an empty list': '[]',
  'a list of a text': '["a@b.example"]',
  'a list of a list': '[["a@b.example"]]',
  'an empty object': '{}',
  'an object with a length': '{"length":5}',
  'an object with functions of a text': '{"trim":1,"toLowerCase":1,"normalize":1,"toString":1,"valueOf":1}',
  'an object with a prototype': '{"__proto__":{"email":"a@b.example","isAdmin":true}}',
  'an object with a constructor': '{"constructor":{"prototype":{"isAdmin":true}}}',
  'an object with a then': '{"then":1}',
  'an object with toJSON': '{"toJSON":1}',
  'an empty text': '""',
  'a zero character': '"a\\u0000@b.example"',
  'an unpaired surrogate': '"a\\ud800@b.example"',
  'a text that JSON would read': '"{\\"$gt\\":\\"\\"}"',
  'a format string': '"%s%n%p{0}${x}"',
  SQL: '"\' or 1=1; --"',
  'a megabyte of a letter': `"${'a'.repeat(1_000_000)}"`,
  'a megabyte of blanks': `"${' '.repeat(1_000_000)}x"`,
  'a megabyte of an accent': `"${'\u0301'.repeat(400_000)}"`,
  'a character that grows eighteenfold': `"${'\ufdfa'.repeat(300_000)}"`,
  'lists, 30 deep': nested(30, ['[', ']']),
  'lists, 100 000 deep': nested(100_000, ['[', ']']),
  'objects, 30 deep': nested(30, ['{"a":', '}'], '1'),
  'objects, 100 000 deep': nested(100_000, ['{"a":', '}'], '1'),
}
/** Bodies that are no JSON, or JSON of another form, by what is wrong with them. */
const hostileBodies: Readonly<Record<string, string | Buffer>> = {
  'half a text': '{"email":"a',
  'a comment': '{/**/}',
  'a name twice': '{"email":"a@b.example","email":{}}',
  'bytes that are no UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  'UTF-16': Buffer.from('{"email":"a@b.example"}', 'utf16le'),
  'a byte order mark': '\ufeff{}',
  'ten thousand unknown names': JSON.stringify(
    Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`x${n}`, 1])),
  ),
  'a name of a zero character': '{"\\u0000":1}',
  'a name of an unpaired surrogate': '{"\\ud800":1}',
  'lists without an end': '['.repeat(1_000_000),
}

const anonymous = ({ options }: ServerRoute) => ['anyone', 'cookie'].includes(options.access.kind)
const writes = ({ route }: ServerRoute) => route.method !== 'GET' && route.method !== 'HEAD'

/** Returns the names of the fields of a route's body; none for a route without one. */
function fieldsOf({ options }: ServerRoute): string[] {
  // Bodies are objects; other schemas have no shape.
  const definition = options.body?._zod.def as { shape?: object } | undefined
  return Object.keys(definition?.shape ?? {})
}

/** Sends a body as it is, each from another address of the network, so that limits count it and refuse none. */
let callCount = 0
function send({ route: { method, path } }: ServerRoute, payload: string | Buffer) {
  callCount += 1
  return app.app.http.inject({
    method,
    url: `/api${path.replaceAll(/:\w+/g, randomUUID())}`,
    payload,
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    remoteAddress: `10.${callCount >> 16}.${(callCount >> 8) & 255}.${callCount & 255}`,
  })
}

test('whatever body an anonymous caller sends, the reply is a short problem that names the field', async () => {
  const routes = app.app.routes.filter(anonymous).filter(writes)
  expect(routes.length).toBeGreaterThan(7)
  for (const route of routes) {
    const bodies = [
      ...Object.entries(hostileValues),
      ...Object.entries(hostileBodies),
      ...fieldsOf(route).flatMap((field, index) =>
        // Every run tries each value in one of four fields, the gate in every one.
        Object.entries(hostileValues)
          .filter((_, number) => isGateRun || number % 4 === index % 4)
          .map(([name, value]) => [`${field} is ${name}`, `{"${field}":${value}}`] as const),
      ),
    ]
    for (const [name, body] of bodies) {
      const reply = await send(route, body)
      const about = `${route.route.method} ${route.route.path}: ${name}`
      // An empty body is right for a route without one, and no time at all a length of time.
      if (reply.statusCode < 300) {
        expect(['null', 'an empty object', 'advanceMs is zero'], about).toContain(name)
        continue
      }
      const problem = reply.json<Problem>()
      expect([400, 401, 404, 422], about).toContain(reply.statusCode)
      expect(reply.headers['content-type'], about).toContain('application/problem+json')
      expect(problem.status, about).toBe(reply.statusCode)
      if (reply.statusCode === 400 || reply.statusCode === 422) expect(problem.field, about).toBeDefined()
      expect(reply.body.length, about).toBeLessThan(16_384)
    }
  }
})

test('nesting beyond any body of the contract is malformed, and brackets in a text do not count', async () => {
  const login = app.app.routes.find(({ route }) => route.path === '/accounts/login')
  if (!login) throw new Error('there is no sign-in')
  const withEmail = (value: string) => `{"email":${value},"password":"x"}`
  // The object around them is the first level.
  for (const [depth, status, field] of [
    [maxJsonDepth - 1, 422, 'email'],
    [maxJsonDepth, 400, 'body'],
    [400_000, 400, 'body'],
  ] as const) {
    for (const pair of [['[', ']'] as const, ['{"a":', '}'] as const]) {
      const reply = await send(login, withEmail(nested(Math.min(depth, 1_000_000 / pair[0].length / 2), pair, '1')))
      expect(reply.json(), `${depth} of ${pair[0]}`).toMatchObject({ status, field })
    }
  }
  const brackets = `"${'[{'.repeat(100)}\\"${'[{'.repeat(100)}@veranda.test"`
  expect((await send(login, withEmail(brackets))).json()).toMatchObject({ status: 422, field: 'email' })
  const wellFormed = await send(login, withEmail('"nobody@veranda.test"'))
  expect(wellFormed.json()).toMatchObject({ status: 401, code: 'account.invalid-credentials' })
})

test('a prototype in a body is an unknown field', async () => {
  const login = app.app.routes.find(({ route }) => route.path === '/accounts/login')
  if (!login) throw new Error('there is no sign-in')
  for (const name of ['__proto__', 'constructor', 'toString']) {
    const reply = await send(login, `{"email":"nobody@veranda.test","password":"x","${name}":{"isAdmin":true}}`)
    expect(reply.json(), name).toMatchObject({ status: 422, code: 'request.invalid', field: name })
  }
})
