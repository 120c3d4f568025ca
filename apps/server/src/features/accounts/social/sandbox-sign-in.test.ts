import { changePassword } from '@veranda/contract/accounts/passwords/routes.ts'
import { logout, readSession } from '@veranda/contract/accounts/sessions/routes.ts'
import {
  linkIdentity,
  listIdentities,
  readPendingIdentity,
  registerByIdentity,
  unlinkIdentity,
} from '@veranda/contract/accounts/social/routes.ts'
import { readSignInChallenge } from '@veranda/contract/accounts/second-factor/routes.ts'
import { readStepUp } from '@veranda/contract/accounts/step-up/routes.ts'
import { readConfig } from '@veranda/contract/config/routes.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { type SocialProvider, socialProviders } from '@veranda/core/accounts/social/social-provider.ts'
import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testApp, type TestApp, type TestUser, userOf } from '../../../testing/test-app.ts'
import { placeOf, TestBrowser } from './testing/test-browser.ts'

let app: TestApp
let origin: string
beforeAll(async () => {
  app = await testApp()
  origin = await app.listenWithoutBackground()
})
afterAll(() => app.close())

const body = { name: 'Nia Newcomer', role: 'creator', terms: currentTermsVersion, timeZone: 'Europe/Lisbon' } as const

/** Begins a sign-in and chooses at the stand-in. Returns the callback. */
async function choose(browser: TestBrowser, provider: SocialProvider, choice: string, to = ''): Promise<URL> {
  const { location } = await browser.visit(`/api/auth/${provider}${to === '' ? '' : `?to=${encodeURIComponent(to)}`}`)
  return chooseAt(browser, location, choice)
}

async function chooseAt(browser: TestBrowser, page: URL | undefined, choice: string): Promise<URL> {
  const chosen = new URL(page ?? '')
  chosen.searchParams.set('choice', choice)
  const { location } = await browser.visit(chosen)
  if (!location) throw new Error(`the stand-in did not take the choice ${choice}`)
  return location
}

const comeBack = async (browser: TestBrowser, callback: URL) => placeOf((await browser.visit(callback)).location)
const register = (browser: TestBrowser) =>
  app.injectAs(null, registerByIdentity, { body, headers: { cookie: browser.cookie } })

/** Returns a browser in which a user is signed in. */
function browserOf(user: TestUser): TestBrowser {
  const browser = new TestBrowser(origin)
  browser.addCookies(user.cookie)
  return browser
}

/** Begins to link a provider; returns the address of the stand-in. */
async function beginLink(browser: TestBrowser, { token }: TestUser, provider: SocialProvider): Promise<URL> {
  const begun = await browser.visit(`/api/accounts/social/${provider}/link`, { method: 'POST', token })
  return new URL((JSON.parse(begun.text) as { url: string }).url)
}

/** Links whom a provider stands in for to a user, and returns the page. */
async function link(user: TestUser, provider: SocialProvider, choice: string): Promise<string> {
  const browser = browserOf(user)
  return comeBack(browser, await chooseAt(browser, await beginLink(browser, user, provider), choice))
}

test.each(socialProviders)('someone new comes in by %s, and only Google gives an address', async (provider) => {
  const browser = new TestBrowser(origin)
  const page = await comeBack(browser, await choose(browser, provider, 'new', '/explore?q=chair#top'))
  expect(page).toBe(`/register?with=${provider}&to=%2Fexplore%3Fq%3Dchair%23top`)
  const pending = (await app.injectAs(null, readPendingIdentity, { headers: { cookie: browser.cookie } })).reply
  const email = provider === 'google' ? expect.stringMatching(/@veranda\.test$/) : null
  expect(pending).toEqual({ provider, name: 'Nia Newcomer', email })
  const { reply } = await register(browser)
  expect(reply.user).toMatchObject({ name: 'Nia Newcomer', role: 'creator', authProvider: provider, email })
})

