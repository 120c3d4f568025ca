import { addPortfolioItem, changeProfile } from '@veranda/contract/talent/routes.ts'
import { changeListing } from '@veranda/contract/talent/listing/routes.ts'
import { reportPage } from '@veranda/contract/talent/explore/routes.ts'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCommands } from '../admin.ts'
import { type App, buildApp } from '../app.ts'
import { uploadImage } from '../platform/assets/testing/upload-client.ts'
import { makeFindable } from '../features/talent/testing/make-findable.ts'
import { type TestApp, testApp, type TestUser } from './test-app.ts'

const shell = `<!doctype html><html><head>
    <title>Veranda</title>
    <meta
      name="description"
      content="Plain"
    />
    <script src="/first-paint.js"></script>
  </head><body><div id="root"></div><script type="module" src="/assets/app.js"></script></body></html>`

let app: TestApp
let web: App
let creator: TestUser
/** A text that must not end an element, an attribute or a data block. */
const hostile = `</script><script>alert(1)</script> "quoted" & 'more' __NONCE__ $& <!-- \u2028`

beforeAll(async () => {
  app = await testApp()
  const folder = await mkdtemp(join(tmpdir(), 'veranda-web-'))
  await writeFile(join(folder, 'index.html'), shell)
  const { env, log, gateways } = app.deps
  web = await buildApp({
    env: { ...env, rateLimits: true },
    log,
    databaseUrl: app.app.databaseUrl,
    webFolder: folder,
    background: false,
    gateways: () => gateways,
  })
  web.readiness.ready = true
  creator = await app.createUser('Nils Nadel', { role: 'creator' })
  await app.injectAs(creator, changeProfile, { body: { headline: `Needles ${hostile.slice(0, 40)}`, about: hostile } })
  const png = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#246' } })
    .png()
    .toBuffer()
  const { id: fileId } = await uploadImage(app, creator, 'needle.png', png)
  await app.injectAs(creator, addPortfolioItem, { body: { title: hostile.slice(0, 60), description: hostile, fileId } })
  await makeFindable(app, creator.id)
  await app.injectAs(creator, changeListing, { body: { listed: true, handle: 'nils' } })
  await app.injectAs(creator, changeListing, { body: { handle: 'nils-nadel' } })
})
afterAll(async () => {
  await web.stop()
  await app.close()
})

async function open(url: string, remoteAddress = '10.0.0.1') {
  const reply = await web.http.inject({ url, remoteAddress, headers: { host: 'localhost:4000' } })
  const blocks = [
    ...reply.body.matchAll(/<script nonce="[^"]*" type="([^"]*)"[^>]*>|<script type="([^"]*)"[^>]*>([^<]*)<\/script>/g),
  ]
  const data = new Map(blocks.map(([, one, other, json]) => [one ?? other, json]))
  return { status: reply.statusCode, headers: reply.headers, body: reply.body, data }
}

test('the page of a creator says what it shows before any script runs, and nothing in it can run', async () => {
  const { status, headers, body, data } = await open('/explore/nils-nadel')
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(body).toContain('<link rel="canonical" href="http://localhost:4000/explore/nils-nadel" />')
  expect(body.match(/<title>/g)).toHaveLength(1)
  expect(body).toMatch(/<title>Nils Nadel: Needles &lt;\/script&gt;[^<]*· Veranda<\/title>/)
  expect(body.match(/name="description"/g)).toHaveLength(1)
  expect(body).toMatch(/<meta property="og:image" content="http:\/\/localhost:4000\/api\/files\/[\w-]+" \/>/)
  // Our own two scripts and two data blocks only; the app is started by one of them.
  expect(body.match(/<script/g)).toHaveLength(4)
  expect(body.match(/<script[^>]* nonce=/g)).toHaveLength(2)
  expect(body).toContain('const paths = ["/assets/app.js"]')
  expect(body).toMatch(/<h1 class="public-page_name"><bdi>Nils Nadel<\/bdi><\/h1>[^]*<div id="root">/)
  expect(body).toContain('&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; &quot;quoted&quot; &amp; &#39;more&#39;')
  expect(body).not.toContain('<!--')
  const nonce = /'nonce-([\w-]+)'/.exec(String(headers['content-security-policy']))?.[1] ?? 'none'
  // Theme, first view's style and start; never in a text that asks for it.
  expect(body.split(nonce)).toHaveLength(4)
  expect(body).toContain('__NONCE__')
  const person = JSON.parse(data.get('application/ld+json') ?? '') as {
    mainEntity: { name: string }
    hasPart: object[]
  }
  expect(person).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: { name: 'Nils Nadel', url: 'http://localhost:4000/explore/nils-nadel' },
    hasPart: [{ name: hostile.slice(0, 60).trim() }],
  })
  const read = JSON.parse(data.get('application/json') ?? '') as { path: string; reply: { handle: string } }
  expect(read).toMatchObject({ path: '/explore/:handle', reply: { handle: 'nils-nadel' } })
})

