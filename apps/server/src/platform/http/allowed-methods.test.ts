import { type InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, buildApp } from '../../app.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let app: App
let webFolder: string
beforeAll(async () => {
  t = await testApp({ env: { METRICS_TOKEN: 'x'.repeat(32) } })
  webFolder = await mkdtemp(join(tmpdir(), 'veranda-web-'))
  await mkdir(join(webFolder, 'assets'))
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><script src="/assets/app.js"></script>')
  await writeFile(join(webFolder, 'assets/app.js'), 'export {}')
  const { env, log } = t.deps
  app = await buildApp({ env, log, databaseUrl: t.app.databaseUrl, webFolder, background: false })
  app.readiness.ready = true
})
afterAll(async () => {
  await app.stop()
  await t.close()
  await rm(webFolder, { recursive: true, force: true })
})

const send = (method: string, url: string, more: InjectOptions = {}) =>
  // The library's own type knows fewer methods than there are.
  app.http.inject({ ...more, method: method as 'GET', url })

const read = 'GET, HEAD, OPTIONS'
/** The server's own addresses, with the methods that each takes; id and key as a stranger has them. */
const ownAddresses: readonly (readonly [string, string])[] = [
  ['/livez', read],
  ['/readyz', read],
  ['/metrics', read],
  ['/api/docs', read],
  ['/api/openapi.json', read],
  ['/api/csp-reports', 'POST, OPTIONS'],
  ['/assets/app.js', read],
  ['/index.html', read],
  ['/', read],
  ['/dashboard', read],
  ['/projects/0197f7a2-0000-7000-8000-000000000000', read],
  ['/settings/', read],
  ['//dashboard', read],
]
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY']

test.each(ownAddresses)('%s takes %s, and every other method is 405 with exactly these', async (url, allow) => {
  const known = allow.split(', ')
  for (const method of methods) {
    for (const spelling of [
      url,
      `${url}?x=1`,
      url.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    ]) {
      const reply = await send(method, spelling)
      const found = { method, spelling, status: reply.statusCode, allow: reply.headers['allow'] }
      if (known.includes(method)) {
        expect([found.status, found.allow]).not.toEqual([405, expect.anything()])
        expect(found.status).not.toBe(404)
      } else {
        expect(found).toEqual({ method, spelling, status: 405, allow })
        expect(reply.headers['content-type']).toContain('application/problem+json')
        if (method !== 'HEAD') expect(reply.json()).toMatchObject({ code: 'request.method-not-allowed' })
      }
    }
  }
})

test.each(ownAddresses)(
  'OPTIONS on %s is answered with the methods, and allows no other website',
  async (url, allow) => {
    for (const headers of [{}, { origin: 'https://evil.example', 'access-control-request-method': 'POST' }]) {
      const reply = await send('OPTIONS', url, { headers })
      expect([reply.statusCode, reply.headers['allow'], reply.body]).toEqual([204, allow, ''])
      expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control-allow-origin'))).toEqual([])
    }
  },
)

test.each(['/livez', '/api/docs', '/api/openapi.json', '/assets/app.js', '/', '/dashboard'])(
  'HEAD of %s has the status and headers of GET and no body',
  async (url) => {
    const [get, head] = [await send('GET', url), await send('HEAD', url)]
    expect([head.statusCode, head.body]).toEqual([200, ''])
    // The nonce of a document is new each time.
    const ruling = ({ headers }: typeof get) => [
      headers['content-type'],
      headers['cache-control'],
      headers['content-security-policy']?.toString().replace(/'nonce-[^']+'/g, 'nonce'),
    ]
    expect(ruling(head)).toEqual(ruling(get))
  },
)

test('the type of a body does not decide whether a method is allowed or an address is there', async () => {
  for (const type of ['text/plain', 'application/json', 'multipart/form-data; boundary=x', 'x']) {
    const more = { headers: { 'content-type': type }, payload: '{' }
    expect((await send('POST', '/livez', more)).statusCode).toBe(405)
    expect((await send('DELETE', '/api/accounts/me', more)).statusCode).toBe(405)
    expect((await send('POST', '/api/nowhere', more)).statusCode).toBe(404)
    expect((await send('POST', '/nowhere', more)).statusCode).toBe(404)
  }
})

test('an address that names nothing is 404 with every method, and so is another spelling of a route', async () => {
  const nothing = [
    '/api/nowhere',
    '/nowhere',
    '/assets/gone.js',
    '/api//docs',
    '/API/docs',
    '//livez',
    '/livez/',
    '/.env',
  ]
  for (const url of [...nothing, `/assets/${'x'.repeat(400)}`]) {
    for (const method of [...methods, 'OPTIONS']) {
      const reply = await send(method, url)
      expect({ method, url, status: reply.statusCode, allow: reply.headers['allow'] }).toEqual({
        method,
        url,
        status: 404,
        allow: undefined,
      })
    }
  }
  for (const method of methods) expect([400, 404]).toContain((await send(method, '/assets/%00')).statusCode)
})

test('every route of the contract takes exactly the methods that it has', async () => {
  const byPath = Map.groupBy(app.routes, ({ route }) => route.path)
  const wrong: string[] = []
  for (const path of byPath.keys()) {
    const url = `/api${path.replace(/:\w+/g, '0197f7a2-0000-7000-8000-000000000000')}`
    const found = (await send('OPTIONS', url)).headers['allow']?.toString().split(', ') ?? []
    for (const method of methods) {
      const { statusCode } = await send(method, url)
      const isRoute = found.includes(method)
      if ((statusCode === 405) === isRoute) wrong.push(`${method} ${url}: ${statusCode}, allow ${found.join()}`)
    }
  }
  expect(byPath.size).toBeGreaterThan(60)
  expect(wrong).toEqual([])
})