test.each(socialProviders)(
  'who is known to %s signs in without a form, and with codes on not before one',
  async (provider) => {
    const first = new TestBrowser(origin)
    await comeBack(first, await choose(first, provider, 'known'))
    const { id } = (await register(first)).reply.user
    await app.deps.db.updateTable('users').set({ email: null, email_verified: false }).where('id', '=', id).execute()
    const browser = new TestBrowser(origin)
    expect(await comeBack(browser, await choose(browser, provider, 'known', '/search'))).toBe('/auth/done?to=%2Fsearch')
    const { reply } = await app.injectAs(null, readSession, { headers: { cookie: browser.cookie } })
    expect(reply.user).toMatchObject({ id, authProvider: provider })

    const on = new Date(app.clock.now())
    const codes = { user_id: id, secret: 'sealed', created_at: on, confirmed_at: on }
    await app.deps.db.insertInto('totp_factors').values(codes).execute()
    const next = new TestBrowser(origin)
    const page = await comeBack(next, await choose(next, provider, 'known', '/search'))
    expect(page).toBe('/login/second-factor?to=%2Fsearch')
    const headers = { cookie: next.cookie }
    expect(next.cookie).not.toContain('veranda.session')
    expect((await app.injectAs(null, readSession, { headers })).status).toBe(401)
    expect((await app.injectAs(null, readSignInChallenge, { headers })).reply.methods).toEqual(['totp'])
  },
)

test('an address that Google has not verified is not taken', async () => {
  const browser = new TestBrowser(origin)
  await comeBack(browser, await choose(browser, 'google', 'unverified'))
  expect((await register(browser)).reply.user.email).toBeNull()
})

test.each(socialProviders)('who denies it at %s is back on the sign-in page', async (provider) => {
  const browser = new TestBrowser(origin)
  expect(await comeBack(browser, await choose(browser, provider, 'deny', '/search'))).toBe(
    '/login?problem=denied&to=%2Fsearch',
  )
})

test('someone who is signed in reads what became of another sign-in, which the sign-in page would not show', async () => {
  const browser = browserOf(await app.createUser('Clara'))
  const page = await comeBack(browser, await choose(browser, 'google', 'deny', '/search'))
  expect(page).toBe('/settings/security?problem=denied')
})

test('what waits for the form ends after half an hour, and agrees to the terms in force', async () => {
  const browser = new TestBrowser(origin)
  await comeBack(browser, await choose(browser, 'tiktok', 'new'))
  const headers = { cookie: browser.cookie }
  const outdated = { ...body, terms: currentTermsVersion - 1 }
  const refused = await app.injectAs(null, registerByIdentity, { body: outdated, headers })
  expect(refused.problem.code).toBe('account.terms-outdated')
  await app.advance(30 * minute)
  expect((await register(browser)).problem.code).toBe('account.identity-not-pending')
  expect((await app.injectAs(null, readPendingIdentity, { headers })).status).toBe(404)
  expect(await app.deps.db.selectFrom('pending_identities').select('id').execute()).toEqual([])
})

test('the stand-in checks what a provider checks', async () => {
  const browser = new TestBrowser(origin)
  const { location } = await browser.visit('/api/auth/google')
  const changed = (change: (parameters: URLSearchParams) => void) => {
    const url = new URL(location ?? '')
    change(url.searchParams)
    return browser.visit(url)
  }
  const page = await changed(() => undefined)
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('stands in for Google')])
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*; report-uri \/api\/csp-reports$/)
  // Nothing is sent to an address that is not ours.
  const elsewhere = await changed((p) => p.set('redirect_uri', 'https://evil.example/api/auth/google/callback'))
  expect([elsewhere.status, elsewhere.location]).toEqual([400, undefined])
  expect((await changed((p) => p.set('client_id', 'another'))).status).toBe(400)
  const error = async (change: (parameters: URLSearchParams) => void) =>
    (await changed(change)).location?.searchParams.get('error')
  expect(await error((p) => p.delete('code_challenge'))).toBe('invalid_request')
  expect(await error((p) => p.set('code_challenge_method', 'plain'))).toBe('invalid_request')
  expect(await error((p) => p.delete('nonce'))).toBe('invalid_request')
  expect(await error((p) => p.set('response_type', 'token'))).toBe('unsupported_response_type')
  // A script in a parameter is text.
  const scripted = await changed((p) => p.set('scope', 'openid "><script>alert(1)</script>'))
  expect(scripted.text).not.toContain('<script')
})

