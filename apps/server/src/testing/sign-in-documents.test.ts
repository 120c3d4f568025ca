import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, buildApp } from '../app.ts'
import { type TestApp, testApp } from './test-app.ts'

const shell = `<!doctype html><html lang="en" dir="ltr"><head><title>Veranda</title><script src="/first-paint.js"></script></head>
  <body><div id="root"></div><script type="module" src="/assets/app.js"></script></body></html>`
const stills = 'src/features/accounts/front-door/stills'
const manifest = {
  ...Object.fromEntries(
    ['daylight-arrive', 'daylight-poster', 'dusk-arrive', 'dusk-poster'].map((name) => [
      `${stills}/${name}.avif`,
      { file: `assets/${name}.avif` },
    ]),
  ),
  'src/features/accounts/sign-in/auth-layout.tsx': { file: 'assets/layout.js', css: ['assets/layout.css'] },
  'src/screens/login-screen.tsx': { file: 'assets/login.js' },
  'src/screens/new-access-screens.ts': { file: 'assets/register.js' },
}

let app: TestApp
let built: App
let unbuilt: App

beforeAll(async () => {
  app = await testApp()
  const { env, log, gateways } = app.deps
  const serve = async (files: Readonly<Record<string, string>>) => {
    const folder = await mkdtemp(join(tmpdir(), 'veranda-web-'))
    await mkdir(join(folder, '.vite'))
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    const { databaseUrl } = app.app
    const web = await buildApp({
      env,
      log,
      databaseUrl,
      webFolder: folder,
      background: false,
      gateways: () => gateways,
    })
    web.readiness.ready = true
    return web
  }
  built = await serve({ 'index.html': shell, '.vite/manifest.json': JSON.stringify(manifest) })
  unbuilt = await serve({ 'index.html': shell })
})
afterAll(async () => {
  await built.stop()
  await unbuilt.stop()
  await app.close()
})

const open = async (web: App, url: string, headers: Record<string, string> = {}) =>
  web.http.inject({ url, headers: { host: 'localhost:4000', ...headers } })

test.each([
  ['/login', 'Sign in', 'login.js'],
  ['/register', 'Create an account', 'register.js'],
])(
  '%s shows the veranda and its title before any script runs, in the look of the device',
  async (url, title, script) => {
    const { statusCode, body, headers } = await open(built, url)
    expect(statusCode).toBe(200)
    expect(body).toContain(`<h1>${title}</h1>`)
    expect(body).toMatch(/media="\(prefers-color-scheme: dark\)" srcset="\/assets\/dusk-arrive.avif 720w, /)
    expect(body).toMatch(/class="auth-layout_poster"\s+srcset="\/assets\/daylight-arrive.avif 720w, /)
    expect(body).toContain('<link rel="stylesheet" crossorigin href="/assets/layout.css" />')
    expect(body).toContain(`const paths = ["/assets/app.js","/assets/layout.js","/assets/${script}"]`)
    // Its own scripts run by the nonce of the page, and nothing is styled in line.
    const nonce = /'nonce-([\w-]+)'/.exec(String(headers['content-security-policy']))?.[1] ?? 'none'
    expect(body.split(`<script nonce="${nonce}"`)).toHaveLength(3)
    expect(body).not.toContain(' style=')
  },
)

test('without a build, and with a session, the app starts as it always does', async () => {
  const plain = await open(unbuilt, '/login')
  const user = await app.createUser('Sia Signed-In')
  const signedIn = await open(built, '/login', { cookie: user.cookie })
  for (const { statusCode, body } of [plain, signedIn]) {
    expect(statusCode).toBe(200)
    expect(body).not.toContain('first-view')
    expect(body).toContain('src="/assets/app.js"')
  }
})

test('every document is in the language and direction that the browser asks for, which caches keep apart, and names the sandbox', async () => {
  for (const url of ['/login', '/dashboard', '/nowhere']) {
    const { body, headers } = await open(built, url, { 'accept-language': 'ar-EG, en;q=0.5' })
    expect(body, url).toMatch(/^<!doctype html><html lang="ar" dir="rtl" data-mode="sandbox">/)
    expect(headers['vary'], url).toContain('accept-language')
  }
  // Who chose another language before does not see the first view in this one.
  expect((await open(built, '/login', { 'accept-language': 'de' })).body).toContain(
    ":root:not([lang='de']) #first-view { visibility: hidden }",
  )
})
