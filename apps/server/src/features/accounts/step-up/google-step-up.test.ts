import { requestEmailChange } from '@veranda/contract/accounts/email-change/routes.ts'
import { readStepUp, startGoogleStepUp } from '@veranda/contract/accounts/step-up/routes.ts'
import { type SocialProvider } from '@veranda/core/accounts/social/social-provider.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { Events, type MutableToken, OAuth2Server } from 'oauth2-mock-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeGoogle } from '../../../gateways/identity/google.ts'
import { makeIdentityGateway } from '../../../gateways/identity/make-identity-gateway.ts'
import { testApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { placeOf, TestBrowser } from '../social/testing/test-browser.ts'
import { openTestSession } from '../testing/open-test-session.ts'

/** An independent server of OpenID Connect in the place of Google. */
const google = new OAuth2Server()
let app: TestApp
let origin: string

beforeAll(async () => {
  await google.issuer.keys.generate('RS256')
  await google.start(0, '127.0.0.1')
  const issuer = `http://127.0.0.1:${google.address().port}`
  google.issuer.url = issuer
  app = await testApp({
    env: {
      GOOGLE_CLIENT_ID: 'veranda-at-google',
      GOOGLE_CLIENT_SECRET: 'a secret between Veranda and Google',
      GOOGLE_SESSION_AGE: 'on',
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
  await google.stop()
})

const nowSeconds = () => Math.floor(Date.now() / 1_000)

/** Lets Google vouch for someone with these claims, with a sign-in right now unless they say otherwise. */
function vouchFor(claims: Record<string, unknown>): void {
  google.service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken) =>
    Object.assign(payload, { auth_time: nowSeconds(), ...claims }),
  )
}

/** Creates a user who has nothing but this provider. */
async function createUser(subject: string, provider: SocialProvider = 'google'): Promise<TestUser> {
  const user = await app.createUser('Greta Google')
  await app.deps.db.updateTable('users').set({ email: null, email_verified: false }).where('id', '=', user.id).execute()
  const at = new Date()
  const identity = { user_id: user.id, provider_id: provider, account_id: subject, created_at: at, updated_at: at }
  await app.deps.db
    .insertInto('credentials')
    .values({ id: app.deps.ids.next(), ...identity })
    .execute()
  return user
}

function browserOf(user: TestUser): TestBrowser {
  const browser = new TestBrowser(origin)
  browser.addCookies(user.cookie)
  return browser
}

/** Begins the step-up of a user; returns the address of Google. */
async function begin(browser: TestBrowser, { token }: TestUser, body: { to?: string } = {}): Promise<URL> {
  const init = { method: 'POST', token, body: JSON.stringify(body) }
  const begun = await browser.visit('/api/accounts/step-up/google', init)
  return new URL((JSON.parse(begun.text) as { url: string }).url)
}

/** Begins it and signs in at Google; returns the callback without calling it. */
async function beginAndSignIn(browser: TestBrowser, user: TestUser): Promise<URL> {
  const { location } = await browser.visit(await begin(browser, user))
  if (!location) throw new Error('Google sent nobody back')
  return location
}

const comeBack = async (browser: TestBrowser, callback: URL) => placeOf((await browser.visit(callback)).location)
const confirm = async (user: TestUser) => {
  const browser = browserOf(user)
  return comeBack(browser, await beginAndSignIn(browser, user))
}
const stepUpOf = async (user: TestUser) => (await app.injectAs(user, readStepUp)).reply
const confirmed = '/settings/security?confirmed=google'

test('a user who has only Google confirms by signing in there again, for this session alone', async () => {
  const user = await createUser('greta')
  const elsewhere = { ...user, ...(await openTestSession(app.deps, user.id)) }
  expect(await stepUpOf(user)).toEqual({ until: null, methods: ['google'] })
  vouchFor({ sub: 'greta' })
  const browser = browserOf(user)
  const request = await begin(browser, user, { to: '/payment?tab=payouts' })
  expect(Object.fromEntries(request.searchParams)).toMatchObject({
    max_age: '0',
    login_hint: 'greta',
    claims: '{"id_token":{"auth_time":{"essential":true}}}',
    code_challenge_method: 'S256',
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
  })
  const { location } = await browser.visit(request)
  expect(await comeBack(browser, location ?? new URL(origin))).toBe('/payment?tab=payouts')
  const { until } = await stepUpOf(user)
  expect(Date.parse(until ?? '') - app.clock.now()).toBeGreaterThan(9 * minute)
  expect((await stepUpOf(elsewhere)).until).toBeNull()
  const audit = app.deps.db.selectFrom('audit_log').select(['action', 'data']).where('user_id', '=', user.id)
  expect(await audit.where('action', '=', 'account.reauthenticated').execute()).toEqual([
    { action: 'account.reauthenticated', data: { method: 'google' } },
  ])
})

/** Tokens of Google for `gala` that confirm nobody, with the problem of each. */
const worthless: [string, Record<string, unknown>, string][] = [
  ['another subject', { sub: 'another' }, 'other-identity'],
  ['a sign-in of an hour ago', { auth_time: nowSeconds() - 3_600 }, 'not-recent'],
  ['a sign-in of half a minute before it began', { auth_time: nowSeconds() - 30 }, 'not-recent'],
  ['a sign-in to come', { auth_time: nowSeconds() + 600 }, 'not-recent'],
  ['no time of the sign-in', { auth_time: undefined }, 'not-recent'],
  ['a time that is no number', { auth_time: '1800000000' }, 'failed'],
  ['another nonce', { nonce: 'x'.repeat(43) }, 'failed'],
  ['another audience', { aud: 'another-app' }, 'failed'],
]

test('neither another subject nor an old, absent or forged time of the sign-in confirms anyone', async () => {
  const user = await createUser('gala')
  for (const [name, claims, problem] of worthless) {
    google.service.removeAllListeners()
    vouchFor({ sub: 'gala', ...claims })
    expect([name, await confirm(user)]).toEqual([name, `/settings/security?problem=${problem}`])
    expect([name, (await stepUpOf(user)).until]).toEqual([name, null])
  }
  await app.deps.failureLog.flush()
  const failures = await app.deps.db
    .selectFrom('audit_log')
    .select('data')
    .where('user_id', '=', user.id)
    .where('action', '=', 'account.reauthentication-failed')
    .execute()
  expect(JSON.stringify(failures)).toContain('provider-not-recent')
})

test('a callback confirms once, and neither late, nor in another session, nor without one', async () => {
  const user = await createUser('gina')
  vouchFor({ sub: 'gina' })
  const browser = browserOf(user)
  const callback = await beginAndSignIn(browser, user)
  const { cookie } = browser
  expect(await comeBack(browser, callback)).toBe(confirmed)
  await app.deps.db.deleteFrom('step_ups').where('user_id', '=', user.id).execute()
  const replayed = new TestBrowser(origin)
  replayed.addCookies(cookie)
  expect(await comeBack(replayed, callback)).toBe('/settings/security?problem=expired')

  const late = browserOf(user)
  const lateCallback = await beginAndSignIn(late, user)
  const shift = app.clock.shift()
  app.clock.setShift(shift + 10 * minute)
  expect(await comeBack(late, lateCallback)).toBe('/settings/security?problem=expired')
  app.clock.setShift(shift)

  // A thief who has a session of the user and one of their own, or the user in two browsers.
  const elsewhere = { ...user, ...(await openTestSession(app.deps, user.id)) }
  const thief = await createUser('a thief')
  for (const other of [elsewhere, thief]) {
    const started = browserOf(user)
    const stolen = await beginAndSignIn(started, user)
    const ended = new TestBrowser(origin)
    ended.addCookies(started.cookie)
    ended.addCookies(other.cookie)
    expect(await comeBack(ended, stolen)).toBe('/settings/security?problem=session-ended')
    expect((await stepUpOf(other)).until).toBeNull()
  }
  const signedOut = browserOf(user)
  const lost = await beginAndSignIn(signedOut, user)
  const stranger = new TestBrowser(origin)
  stranger.addCookies(signedOut.cookie.replace(user.cookie, ''))
  expect(await comeBack(stranger, lost)).toBe('/login?problem=session-ended')
  expect((await stepUpOf(user)).until).toBeNull()
})

test('the state of another attempt confirms nobody, nor does an ordinary sign-in', async () => {
  const user = await createUser('gerda')
  vouchFor({ sub: 'gerda' })
  const other = browserOf(user)
  const theirs = await beginAndSignIn(other, user)
  const browser = browserOf(user)
  const callback = await beginAndSignIn(browser, user)
  callback.searchParams.set('state', theirs.searchParams.get('state') ?? '')
  expect(await comeBack(browser, callback)).toBe('/settings/security?problem=expired')
  const fresh = new TestBrowser(origin)
  const { location } = await fresh.visit('/api/auth/google')
  const back = await fresh.visit(location ?? '')
  expect(await comeBack(fresh, back.location ?? new URL(origin))).toBe('/auth/done')
  const stepUps = await app.deps.db.selectFrom('step_ups').select('method').where('user_id', '=', user.id).execute()
  expect(stepUps).toEqual([])
})

test('Google confirms only who has nothing else, also when they come back', async () => {
  const user = await createUser('gesa')
  vouchFor({ sub: 'gesa' })
  const browser = browserOf(user)
  const callback = await beginAndSignIn(browser, user)
  await app.deps.db
    .updateTable('users')
    .set({ email: 'gesa@veranda.test', email_verified: true })
    .where('id', '=', user.id)
    .execute()
  expect(await comeBack(browser, callback)).toBe('/settings/security?problem=failed')
  expect(await stepUpOf(user)).toEqual({ until: null, methods: ['mail-code'] })
  const refused = await app.injectAs(user, startGoogleStepUp, { body: {} })
  expect(refused.problem.code).toBe('step-up.method-not-allowed')
})

test('Google confirms nobody where its tokens do not say when their user signed in', () => {
  const address = 'https://accounts.google.example'
  const settings = {
    clientId: 'c',
    clientSecret: 's',
    issuer: address,
    authorizationUrl: address,
    tokenUrl: address,
    jwksUrl: address,
  }
  const provingProviders = (hasSessionAge: boolean) =>
    makeIdentityGateway({ google: makeGoogle({ ...settings, hasSessionAge }) }).provingProviders
  expect([provingProviders(true), provingProviders(false)]).toEqual([['google'], []])
})

test('the first address needs a step-up where there is a way to one, and none where there is not', async () => {
  const body = { email: 'thief@veranda.test' }
  const byGoogle = await createUser('gudrun')
  expect((await app.injectAs(byGoogle, requestEmailChange, { body })).problem).toMatchObject({
    status: 403,
    code: 'step-up.required',
  })
  vouchFor({ sub: 'gudrun' })
  expect(await confirm(byGoogle)).toBe(confirmed)
  expect((await app.injectAs(byGoogle, requestEmailChange, { body })).status).toBe(200)
  const byTiktok = await createUser('tina', 'tiktok')
  expect((await stepUpOf(byTiktok)).methods).toEqual([])
  expect((await app.injectAs(byTiktok, startGoogleStepUp, { body: {} })).problem.code).toBe(
    'step-up.method-not-allowed',
  )
  expect((await app.injectAs(byTiktok, requestEmailChange, { body })).status).toBe(200)
})
