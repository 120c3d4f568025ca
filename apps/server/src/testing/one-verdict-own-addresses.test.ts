import { type InjectOptions } from 'fastify'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, buildApp } from '../app.ts'
import { credentialsOf, encodePath, rulingHeaders } from './route-calls.ts'
import { type TestUser, testApp, type TestApp } from './test-app.ts'

/**
 * The addresses that are no routes of the contract: those of the server itself, and documents that everyone may open.
 * Each has one verdict, too, however it is written and called.
 */
let t: TestApp
let web: App
let user: TestUser
let webFolder: string
const metricsToken = 'x'.repeat(32)
beforeAll(async () => {
  t = await testApp({ env: { METRICS_TOKEN: metricsToken } })
  webFolder = await mkdtemp(join(tmpdir(), 'veranda-web-'))
  await writeFile(
    join(webFolder, 'index.html'),
    '<!doctype html><html><head></head><body><div id="root"></div></body></html>',
  )
  const { env, log } = t.deps
  web = await buildApp({ env, log, databaseUrl: t.app.databaseUrl, webFolder, background: false })
  web.readiness.ready = true
  user = await t.createUser('Stella Stranger')
})
afterAll(async () => {
  await web.stop()
  await t.close()
  await rm(webFolder, { recursive: true })
})

const documents = ['/explore', '/explore/no-such-creator', '/sitemap.xml', '/robots.txt', '/login', '/register']
const serverAddresses = ['/livez', '/readyz', '/metrics', '/api/csp-reports', '/api/docs', '/api/openapi.json']
const addresses = [...serverAddresses, ...documents]

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const callers: Record<string, () => Record<string, string>> = {
  'signed out': () => ({}),
  'signed in': () => credentialsOf(user),
  'with the token of the metrics': () => ({ authorization: `Bearer ${metricsToken}` }),
  'from another website': () => ({ origin: 'https://evil.example' }),
}

async function verdictOf(options: InjectOptions) {
  const reply = await web.http.inject(options)
  // The nonce of a document is new each time, and with it its content.
  const ruling = rulingHeaders(reply.headers).replace(/'nonce-[^']+'/g, 'nonce')
  return { status: reply.statusCode, type: reply.headers['content-type'] ?? '', ruling }
}

test.each(addresses)('%s has one verdict, encoded and with any query, for every method and caller', async (url) => {
  for (const headersOf of Object.values(callers)) {
    for (const method of methods) {
      const headers = headersOf()
      const plain = await verdictOf({ method, url, headers })
      expect([method, plain.status]).not.toEqual([method, 500])
      for (const spelling of [
        encodePath(url),
        `${url}?`,
        `${url}?x=1`,
        `${url}?__proto__=1`,
        `${url}?_method=DELETE`,
      ]) {
        const found = await verdictOf({ method, url: spelling, headers })
        expect({ method, spelling, ...found }).toEqual({ method, spelling, ...plain })
      }
    }
  }
})

test.each(serverAddresses)('other spellings of %s name nothing', async (url) => {
  const spellings = [
    // An injected call takes two slashes at the beginning for the name of a host.
    ...(url.startsWith('/api/') ? [url.replace('/api/', '/api//')] : []),
    `${url}/`,
    `${url}/.`,
    `${url};x=1`,
    url.toUpperCase(),
    url.replace(/\/(?=[^/]*$)/, '/%2F'),
  ]
  for (const url of spellings) {
    for (const method of methods) {
      const { status, type } = await verdictOf({ method, url, headers: { authorization: `Bearer ${metricsToken}` } })
      expect({ url, method, status }).toEqual({ url, method, status: 404 })
      // Outside the API an address is one of the app for a browser that reads it.
      const isRight = type.startsWith('application/problem+json') || !url.startsWith('/api/')
      expect({ url, method, isRight }).toEqual({ url, method, isRight: true })
    }
  }
})

test.each(documents)('other spellings of %s lead to its one address or to nothing', async (url) => {
  const spellings = [`${url}/`, `${url}/.`, `${url};x=1`, url.toUpperCase()]
  for (const url of spellings) {
    const { status } = await verdictOf({ url, headers: { accept: 'text/html' } })
    expect({ url, status, isOne: [200, 301, 404].includes(status) }).toMatchObject({ isOne: true })
  }
})