test('a visitor with a session gets the app at once, without the first view of strangers', async () => {
  const cookie = creator.cookie
  const headers = { host: 'localhost:4000', cookie, 'accept-encoding': 'br' }
  const reply = await web.http.inject({ url: '/explore/nils-nadel', headers })
  expect([reply.headers['content-encoding'], reply.headers['vary']]).toEqual([
    'br',
    'accept-encoding, accept-language, cookie',
  ])
  const body = brotliDecompressSync(reply.rawPayload).toString()
  expect(body).toContain('src="/assets/app.js"')
  expect(body).toContain('id="first-read"')
  expect(body).not.toContain('first-view')
})

test('old handles and other spellings lead to the one address for good, and unknown ones are 404', async () => {
  for (const [url, to] of [
    ['/explore/nils?x=1', '/explore/nils-nadel?x=1'],
    ['/explore/Nils-Nadel', '/explore/nils-nadel'],
    ['/explore/nils-nadel/', '/explore/nils-nadel'],
    ['/explore/', '/explore'],
    ['//explore', '/explore'],
  ]) {
    const { status, headers } = await open(url ?? '')
    expect([url, status, headers['location']]).toEqual([url, 301, to])
  }
  const tooLong = `/explore/${'a'.repeat(250)}`
  for (const url of ['/explore/no-one', '/explore/admin', '/explore/a%00b', '/explore/nils-nadel/more', tooLong]) {
    const { status, headers, body } = await open(url)
    expect([url, status, headers['content-type']]).toEqual([url, 404, 'text/html; charset=utf-8'])
    expect(body).not.toContain('first-read')
  }
})

test('the gallery, the sitemap and robots.txt name the public pages and no others', async () => {
  const gallery = await open('/explore?q=nils&unknown=1')
  expect(gallery.status).toBe(200)
  expect(gallery.body).toContain('<link rel="canonical" href="http://localhost:4000/explore" />')
  expect(gallery.data.get('application/ld+json')).toContain('http://localhost:4000/explore/nils-nadel')
  expect((await open('/explore?priceTo=abc')).status).toBe(200)
  const sitemap = await open('/sitemap.xml')
  expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8')
  expect([...sitemap.body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)).toEqual(
    ['/explore', '/terms', '/privacy', '/refund', '/explore/nils-nadel'].map((path) => `http://localhost:4000${path}`),
  )
  const robots = await open('/robots.txt')
  expect(robots.body).toContain('Sitemap: http://localhost:4000/sitemap.xml')
  expect(robots.body).toContain('Disallow: /api/\n')
})

test('no query makes a public page fail', async () => {
  const values = ['%00', '%ff', '', 'a'.repeat(3_000), '%F0%9F%98%80', '1e400', "'", '[object Object]']
  const names = ['q', 'discipline', 'priceTo', 'currency', 'cursor', 'free', '__proto__', 'q[]']
  const wrong: string[] = []
  let address = 0
  for (const path of ['/explore', '/explore/nils-nadel', '/sitemap.xml', '/robots.txt', '/login', '/'])
    for (const name of names)
      for (const value of values) {
        address += 1
        const { status } = await open(`${path}?${name}=${value}`, `10.1.${address >> 8}.${address & 255}`)
        if (status !== 200) wrong.push(`${path}?${name}=${value.slice(0, 20)}: ${status}`)
      }
  expect(wrong).toEqual([])
})

test('reading is limited per address of the network, however the address is written, and others are not held up', async () => {
  const spellings = ['/explore/no-one', '/explore/No-One', '/explore', '/explore?x=1', '/sitemap.xml']
  const calls = Array.from({ length: 400 }, (_, call) => open(spellings[call % spellings.length] ?? '', '10.0.0.2'))
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(statuses).toContain(429)
  expect((await open('/explore/nils-nadel', '10.0.0.3')).status).toBe(200)
})

test('an admin lists reports and takes a page down by the command line', async () => {
  const run = async (name: string, argument = '') => {
    const lines: string[] = []
    const code = await adminCommands[name]?.(app.app, argument, (line) => lines.push(line))
    return { code, output: lines.join('\n') }
  }
  expect(await run('page-reports')).toEqual({ code: 0, output: 'There are no open reports.' })
  const body = { reason: 'fraud', message: 'Look' } as const
  const { reply } = await app.injectAs(null, reportPage, { params: { handle: 'nils-nadel' }, body })
  expect((await run('page-reports')).output).toMatch(/fraud: the page of Nils Nadel, \/explore\/nils-nadel\n {2}Look/)
  expect((await run('close-report', reply.id)).code).toBe(0)
  expect((await run('close-report', reply.id)).code).toBe(1)
  expect((await run('unlist', 'nils-nadel')).code).toBe(1)
  expect((await run('unlist', 'no-one Not yours.')).code).toBe(1)
  expect(await run('unlist', 'nils-nadel Not your work.')).toMatchObject({ code: 0 })
  expect((await open('/explore/nils-nadel')).status).toBe(404)
  expect((await open('/sitemap.xml')).body).not.toContain('nils')
  expect((await run('relist', 'nils-nadel')).code).toBe(0)
  expect((await open('/explore/nils-nadel')).status).toBe(200)
})