test('a provider is linked and unlinked only after a step-up, and its user is notified', async () => {
  const user = await app.createUser('Lena Linker')
  const params = { provider: 'tiktok' } as const
  const linkCall = await app.injectAs(user, linkIdentity, { params })
  const unlinkCall = await app.injectAs(user, unlinkIdentity, { params })
  expect([linkCall.problem.code, unlinkCall.problem.code]).toEqual(['step-up.required', 'step-up.required'])
  await app.stepUp(user)
  expect(await link(user, 'tiktok', 'new')).toBe('/settings/security?linked=tiktok')
  expect((await app.injectAs(user, linkIdentity, { params })).problem.code).toBe('account.identity-linked')
  await app.runUntilIdle()
  const { items } = (await app.injectAs(user, listNotifications, { query: {} })).reply
  expect(items.map(({ title }) => title)).toContain('You can now sign in with TikTok')

  // It is the only sign-in method, because this user has no password.
  expect((await app.injectAs(user, listIdentities)).reply).toEqual({
    hasPassword: false,
    items: [
      { provider: 'google', linkedAt: null, actions: ['link'] },
      { provider: 'tiktok', linkedAt: expect.any(String), actions: [] },
      { provider: 'instagram', linkedAt: null, actions: ['link'] },
    ],
  })
  expect((await app.injectAs(user, unlinkIdentity, { params })).problem.code).toBe('account.last-sign-in-method')
  expect(await link(user, 'google', 'new')).toBe('/settings/security?linked=google')
  expect((await app.injectAs(user, unlinkIdentity, { params })).status).toBe(200)
  expect((await app.injectAs(user, unlinkIdentity, { params })).problem.code).toBe('account.identity-not-linked')
  const audit = await app.deps.db
    .selectFrom('audit_log')
    .select(['action', 'data'])
    .where('user_id', '=', user.id)
    .where('action', 'like', 'account.identity-%')
    .orderBy('at')
    .execute()
  expect(audit).toEqual([
    { action: 'account.identity-linked', data: { provider: 'tiktok' } },
    { action: 'account.identity-linked', data: { provider: 'google' } },
    { action: 'account.identity-unlinked', data: { provider: 'tiktok' } },
  ])
})

test('the stand-in for Google proves another sign-in of the same user', async () => {
  const browser = new TestBrowser(origin)
  await comeBack(browser, await choose(browser, 'google', 'unverified'))
  const registered = await register(browser)
  const user = userOf(registered)
  const { token } = user
  browser.addCookies(user.cookie)
  const begun = await browser.visit('/api/accounts/step-up/google', { method: 'POST', token, body: '{}' })
  const page = new URL((JSON.parse(begun.text) as { url: string }).url)
  expect(await comeBack(browser, await chooseAt(browser, page, 'same'))).toBe('/settings/security?confirmed=google')
  const { reply } = await app.injectAs(user, readStepUp)
  expect(reply).toEqual({ until: expect.any(String), methods: ['google'] })
})

test('a user without an address adds no password, which would not sign them in, and keeps their provider', async () => {
  const browser = new TestBrowser(origin)
  await comeBack(browser, await choose(browser, 'tiktok', 'new'))
  const user = userOf(await register(browser))
  await app.stepUp(user)
  const refused = await app.injectAs(user, changePassword, { body: { next: 'walnut desk for two' } })
  expect(refused).toMatchObject({ status: 403, problem: { code: 'account.email-missing' } })
  // As one who added it before this was refused.
  await app.deps.db
    .insertInto('credentials')
    .values({
      id: app.deps.ids.next(),
      user_id: user.id,
      provider_id: 'credential',
      account_id: user.id,
      password: 'hash',
      created_at: new Date(),
      updated_at: new Date(),
    })
    .execute()
  const unlink = await app.injectAs(user, unlinkIdentity, { params: { provider: 'tiktok' } })
  expect(unlink.problem.code).toBe('account.last-sign-in-method')
})

