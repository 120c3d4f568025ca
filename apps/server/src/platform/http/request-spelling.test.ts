import { changeAccount, readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type IncomingHttpHeaders, request } from 'node:http'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../../app.ts'
import { type TestUser, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await testApp()
  user = await app.createUser('Clara')
})
afterAll(() => app.close())

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
const send = (method: Method, url: string, headers: Record<string, string> = {}, payload?: object) =>
  app.app.http.inject({
    method,
    url,
    headers: { authorization: `Bearer ${user.token}`, cookie: user.cookie, ...headers },
    ...(payload ? { payload } : {}),
  })

/** Other spellings of `/api/accounts/me` that the router takes for the same route. */
const encodedSpellings = ['/%61pi/accounts/me', '/api/%61ccounts/me', '/%61%70%69/accounts/%6d%65']
/** Spellings that name no route. */
const otherSpellings = [
  '//api/accounts/me',
  '/api//accounts/me',
  '/API/accounts/me',
  '/api/accounts/me/',
  '/api/accounts%2Fme',
]

test.each(encodedSpellings)('a write from another website is refused however its path is written: %s', async (url) => {
  const reply = await send('PATCH', url, { origin: 'https://evil.example' }, { name: 'Taken over' })
  expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([403, 'request.origin-refused'])
  expect((await app.injectAs(user, readAccount)).reply.name).toBe('Clara')
})

test.each(encodedSpellings)('an encoded path has the policy and cache headers of its route: %s', async (url) => {
  const [plain, encoded] = [await send('GET', '/api/accounts/me'), await send('GET', url)]
  expect(encoded.statusCode).toBe(200)
  for (const name of ['content-security-policy', 'cache-control', 'content-type', 'etag']) {
    expect({ name, value: encoded.headers[name] }).toEqual({ name, value: plain.headers[name] })
  }
  expect(encoded.headers['content-security-policy']).toContain("default-src 'none'")
})

test.each(otherSpellings)('a path that names no route is a problem and never a document: %s', async (url) => {
  for (const method of ['GET', 'PATCH'] as const) {
    const reply = await send(method, url, { accept: 'text/html' })
    expect({ url, method, status: reply.statusCode }).toEqual({ url, method, status: 404 })
    expect(reply.headers['content-type']).toContain('application/problem+json')
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
  }
})

test('dot segments are no other name for a route, and an address that cannot be decoded is a problem', async () => {
  const address = await app.listenWithoutBackground()
  const { hostname, port } = new URL(address)
  const ask = (path: string) =>
    new Promise<{ status: number | undefined; headers: IncomingHttpHeaders }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${user.token}`, cookie: user.cookie }
      request({ hostname, port, path, headers }, (reply) => {
        reply.resume()
        resolve({ status: reply.statusCode, headers: reply.headers })
      })
        .on('error', reject)
        .end()
    })
  for (const [path, status] of [
    ['/api/./accounts/me', 404],
    ['/x/../api/accounts/me', 404],
    ['/api/accounts/%FF', 400],
    ['/%', 400],
  ] as const) {
    const reply = await ask(path)
    expect({ path, status: reply.status }).toEqual({ path, status })
    expect(reply.headers['content-type']).toContain('application/problem+json')
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
  }
})

test('a built file has the policy of files, and a missing one that of replies', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'veranda-web-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><script src="/assets/app.js"></script>')
  for (const name of ['app.js', 'basis.worker-a_B1.js']) await writeFile(join(folder, 'assets', name), 'export {}')
  await writeFile(join(folder, 'service-worker.js'), '')
  const { env, log } = app.deps
  const served = await buildApp({ env, log, databaseUrl: app.app.databaseUrl, webFolder: folder, background: false })
  try {
    const get = (url: string) => served.http.inject({ method: 'GET', url })
    expect((await get('/assets/app.js')).headers).toMatchObject({
      'content-security-policy': expect.stringContaining("script-src 'self'") as string,
      'cache-control': 'public, max-age=31536000, immutable',
    })
    // Strings become functions in one worker only, in every spelling that serves it and in no other file.
    const evaluates = async (url: string) =>
      String((await get(url)).headers['content-security-policy']).includes("'unsafe-eval'")
    for (const url of [
      '/assets/basis.worker-a_B1.js',
      '/%61ssets/basis.worker-a_B1%2ejs',
      '//assets/basis.worker-a_B1.js?x',
    ])
      expect([url, await evaluates(url)]).toEqual([url, true])
    for (const url of ['/assets/app.js', '/assets/app.js?/assets/basis.worker-a.js', '/assets/basis.worker-gone.js'])
      expect([url, await evaluates(url)]).toEqual([url, false])
    // The service worker loads images of ours alone, and an update of it is found at once.
    expect((await get('/service-worker.js')).headers).toMatchObject({
      'content-security-policy':
        "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'",
      'cache-control': 'no-cache',
    })
    const missing = await get('/assets/gone.js')
    expect(missing.statusCode).toBe(404)
    expect(missing.headers['content-security-policy']).toContain("default-src 'none'")
    const document = await get('/dashboard')
    expect(document.headers['content-security-policy']).toContain("'strict-dynamic'")
    expect(document.headers['content-security-policy']).toContain('report-uri /api/csp-reports')
  } finally {
    await served.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

test('the sandbox replies only under names of its own machine', async () => {
  for (const host of ['localhost:4000', '127.0.0.1', '[::1]:4000']) {
    expect((await send('GET', '/api/accounts/me', { host })).statusCode).toBe(200)
  }
  for (const host of [
    'rebound.example',
    'rebound.example:4000',
    'localhost.rebound.example',
    '127.0.0.1.nip.example',
  ]) {
    const reply = await send('GET', '/api/accounts/me', { host, origin: `http://${host}` })
    expect([host, reply.statusCode, reply.json<{ code: string }>().code]).toEqual([host, 421, 'request.unknown-host'])
  }
})

test('replies that carry a token or answer a write are not stored by any cache', async () => {
  expect((await app.injectAs(user, changeAccount, { body: { name: 'Clara' } })).headers['cache-control']).toBe(
    'no-store',
  )
  const session = await send('GET', '/api/accounts/session')
  expect([session.statusCode, session.headers['cache-control']]).toEqual([200, 'no-store'])
  const unstored = app.app.routes.filter(({ options }) => options.noStore).map(({ route }) => route.path)
  expect(unstored.toSorted()).toEqual([
    '/accounts/pairings/mine',
    '/accounts/session',
    '/accounts/session/suspension',
    '/accounts/sign-in-challenge',
    '/accounts/social/pending',
    '/calendar/feed',
    '/rooms/:id/endpoint',
    '/sandbox/mail',
  ])
})

test('violations of the content policy can be reported by anyone, and nothing is answered', async () => {
  const report = { 'csp-report': { 'document-uri': 'https://veranda.example/login?next=/', 'blocked-uri': 'inline' } }
  const post = (type: string, payload: string) =>
    app.app.http.inject({ method: 'POST', url: '/api/csp-reports', headers: { 'content-type': type }, payload })
  for (const payload of [JSON.stringify(report), '{', 'null', '[]']) {
    expect((await post('application/csp-report', payload)).statusCode).toBe(204)
  }
  expect((await post('application/csp-report', `"${'x'.repeat(20_000)}"`)).statusCode).toBe(413)
})
