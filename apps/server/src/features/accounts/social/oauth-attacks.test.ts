import { logout, readSession } from '@veranda/contract/accounts/sessions/routes.ts'
import { linkIdentity, registerByIdentity } from '@veranda/contract/accounts/social/routes.ts'
import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import { instant, minute } from '@veranda/core/time/instant.ts'
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { Events, type MutableResponse, type MutableToken, OAuth2Server } from 'oauth2-mock-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp, userOf } from '../../../testing/test-app.ts'
import { placeOf, TestBrowser } from './testing/test-browser.ts'

/** An independent server of OpenID Connect in the place of Google. */
const google = new OAuth2Server()
const clientId = 'veranda-at-google'
let app: TestApp
let origin: string

beforeAll(async () => {
  await google.issuer.keys.generate('RS256')
  await google.start(0, '127.0.0.1')
  const issuer = `http://127.0.0.1:${google.address().port}`
  google.issuer.url = issuer
  app = await testApp({
    env: {
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: 'a secret between Veranda and Google',
      GOOGLE_ISSUER: issuer,
      GOOGLE_AUTHORIZATION_URL: `${issuer}/authorize`,
      GOOGLE_TOKEN_URL: `${issuer}/token`,
      GOOGLE_JWKS_URL: `${issuer}/jwks`,
    },
  })
  origin = await app.listenWithoutBackground()
})
afterEach(() => google.service.removeAllListeners())
afterAll(async () => {
  await app.close()
  if (google.listening) await google.stop()
})

/** Lets Google vouch for someone with these claims. */
function vouchFor(claims: Record<string, unknown>): void {
  google.service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken) => Object.assign(payload, claims))
}

/** Begins a sign-in and returns the address of Google. */
async function begin(browser: TestBrowser, to = ''): Promise<URL> {
  const { location } = await browser.visit(`/api/auth/google${to === '' ? '' : `?to=${encodeURIComponent(to)}`}`)
  if (!location) throw new Error('the sign-in did not begin')
  return location
}

/** Begins a sign-in, agrees at Google, and returns the callback without calling it. */
async function beginAndAgree(browser: TestBrowser, to?: string): Promise<URL> {
  const { location } = await browser.visit(await begin(browser, to))
  if (!location) throw new Error('Google sent nobody back')
  return location
}

/** Calls a callback and returns the page it leads to. */
const comeBack = async (browser: TestBrowser, callback: URL) => placeOf((await browser.visit(callback)).location)
const signIn = async (browser: TestBrowser) => comeBack(browser, await beginAndAgree(browser))

const body = { name: 'Greta Google', role: 'client', terms: currentTermsVersion, timeZone: 'UTC' } as const
const register = (browser: TestBrowser) =>
  app.injectAs(null, registerByIdentity, { body, headers: { cookie: browser.cookie } })

