import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeAccount, readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { renewToken } from '@veranda/contract/accounts/sessions/routes.ts'
import { readConfig } from '@veranda/contract/config/routes.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { maxBuckets, TokenBucketStore } from './limits/rate-limit.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
afterEach(() => vi.restoreAllMocks())

/** Stops the time by which buckets refill. */
const freezeTime = () => {
  for (const clock of [Date, performance]) vi.spyOn(clock, 'now').mockReturnValue(clock.now())
}

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('microphone=(self)'),
  'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
}

const get = (url: string, headers: Record<string, string> = {}) => app.app.http.inject({ method: 'GET', url, headers })

test('an unknown API path is a problem with a request id', async () => {
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    const answer = await app.app.http.inject({ method, url: '/api/nowhere' })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.json()).toMatchObject({
      status: 404,
      code: 'request.unknown-route',
      requestId: answer.headers['x-request-id'],
    })
  }
})

test('OpenAPI 3.1 lists every route, and its page works under its own policy', async () => {
  const reply = await get('/api/openapi.json')
  // What stands in many replies is written once.
  expect(reply.body.length).toBeLessThan(1_000_000)
  const document = reply.json<{ openapi: string; paths: Record<string, object> }>()
  expect(document.openapi).toBe('3.1.0')
  for (const { route } of app.app.routes) {
    const path = `/api${route.path.replace(/:(\w+)/g, '{$1}')}`
    expect({ path, methods: Object.keys(document.paths[path] ?? {}) }).toMatchObject({
      path,
      methods: expect.arrayContaining([route.method.toLowerCase()]),
    })
  }
  const page = await get('/api/docs')
  const nonce = /nonce-([\w-]+)/.exec(String(page.headers['content-security-policy']))?.[1]
  expect(page.body).toContain(`<script nonce="${nonce}">`)
  expect(page.headers['content-security-policy']).toContain('report-uri /api/csp-reports')
  expect(page.body).not.toMatch(/innerHTML|https?:\/\//)
})

test("OpenAPI describes each operation's errors, access rule, parameters and non-JSON replies", async () => {
  type Content = { content: Record<string, { schema: object }> }
  type Operation = {
    parameters?: { $ref?: string; name?: string; in?: string }[]
    requestBody?: Content
    responses: Record<string, Partial<Content> & { $ref?: string }>
    security: Record<string, string[]>[]
  }
  const document = (await get('/api/openapi.json')).json<{
    paths: Record<string, Record<string, Operation>>
    components: Record<string, Record<string, object>>
  }>()
  const key = '#/components/parameters/IdempotencyKey'
  const both = [{ token: [], session: [] }]
  for (const { route, options } of app.app.routes) {
    const path = `/api${route.path.replace(/:(\w+)/g, '{$1}')}`
    const operation = document.paths[path]?.[route.method.toLowerCase()]
    const name = `${route.method} ${path}`
    expect(operation?.responses['default'], name).toEqual({ $ref: '#/components/responses/Problem' })
    expect(operation?.security, name).toBeDefined()
    if (options.access.kind === 'signed-in') expect(operation?.security, name).toEqual(both)
    const refs = operation?.parameters?.map((parameter) => parameter.$ref)
    expect(refs?.includes(key) ?? false, name).toBe(
      options.idempotency === 'required' && options.access.kind !== 'anyone',
    )
    const inPath = operation?.parameters?.filter((parameter) => parameter.in === 'path').map((one) => one.name)
    expect(inPath ?? [], name).toEqual([...route.path.matchAll(/:(\w+)/g)].map(([, param]) => param))
  }
  const bytes = { schema: { type: 'string', format: 'binary' } }
  expect(document.paths['/api/files/{id}']?.['get']?.responses['200']?.content).toEqual({
    'image/webp': bytes,
    'image/avif': bytes,
    'image/png': bytes,
    'image/jpeg': bytes,
  })
  expect(document.components['securitySchemes']).toMatchObject({
    token: { type: 'http', scheme: 'bearer' },
    session: { type: 'apiKey', in: 'cookie', name: 'veranda.session' },
  })
  expect(document.components).toMatchObject({
    schemas: { Problem: { type: 'object', required: expect.arrayContaining(['code', 'status', 'requestId']) } },
    responses: { Problem: { content: { 'application/problem+json': expect.anything() } } },
    parameters: { IdempotencyKey: { in: 'header', required: true } },
  })
})

test('a browser with a current copy gets 304 without a body', async () => {
  const user = await app.createUser()
  const first = await app.injectAs(user, readAccount)
  const tag = String(first.headers['etag'])
  expect(tag).toMatch(/^W\/"[\w-]+"$/)
  expect(first.headers['cache-control']).toBe('private, no-cache')
  const headers = { authorization: `Bearer ${user.token}`, cookie: user.cookie, 'if-none-match': tag }
  const repeated = await get('/api/accounts/me', headers)
  expect([repeated.statusCode, repeated.body, repeated.headers['etag']]).toEqual([304, '', tag])
  const other = await app.injectAs(await app.createUser(), readAccount, { headers: { 'if-none-match': tag } })
  expect(other.status).toBe(200)
  const document = await get('/api/openapi.json')
  expect((await get('/api/openapi.json', { 'if-none-match': String(document.headers['etag']) })).statusCode).toBe(304)
})

test('a reply to a write has no ETag, so it is never 304', async () => {
  const answer = await app.app.http.inject({ method: 'POST', url: '/api/accounts/logout' })
  expect([answer.statusCode, answer.headers['etag']]).toEqual([200, undefined])
})

test('every reply has the security headers: reads, refusals, writes and 304', async () => {
  const document = await get('/api/openapi.json')
  const config = await get('/api/config')
  const answers = [
    config,
    await get('/api/openapi.json', { 'if-none-match': String(document.headers['etag']) }),
    await get('/api/accounts/me'),
    await get('/api/nowhere'),
    await get('/nothing.js'),
    await get('/livez'),
    await get('/api/docs'),
    await app.app.http.inject({ method: 'POST', url: '/api/accounts/login', payload: { email: 1 } }),
    await app.app.http.inject({ method: 'POST', url: '/api/accounts/login', payload: '{' }),
    await app.app.http.inject({ method: 'POST', url: '/api/config', headers: { origin: 'https://evil.example' } }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 304, 401, 404, 404, 200, 200, 422, 415, 403])
  for (const { headers } of answers) expect(headers).toMatchObject(securityHeaders)
  expect(config.headers).not.toHaveProperty('strict-transport-security')
  expect(config.headers['content-security-policy']).toBe(
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
  )
})

test('a public address with https asks browsers to stay there', async () => {
  const secured = await testApp({ env: { PUBLIC_URL: 'https://veranda.example' } })
  const { headers } = await secured.app.http.inject('/api/config')
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  await secured.close()
})

test('a configured origin may call with credentials; its preflight lists methods and headers', async () => {
  const origin = 'https://app.example'
  const open = await testApp({ env: { ALLOWED_ORIGINS: origin } })
  const ask = (method: 'OPTIONS' | 'GET' | 'POST', headers: Record<string, string>) =>
    open.app.http.inject({ method, url: '/api/accounts/logout', headers })
  const preflight = await ask('OPTIONS', { origin, 'access-control-request-method': 'POST' })
  expect([preflight.statusCode, preflight.body]).toEqual([204, ''])
  expect(preflight.headers).toMatchObject({
    ...securityHeaders,
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': expect.stringMatching(/authorization, .*idempotency-key, .*tus-resumable/),
    'access-control-max-age': '600',
  })
  const written = await ask('POST', { origin })
  expect([written.statusCode, written.headers['access-control-allow-origin']]).toEqual([200, origin])
  expect(written.headers['access-control-expose-headers']).toMatch(/x-request-id, retry-after, etag, .*upload-offset/)
  expect(written.headers['vary']).toMatch(/origin/i)
  const foreign = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
  const refusedPreflight = await ask('OPTIONS', foreign)
  // Without the headers that allow it, a browser sends nothing.
  expect([refusedPreflight.statusCode, refusedPreflight.headers['allow']]).toEqual([204, 'POST, OPTIONS'])
  for (const answer of [refusedPreflight, await ask('POST', foreign), await ask('OPTIONS', {})]) {
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    expect(answer.headers['vary']).toMatch(/origin/i)
  }
  await open.close()
})

test('only allowed origins can read and write across origins', async () => {
  const foreign = { origin: 'https://evil.example', host: '127.0.0.1:4000' }
  const refused = await app.app.http.inject({ method: 'POST', url: '/api/accounts/logout', headers: foreign })
  expect(refused.json()).toMatchObject({ status: 403, code: 'request.origin-refused' })
  const read = await get('/api/config', foreign)
  expect(read.headers['access-control-allow-origin']).toBeUndefined()
  const own = { origin: 'http://127.0.0.1:4000', host: '127.0.0.1:4000' }
  expect((await app.app.http.inject({ method: 'POST', url: '/api/accounts/logout', headers: own })).statusCode).toBe(
    200,
  )
})

test('a body must be complete JSON below the size limit', async () => {
  const post = (payload: string, type: string) =>
    app.app.http.inject({ method: 'POST', url: '/api/accounts/login', payload, headers: { 'content-type': type } })
  expect((await post('{', 'application/json')).json()).toMatchObject({ status: 400, code: 'request.malformed' })
  expect((await post('a=1', 'application/x-www-form-urlencoded')).json()).toMatchObject({ status: 415 })
  for (const type of ['application/jsonp', 'application/json-seq', 'application/json; charset=utf-16'])
    expect([type, (await post('{}', type)).statusCode]).toEqual([type, 415])
  for (const type of ['Application/JSON', 'application/json;charset=UTF-8', 'application/json; charset="utf-8"'])
    expect([type, (await post('{}', type)).statusCode]).toEqual([type, 422])
  expect((await post(`"${'x'.repeat(1_100_000)}"`, 'application/json')).json()).toMatchObject({ status: 413 })
})

test('an unreachable database is 503 with retry-after, within two seconds, and never a success', async () => {
  const { deps } = app
  const disconnected = await testApp()
  const user = await disconnected.createUser()
  await disconnected.deps.db.destroy()
  const start = performance.now()
  const answer = await disconnected.injectAs(user, readAccount)
  expect(performance.now() - start).toBeLessThan(2_500)
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2'])
  expect((await disconnected.app.http.inject('/readyz')).statusCode).toBe(503)
  const alive = await disconnected.app.http.inject('/livez')
  expect([alive.statusCode, alive.json()]).toMatchObject([200, { timeZones: process.versions.tz }])
  expect(process.versions.tz).toMatch(/^20\d\d[a-z]$/)
  expect(deps).toBeDefined()
})

test('the built app is served with a nonce; unknown documents are 404 pages, unknown assets 404 problems', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'veranda-web-'))
  await writeFile(join(folder, 'index.html'), '<html><head><script src="/a.js"></script></head></html>')
  await writeFile(join(folder, 'mark.svg'), '<svg/>')
  const { env, log } = app.deps
  const web = await buildApp({
    env,
    log,
    databaseUrl: app.app.databaseUrl,
    webFolder: folder,
    background: false,
  })
  const answer = async (url: string) => {
    const { statusCode, headers, body } = await web.http.inject({ method: 'GET', url })
    expect(headers, url).toMatchObject(securityHeaders)
    return {
      statusCode,
      type: String(headers['content-type']).split(';', 1)[0],
      policy: String(headers['content-security-policy']),
      body,
    }
  }
  const known = await answer('/settings/security')
  expect(known).toMatchObject({ statusCode: 200, type: 'text/html' })
  const nonce = /'nonce-([\w-]+)' 'strict-dynamic'/.exec(known.policy)?.[1]
  expect(known.body).toContain(`<script nonce="${nonce}"`)
  expect(known.policy).toContain("require-trusted-types-for 'script'")
  expect(known.policy).not.toContain('unsafe-inline')
  expect((await answer('/')).policy).not.toBe(known.policy)
  expect(await answer('/auth')).toMatchObject({ statusCode: 200, type: 'text/html' })
  for (const none of ['/nothing/here', '/admin/nothing', '/settings/x']) {
    expect(await answer(none)).toMatchObject({ statusCode: 404, type: 'text/html' })
  }
  expect(await answer('/assets/gone.js')).toMatchObject({ statusCode: 404, type: 'application/problem+json' })
  expect(await answer('/mark.svg')).toMatchObject({ statusCode: 200, type: 'image/svg+xml' })
  await web.stop()
  await rm(folder, { recursive: true })
})