test('a provider that this installation does not offer is no sign-in method beside another', async () => {
  const user = await app.createUser('Olga Other')
  await app.stepUp(user)
  await link(user, 'tiktok', 'new')
  const offered = vi.spyOn(app.deps.gateways.identity, 'providers', 'get').mockReturnValue(['tiktok'])
  const google = { user_id: user.id, provider_id: 'google', account_id: `google ${user.id}` }
  await app.deps.db
    .insertInto('credentials')
    .values({ id: app.deps.ids.next(), ...google, created_at: new Date(), updated_at: new Date() })
    .execute()
  const { reply } = await app.injectAs(user, listIdentities)
  expect(reply.items.find(({ provider }) => provider === 'tiktok')?.actions).toEqual([])
  const unlink = await app.injectAs(user, unlinkIdentity, { params: { provider: 'tiktok' } })
  offered.mockRestore()
  expect(unlink.problem.code).toBe('account.last-sign-in-method')
})

test('nothing is linked once the confirmation is too old, however late the way to the provider began', async () => {
  const user = await app.createUser('Lena Late')
  await app.stepUp(user)
  app.clock.setShift(app.clock.shift() + 9 * minute)
  const browser = browserOf(user)
  const callback = await chooseAt(browser, await beginLink(browser, user, 'tiktok'), 'new')
  app.clock.setShift(app.clock.shift() + 2 * minute)
  expect(await comeBack(browser, callback)).toBe('/settings/security?problem=expired')
  expect(await app.deps.db.selectFrom('credentials').select('id').where('user_id', '=', user.id).execute()).toEqual([])
})

