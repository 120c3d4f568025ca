import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readAccount } from '@veranda/contract/accounts/routes.ts'
import { readConfig } from '@veranda/contract/config/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { RateLimiter } from './rate-limit.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

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
  const document = (await get('/api/openapi.json')).json<{ openapi: string; paths: Record<string, object> }>()
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
  expect(document.paths['/api/files/{id}']?.['get']?.responses['200']?.content).toEqual({ 'image/webp': bytes })
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
  const repeated = await app.injectAs(user, readAccount, {
    headers: { 'if-none-match': String(first.headers['etag']) },
  })
  expect(repeated.status).toBe(304)
  expect(first.headers['cache-control']).toBe('private, no-cache')
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
  for (const none of ['/nothing/here', '/admin', '/settings/x']) {
    expect(await answer(none)).toMatchObject({ statusCode: 404, type: 'text/html' })
  }
  expect(await answer('/assets/gone.js')).toMatchObject({ statusCode: 404, type: 'application/problem+json' })
  expect(await answer('/mark.svg')).toMatchObject({ statusCode: 200, type: 'image/svg+xml' })
  await web.stop()
  await rm(folder, { recursive: true })
})

test('calls above the limit wait, counted per key', () => {
  const counter = new RateLimiter()
  const limit = { per: 'address', max: 3, windowMs: 60_000 } as const
  expect([1, 2, 3].map(() => counter.consume('a', limit, 0))).toEqual([0, 0, 0])
  expect(counter.consume('a', limit, 0)).toBe(20)
  expect(counter.consume('b', limit, 0)).toBe(0)
  expect(counter.consume('a', limit, 20_000)).toBe(0)
})

test('a rate-limited call gets 429 with the seconds to wait', async () => {
  const limited = await testApp({ env: { RATE_LIMITS: '1' } })
  const login = () =>
    limited.app.http.inject({
      method: 'POST',
      url: '/api/accounts/login',
      payload: { email: 'a@b.example', password: 'x' },
    })
  const answers = []
  for (let call = 0; call < 12; call += 1) answers.push(await login())
  expect(answers.slice(0, 10).every(({ statusCode }) => statusCode === 401)).toBe(true)
  expect(answers[11]?.statusCode).toBe(429)
  expect(Number(answers[11]?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await limited.injectAs(null, readConfig)).status).toBe(200)
  await limited.close()
})