test('calls above the limit wait for their share of the window, counted per key', () => {
  const store = new TokenBucketStore()
  let result = { current: 0, ttl: 0 }
  const waitAfter = (key: string, now: number) => {
    store.incr(key, (_, next) => (result = next), 60_000, 3, now)
    return result.current > 3 ? result.ttl : 0
  }
  expect([1, 2, 3].map(() => waitAfter('a', 0))).toEqual([0, 0, 0])
  expect(waitAfter('a', 0)).toBe(20_000)
  expect(waitAfter('b', 0)).toBe(0)
  expect(waitAfter('a', 20_000)).toBe(0)
  // The buckets are bounded: the key that called least recently is forgotten.
  for (let key = 0; key < maxBuckets - 1; key += 1) waitAfter(String(key), 20_000)
  expect(waitAfter('a', 20_000)).toBe(20_000)
  for (let key = maxBuckets; key < 2 * maxBuckets; key += 1) waitAfter(String(key), 20_000)
  expect(waitAfter('a', 20_000)).toBe(0)
})

test('a rate-limited call gets 429 as a problem with the seconds to wait', async () => {
  const limited = await testApp({ env: { RATE_LIMITS: '1' } })
  freezeTime()
  const login = (payload: object, remoteAddress = '127.0.0.1') =>
    limited.app.http.inject({ method: 'POST', url: '/api/accounts/login', payload, remoteAddress })
  const wrong = { email: 'a@b.example', password: 'x' }
  for (let call = 0; call < 10; call += 1) expect((await login(wrong)).statusCode).toBe(401)
  const answer = await login(wrong)
  expect(answer.headers).toMatchObject({ ...securityHeaders, 'retry-after': '30' })
  expect(answer.headers['content-type']).toContain('application/problem+json')
  expect(answer.json()).toMatchObject({ status: 429, code: 'request.too-many', facts: { seconds: 30 } })
  expect(answer.json<{ detail: string }>().detail).toContain('30')
  // Spaces and case find the same account, so they are counted with it.
  expect((await login({ email: ' A@B.example ', password: 'x' })).statusCode).toBe(429)
  expect((await login({ email: 'other@b.example', password: 'x' })).statusCode).toBe(401)
  expect((await login(wrong, '127.0.0.2')).statusCode).toBe(401)
  expect((await limited.injectAs(null, readConfig)).status).toBe(200)
  await limited.close()
})

test('calls that do not parse are counted too, and an IPv6 network is one address', async () => {
  const limited = await testApp({ env: { RATE_LIMITS: '1' } })
  freezeTime()
  const answers = []
  for (let call = 0; call < 11; call += 1) {
    const remoteAddress = `2001:db8:1:2::${call}`
    answers.push(
      await limited.app.http.inject({
        method: 'POST',
        url: '/api/accounts/login',
        payload: { email: call },
        remoteAddress,
      }),
    )
  }
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  await limited.close()
})

test('writes of one user share a limit; other users and reads have their own', async () => {
  const limited = await testApp({ env: { RATE_LIMITS: '1' } })
  const [busy, other] = [await limited.createUser(), await limited.createUser()]
  freezeTime()
  const invalid = { body: { language: 'xx' as 'en' } }
  const statuses = []
  for (let call = 0; call < 300; call += 1) statuses.push((await limited.injectAs(busy, changeAccount, invalid)).status)
  expect(new Set(statuses)).toEqual(new Set([422]))
  expect((await limited.injectAs(busy, renewToken)).status).toBe(429)
  expect((await limited.injectAs(busy, readAccount)).status).toBe(200)
  expect((await limited.injectAs(other, renewToken)).status).toBe(200)
  await limited.close()
})