test('of the last two sign-in methods that are unlinked at once, one stays', async () => {
  const user = await app.createUser('Una Unlinker')
  await app.stepUp(user)
  await link(user, 'google', 'new')
  await link(user, 'tiktok', 'new')
  const both = await Promise.all(
    (['google', 'tiktok'] as const).map((provider) => app.injectAs(user, unlinkIdentity, { params: { provider } })),
  )
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('an identity belongs to one account, and an account to one identity of a provider', async () => {
  const [owner, other] = [await app.createUser('Otto Owner'), await app.createUser('Oda Other')]
  await app.stepUp(owner)
  await app.stepUp(other)
  await app.deps.db.deleteFrom('credentials').where('account_id', '=', '100000000000000000001').execute()
  expect(await link(owner, 'instagram', 'known')).toBe('/settings/security?linked=instagram')
  expect(await link(other, 'instagram', 'known')).toBe('/settings/security?problem=linked-elsewhere')
  // Two tabs that began before either came back.
  const browser = browserOf(other)
  const first = await beginLink(browser, other, 'instagram')
  const tab = browserOf(other)
  const second = await beginLink(tab, other, 'instagram')
  expect(await comeBack(browser, await chooseAt(browser, first, 'new'))).toBe('/settings/security?linked=instagram')
  expect(await comeBack(tab, await chooseAt(tab, second, 'new'))).toBe('/settings/security?problem=other-linked')
})

test('a link needs the very session that began it', async () => {
  const [victim, attacker] = [await app.createUser('Vera Victim'), await app.createUser('Axel Attacker')]
  await app.stepUp(attacker)
  const browser = browserOf(attacker)
  const callback = await chooseAt(browser, await beginLink(browser, attacker, 'tiktok'), 'new')
  // The attacker's way ends in the victim's browser, even with the attacker's own cookie of the attempt.
  const injected = new TestBrowser(origin)
  injected.addCookies(browser.cookie)
  injected.addCookies(victim.cookie)
  expect(await comeBack(injected, callback)).toBe('/settings/security?problem=session-ended')
  const signedOut = browserOf(attacker)
  const later = await chooseAt(signedOut, await beginLink(signedOut, attacker, 'tiktok'), 'new')
  await app.injectAs(attacker, logout)
  expect(await comeBack(signedOut, later)).toBe('/login?problem=expired&to=%2Fsettings%2Fsecurity')
  for (const { id } of [victim, attacker]) {
    const found = await app.deps.db.selectFrom('credentials').select('id').where('user_id', '=', id).execute()
    expect(found).toEqual([])
  }
})

test('a closed account is not signed in, and no other is made of its identity', async () => {
  const browser = new TestBrowser(origin)
  await comeBack(browser, await choose(browser, 'instagram', 'new'))
  const user = userOf(await register(browser))
  const { account_id } = await app.deps.db
    .selectFrom('credentials')
    .select('account_id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  // The one whom the stand-in always knows, so that it can be chosen again.
  await app.deps.db.deleteFrom('credentials').where('account_id', '=', '100000000000000000001').execute()
  await app.deps.db
    .updateTable('credentials')
    .set({ account_id: '100000000000000000001' })
    .where('account_id', '=', account_id)
    .execute()
  await app.deps.db.updateTable('users').set({ closed_at: new Date() }).where('id', '=', user.id).execute()
  const secondBrowser = new TestBrowser(origin)
  expect(await comeBack(secondBrowser, await choose(secondBrowser, 'instagram', 'known'))).toBe('/login?problem=failed')
})

const production = {
  VERANDA_MODE: 'production',
  RATE_LIMITS: '1',
  VERANDA_SECRET: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  PUBLIC_URL: 'https://veranda.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  PAYMENTS: 'off',
}

test.each<[string, Record<string, string>, readonly SocialProvider[], boolean]>([
  ['on this machine alone, the sandbox stands in for all', {}, socialProviders, true],
  ['on a network it stands in for none', { HOST: '0.0.0.0' }, [], false],
  ['without demo entry neither', { DEMO_ENTRY: '0' }, [], false],
  ['switched off there is none', { SOCIAL_AUTH: 'off' }, [], false],
  [
    'in production there are those with credentials',
    { ...production, TIKTOK_CLIENT_ID: 'k', TIKTOK_CLIENT_SECRET: 's' },
    ['tiktok'],
    false,
  ],
  [
    'in production, switched off, there are none',
    { ...production, SOCIAL_AUTH: 'off', TIKTOK_CLIENT_ID: 'k', TIKTOK_CLIENT_SECRET: 's' },
    [],
    false,
  ],
])('%s', async (_, env, offered, standsIn) => {
  const other = await testApp({ env })
  const statusOf = async (url: string) => (await other.app.http.inject(url)).statusCode
  expect((await other.injectAs(null, readConfig)).reply.socialProviders).toEqual(offered)
  for (const provider of socialProviders) {
    const expected = offered.includes(provider) ? 303 : 404
    expect([provider, await statusOf(`/api/auth/${provider}`)]).toEqual([provider, expected])
    expect([provider, await statusOf(`/api/auth/${provider}/callback`)]).toEqual([provider, expected])
  }
  expect(await statusOf('/sandbox/identity/google/keys')).toBe(standsIn ? 200 : 404)
  if (offered.length === 1) {
    const { headers } = await other.app.http.inject('/api/auth/tiktok')
    const cookie = String(headers['set-cookie'])
    expect(cookie).toMatch(/^__Host-veranda\.oauth=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    const url = new URL(String(headers.location))
    expect(url.searchParams.get('client_key')).toBe('k')
    expect(url.searchParams.get('redirect_uri')).toBe('https://veranda.example/api/auth/tiktok/callback')
  }
  await other.close()
})

test('above the limit a browser is sent to a page that says so, and shown no problem document', async () => {
  const limited = await testApp({ env: { RATE_LIMITS: '1' } })
  const start = () => limited.app.http.inject('/api/auth/google?to=/search')
  const replies = []
  for (let call = 0; call < 122; call += 1) replies.push(await start())
  expect(replies.slice(0, 120).every(({ headers }) => String(headers.location).includes('/sandbox/identity/'))).toBe(
    true,
  )
  expect([replies.at(-1)?.statusCode, replies.at(-1)?.headers.location]).toEqual([
    303,
    '/login?problem=too-many&to=%2Fsearch',
  ])
  await limited.close()
})