/** Returns the number of sessions that exist. */
async function countSessions(): Promise<number> {
  const { count } = await app.deps.db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

test('an unknown identity becomes an account once its user agrees, and signs in from then on', async () => {
  vouchFor({ sub: 'greta', name: 'Greta Google', email: 'Greta@Veranda.test', email_verified: true })
  const browser = new TestBrowser(origin)
  const request = await begin(browser, '/explore/pia?request=1#reviews')
  expect(Object.fromEntries(request.searchParams)).toMatchObject({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: `${origin}/api/auth/google/callback`,
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
  })
  const callback = await browser.visit(request)
  const page = await browser.visit(callback.location ?? '')
  expect(page.status).toBe(303)
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  expect(page.location?.pathname).toBe('/register')
  expect(page.location?.searchParams.get('to')).toBe('/explore/pia?request=1#reviews')
  expect(await app.deps.db.selectFrom('credentials').select('id').where('account_id', '=', 'greta').execute()).toEqual(
    [],
  )

  const registered = await register(browser)
  expect(registered.reply.user).toMatchObject({ email: 'greta@veranda.test', authProvider: 'google' })
  // One identity is one account, however often the form is sent.
  expect((await register(browser)).problem.code).toBe('account.identity-not-pending')
  const stored = await app.deps.db.selectFrom('credentials').selectAll().where('account_id', '=', 'greta').execute()
  expect(stored).toMatchObject([{ provider_id: 'google', access_token: null, refresh_token: null, id_token: null }])

  await app.injectAs(userOf(registered), logout)
  const secondBrowser = new TestBrowser(origin)
  expect(await signIn(secondBrowser)).toBe('/auth/done')
  const session = await app.injectAs(null, readSession, { headers: { cookie: secondBrowser.cookie } })
  expect(session.reply.user).toMatchObject({ id: registered.reply.user.id, authProvider: 'google' })
  expect((await app.deps.db.selectFrom('oauth_attempts').select('provider').execute()).length).toBe(0)
})

test('a sign-in ends the session that the browser had', async () => {
  vouchFor({ sub: 'greta' })
  const former = await app.createUser('Frida Former')
  const browser = new TestBrowser(origin)
  browser.addCookies(former.cookie)
  expect(await signIn(browser)).toBe('/auth/done')
  expect((await app.injectAs(null, readSession, { headers: { cookie: former.cookie } })).status).toBe(401)
  const { reply } = await app.injectAs(null, readSession, { headers: { cookie: browser.cookie } })
  expect(reply.user.name).toBe('Greta Google')
})

/** Changes on the way back, none of which opens a session. */
const callbacks: Record<string, (callback: URL) => Promise<string>> = {
  'no state': async (callback) => {
    const browser = new TestBrowser(origin)
    const attempt = await beginAndAgree(browser)
    attempt.searchParams.delete('state')
    expect(callback.searchParams.has('state')).toBe(true)
    return comeBack(browser, attempt)
  },
  "another attempt's state": async (callback) => {
    const browser = new TestBrowser(origin)
    const attempt = await beginAndAgree(browser)
    attempt.searchParams.set('state', callback.searchParams.get('state') ?? '')
    return comeBack(browser, attempt)
  },
  'no cookie': (callback) => comeBack(new TestBrowser(origin), callback),
  // Otherwise an attacker could sign a victim in to the attacker's own account (login CSRF).
  "another browser's cookie": async (callback) => {
    const victim = new TestBrowser(origin)
    await begin(victim)
    return comeBack(victim, callback)
  },
  "another provider's redirect address": async () => {
    const browser = new TestBrowser(origin)
    const attempt = await beginAndAgree(browser)
    return comeBack(browser, new URL(attempt.href.replace('/auth/google/', '/auth/tiktok/')))
  },
}

test.each(Object.keys(callbacks))('a callback with %s signs nobody in', async (name) => {
  vouchFor({ sub: 'greta' })
  const attacker = new TestBrowser(origin)
  const callback = await beginAndAgree(attacker)
  const before = await countSessions()
  expect(await callbacks[name]?.(callback)).toBe('/login?problem=expired')
  expect(await countSessions()).toBe(before)
  // The attempt of the browser that began it is not used up by others.
  expect(await comeBack(attacker, callback)).toBe('/auth/done')
})

test('a callback works once, and not after its ten minutes', async () => {
  vouchFor({ sub: 'greta' })
  const browser = new TestBrowser(origin)
  const callback = await beginAndAgree(browser)
  const { cookie } = browser
  expect(await comeBack(browser, callback)).toBe('/auth/done')
  // Its cookie is deleted, and is of no use to anyone who has kept it.
  expect(browser.cookie).not.toContain('veranda.oauth')
  const replayed = new TestBrowser(origin)
  replayed.addCookies(cookie)
  expect(await comeBack(replayed, callback)).toBe('/login?problem=expired')
  const late = new TestBrowser(origin)
  const lateCallback = await beginAndAgree(late)
  await app.advance(10 * minute)
  expect(await comeBack(late, lateCallback)).toBe('/login?problem=expired')
  app.clock.setShift(instant(0))
  // Attempts without a callback are deleted by later ones.
  const rows = await app.deps.db.selectFrom('oauth_attempts').selectAll().execute()
  const text = JSON.stringify(rows)
  expect(text).not.toContain(lateCallback.searchParams.get('state') ?? 'missing')
})

test('a code of another attempt is refused, because its verifier and its nonce are others', async () => {
  vouchFor({ sub: 'greta' })
  const attacker = new TestBrowser(origin)
  const stolen = (await beginAndAgree(attacker)).searchParams.get('code') ?? ''
  const browser = new TestBrowser(origin)
  const callback = await beginAndAgree(browser)
  callback.searchParams.set('code', stolen)
  expect(await comeBack(browser, callback)).toBe('/login?problem=failed')
})

test('an authorization request whose PKCE was taken out on the way signs nobody in', async () => {
  vouchFor({ sub: 'greta' })
  const browser = new TestBrowser(origin)
  const downgraded = await begin(browser)
  downgraded.searchParams.delete('code_challenge')
  downgraded.searchParams.delete('code_challenge_method')
  const { location } = await browser.visit(downgraded)
  expect(await comeBack(browser, location ?? new URL(origin))).toBe('/login?problem=failed')
})

const otherKey = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey
const now = () => Math.floor(Date.now() / 1_000)

/** Changes of the token of `greta`, each of which makes it worthless. */
const tokenFaults: Record<string, () => void> = {
  'another nonce': () => vouchFor({ sub: 'greta', nonce: 'x'.repeat(43) }),
  'no nonce': () => vouchFor({ sub: 'greta', nonce: undefined }),
  'another audience': () => vouchFor({ sub: 'greta', aud: 'another-app' }),
  'several audiences and no authorized party': () => vouchFor({ sub: 'greta', aud: [clientId, 'another-app'] }),
  'another issuer': () => vouchFor({ sub: 'greta', iss: 'https://accounts.google.com.evil.example' }),
  'an end in the past': () => vouchFor({ sub: 'greta', exp: now() - 120 }),
  'a beginning in the future': () => vouchFor({ sub: 'greta', nbf: now() + 600 }),
  'no subject': () => vouchFor({ sub: undefined }),
  'an empty subject': () => vouchFor({ sub: '' }),
  'algorithm none': () => replaceToken(({ payload }) => `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`),
  'a key that Google does not publish': () =>
    replaceToken(({ header, payload }) => signed(header, payload, (data) => sign('sha256', data, otherKey))),
  // A public key taken for a shared secret.
  'a symmetric algorithm': () =>
    replaceToken(({ payload }) => {
      const secret = JSON.stringify(google.issuer.keys.toJSON()[0])
      const header = encode({ alg: 'HS256', typ: 'JWT' })
      return signed(header, payload, (data) => createHmac('sha256', secret).update(data).digest())
    }),
  'a signature that was cut off': () => replaceToken(({ header, payload }) => `${header}.${payload}.`),
  'no ID token at all': () =>
    void google.service.on(Events.BeforeResponse, ({ body }: MutableResponse) =>
      Object.assign(body, { id_token: undefined }),
    ),
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const signed = (header: string, payload: string, signatureOf: (data: Buffer) => Buffer) =>
  `${header}.${payload}.${signatureOf(Buffer.from(`${header}.${payload}`)).toString('base64url')}`

/** Replaces the ID token of the replies by one that is made from its parts, as they are encoded. */
function replaceToken(forge: (parts: { header: string; payload: string }) => string): void {
  vouchFor({ sub: 'greta' })
  google.service.on(Events.BeforeResponse, ({ body }: MutableResponse) => {
    if (body === '') return
    const [header = '', payload = ''] = String(body['id_token']).split('.')
    body['id_token'] = forge({ header, payload })
  })
}

test.each(Object.keys(tokenFaults))('a token with %s signs nobody in', async (name) => {
  tokenFaults[name]?.()
  const before = await countSessions()
  expect(await signIn(new TestBrowser(origin))).toBe('/login?problem=failed')
  expect(await countSessions()).toBe(before)
})

test('an address opens no account that has it, verified by Google or not', async () => {
  const owner = await app.createUser('Olga Owner')
  vouchFor({ sub: 'attacker', name: 'Eve', email: owner.email, email_verified: true })
  expect(await signIn(new TestBrowser(origin))).toBe('/login?problem=email-taken')
  google.service.removeAllListeners()
  vouchFor({ sub: 'attacker', name: 'Eve', email: owner.email.toUpperCase(), email_verified: false })
  const browser = new TestBrowser(origin)
  expect(await signIn(browser)).toBe('/register?with=google')
  const registered = await register(browser)
  expect(registered.reply.user).toMatchObject({ email: null })
  expect(registered.reply.user.id).not.toBe(owner.id)
  const identities = await app.deps.db
    .selectFrom('credentials')
    .select('provider_id')
    .where('user_id', '=', owner.id)
    .execute()
  expect(identities).toEqual([])
})

test.each([
  '//evil.example',
  'https://evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '\0',
  '/search?q=\0',
])('no sign-in returns to %j', async (to) => {
  vouchFor({ sub: 'greta' })
  const browser = new TestBrowser(origin)
  const { location } = await browser.visit(await begin(browser, to))
  expect(await comeBack(browser, location ?? new URL(origin))).toBe('/auth/done')
})

test.each(['state=%00&code=x', 'state=x&code=%00', 'error=%00', 'iss=%00', 'state=a&state=b'])(
  'a callback with %s leads to the sign-in page, which says that it has expired',
  async (query) => {
    const browser = new TestBrowser(origin)
    const { location } = await browser.visit(`/api/auth/google/callback?${query}`)
    expect(placeOf(location)).toBe('/login?problem=expired')
  },
)

test('the place that was asked for survives a refusal', async () => {
  const browser = new TestBrowser(origin)
  const { searchParams } = await begin(browser, '/search?q=chair#top')
  const state = searchParams.get('state') ?? ''
  const denied = await browser.visit(`/api/auth/google/callback?error=access_denied&state=${state}`)
  expect(denied.location?.searchParams.get('problem')).toBe('denied')
  expect(denied.location?.searchParams.get('to')).toBe('/search?q=chair#top')
})

test('the place that was asked for survives a callback that is late, used, swapped or begun elsewhere', async () => {
  vouchFor({ sub: 'greta' })
  const to = '/search?q=chair#top'
  const back = `/login?${new URLSearchParams({ problem: 'expired', to }).toString()}`
  const browser = new TestBrowser(origin)
  const callback = await beginAndAgree(browser, to)
  expect(await comeBack(new TestBrowser(origin), callback)).toBe(back)
  const swapped = new URL(callback)
  swapped.searchParams.set('state', 'x'.repeat(43))
  expect(await comeBack(browser, swapped)).toBe(back)
  expect(await comeBack(browser, callback)).toMatch(/^\/auth\/done\?/)
  const replayed = new TestBrowser(origin)
  replayed.addCookies(`veranda.return=${encodeURIComponent(to)}`)
  expect(await comeBack(replayed, callback)).toBe(back)
  const late = new TestBrowser(origin)
  const lateCallback = await beginAndAgree(late, to)
  await app.advance(10 * minute)
  // Its row may be deleted by then.
  await app.deps.db.deleteFrom('oauth_attempts').execute()
  expect(await comeBack(late, lateCallback)).toBe(back)
  app.clock.setShift(instant(0))
  // A sign-in from elsewhere forgets it, and no cookie leads to another site.
  await begin(late)
  expect(await comeBack(late, lateCallback)).toBe('/login?problem=expired')
  for (const place of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
    const planted = new TestBrowser(origin)
    planted.addCookies(`veranda.return=${encodeURIComponent(place)}`)
    expect(await comeBack(planted, lateCallback)).toBe('/login?problem=expired')
  }
})

test('someone signed in whose link to a provider expired reads so in their settings', async () => {
  const user = await app.createUser('Lina Late')
  const browser = new TestBrowser(origin)
  browser.addCookies(user.cookie)
  await app.stepUp(user)
  const path = `/api${linkIdentity.path.replace(':provider', 'google')}`
  const started = await browser.visit(path, { method: 'POST', token: user.token })
  // The reply of the route.
  const { url } = JSON.parse(started.text) as { url: string }
  const { location } = await browser.visit(url)
  await app.advance(10 * minute)
  expect(await comeBack(browser, location ?? new URL(origin))).toBe('/settings/security?problem=expired')
  app.clock.setShift(instant(0))
})

test('while Google does not answer, nobody is signed in, and the page says why', async () => {
  const browser = new TestBrowser(origin)
  const callback = await beginAndAgree(browser)
  await google.stop()
  expect(await comeBack(browser, callback)).toBe('/login?problem=unavailable')
})
