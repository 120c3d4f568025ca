import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { renewToken } from '@veranda/contract/accounts/sessions/routes.ts'
import { changePassword } from '@veranda/contract/accounts/passwords/routes.ts'
import * as newDevice from '@veranda/contract/accounts/new-device/routes.ts'
import * as passwordReset from '@veranda/contract/accounts/password-reset/routes.ts'
import * as emailChange from '@veranda/contract/accounts/email-change/routes.ts'
import * as registration from '@veranda/contract/accounts/registration/routes.ts'
import * as pairing from '@veranda/contract/accounts/pairing/routes.ts'
import * as secondFactor from '@veranda/contract/accounts/second-factor/routes.ts'
import { reauthenticate, requestMailCode } from '@veranda/contract/accounts/step-up/routes.ts'
import { renewCalendarFeed } from '@veranda/contract/bookings/routes.ts'
import { openDirectConversation, sendMessage } from '@veranda/contract/conversations/routes.ts'
import { fileTicket } from '@veranda/contract/support/routes.ts'
import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeBase32, totpCodeAt } from '../features/accounts/second-factor/testing/rfc6238.ts'
import { makeLogger } from '../platform/logger.ts'
import { openLiveSocket } from './live-socket.ts'
import { testApp, type TestApp } from './test-app.ts'

const metricsToken = 'a-token-of-the-scraper-that-is-long'
const secret = 'the secret of this server, for all its 32 characters'
let lines: string[] = []
/** The newest token of a link by its page, and of the codes by mail. */
const mailedTokens = new Map<string, string>()
let mailedCode: string | undefined
let app: TestApp
let address: string
beforeAll(async () => {
  app = await testApp({
    env: { VERANDA_SECRET: secret, METRICS_TOKEN: metricsToken, RATE_LIMITS: '1' },
    log: makeLogger('trace', { write: (line) => void lines.push(line) }),
    gateways: {
      mail: {
        send: async (mail) => {
          const [, page = '', token = ''] = /\/([a-z-]+)#([\w-]{43})/.exec(mail.text) ?? []
          mailedTokens.set(page, token)
          mailedCode = /^\d{6}$/m.exec(mail.text)?.[0] ?? mailedCode
          // Only these need their mail here.
          const isNeeded = ['verify', 'not-me'].includes(page) || mailedCode !== undefined
          if (!isNeeded) throw new Error(`the mail server refused ${mail.to}`)
        },
      },
    },
  })
  address = await app.listenWithoutBackground()
})
afterAll(() => app.close())

type Sent = { method?: string; headers?: Record<string, string>; payload?: object | string }

/** Calls an address on its way through a real connection; returns the reply's facts. */
async function send(path: string, { method = 'GET', headers = {}, payload }: Sent = {}) {
  const reply = await fetch(`${address}${path}`, {
    method,
    headers: { ...headers, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(payload === undefined ? {} : { body: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
  })
  const text = await reply.text()
  const body = reply.headers.get('content-type')?.includes('json') ? (JSON.parse(text) as Record<string, unknown>) : {}
  return { status: reply.status, requestId: reply.headers.get('x-request-id'), cookie: cookieOf(reply), body }
}

const cookieOf = ({ headers }: Response) =>
  headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0] ?? '')
    .join('; ')

type Line = { level: number; msg: string; reqId?: string; route?: string; status?: number }
/** Every line is JSON. */
const parsedLines = () => lines.map((line) => JSON.parse(line) as Line)

test('each request has one line with its id, which the reply and its problem have too', async () => {
  const user = await app.createUser('Ada')
  const headers = { authorization: `Bearer ${user.token}`, cookie: user.cookie }
  lines = []
  const replies = [
    [await send('/api/accounts/me', { headers }), 200, '/api/accounts/me'],
    [await send('/api/accounts/me'), 401, '/api/accounts/me'],
    [await send('/api/conversations/none/messages', { headers }), 404, '/api/conversations/:id/messages'],
    [await send('/api/accounts/login', { method: 'POST', payload: { email: 1 } }), 422, '/api/accounts/login'],
    [await send('/api/accounts/login', { method: 'POST', payload: '{' }), 400, '/api/accounts/login'],
  ] as const
  await expect.poll(() => lines.length).toBe(replies.length)
  for (const [index, [{ status, requestId, body }, expected, route]] of replies.entries()) {
    expect(status).toBe(expected)
    expect(parsedLines()[index]).toMatchObject({ level: 30, reqId: requestId, status, route })
    if (status >= 400) expect(body).toMatchObject({ requestId })
  }
})

test('an error of ours is logged with its stack and the id that the user sees', async () => {
  const user = await app.createUser('Bea')
  lines = []
  await sql`alter table step_ups rename to step_ups_away`.execute(app.deps.db)
  const headers = { authorization: `Bearer ${user.token}`, cookie: user.cookie }
  const { status, requestId, body } = await send('/api/accounts/step-up', { headers })
  await sql`alter table step_ups_away rename to step_ups`.execute(app.deps.db)
  expect([status, body['requestId']]).toEqual([500, requestId])
  const failed = parsedLines().find(({ msg }) => msg === 'request failed')
  expect(failed).toMatchObject({ level: 50, reqId: requestId, err: { stack: expect.stringContaining('step_ups') } })
})

test('no password, token, cookie, code, or address with a token is in the log, not even at trace', async () => {
  lines = []
  const secrets = new Set<string>([secret, metricsToken])
  const addSecrets = (...values: (string | undefined)[]) => {
    for (const value of values) secrets.add(value === undefined || value === 'undefined' ? 'not there' : value)
  }
  const password = 'my very own pass phrase'
  const wrong = 'Tr0ub4dor-and-three'
  const next = 'another quite long phrase'
  addSecrets(password, wrong, next)
  const post = (route: { path: string; method: string }, payload?: object, headers?: Record<string, string>) =>
    send(`/api${route.path}`, { method: route.method, ...(payload && { payload }), ...(headers && { headers }) })
  const email = 'clara@veranda.test'
  const rest = { role: 'client', terms: currentTermsVersion, timeZone: 'UTC', language: 'en' }
  const asked = await post(registration.registerUser, { name: 'Clara Hall', email, password, ...rest })
  await app.runUntilIdle()
  addSecrets(mailedTokens.get('verify'), asked.cookie.split(/[;=]/)[1])
  await post(registration.verifyRegistration, { token: mailedTokens.get('verify'), password: wrong })
  const registered = await post(
    registration.verifyRegistration,
    { token: mailedTokens.get('verify') },
    { cookie: asked.cookie },
  )
  const token = String(registered.body['token'])
  const headers = { authorization: `Bearer ${token}`, cookie: registered.cookie }
  const cookieValue = (cookie: string) => cookie.split(/[;=]/)[1]
  addSecrets(token, token.split('.')[2], cookieValue(registered.cookie))
  expect(registered.status).toBe(200)
  // Sign-in: right, wrong, not parsed, not JSON, and cut off by a failing database.
  const signedIn = await post(login, { email, password })
  addSecrets(String(signedIn.body['token']), cookieValue(signedIn.cookie))
  await post(login, { email, password: wrong })
  await post(login, { email, password: wrong, more: { password: wrong } })
  await send(`/api${login.path}`, { method: 'POST', payload: `{"email":"${email}","password":"${wrong}"` })
  await sql`alter table sessions rename to sessions_away`.execute(app.deps.db)
  expect((await post(login, { email, password })).status).toBe(500)
  await sql`alter table sessions_away rename to sessions`.execute(app.deps.db)
  const renewed = await post(renewToken, undefined, { cookie: registered.cookie })
  addSecrets(String(renewed.body['token']))
  await post(reauthenticate, { method: 'password', password: wrong }, headers)
  await post(reauthenticate, { method: 'password', password }, headers)
  await post(changePassword, { current: wrong, next }, headers)
  // A second factor: its secret, its codes, and the cookie of a sign-in that waits for one.
  const totp = await post(secondFactor.startTotp, undefined, headers)
  const totpSecret = String(totp.body['secret'])
  const firstCode = totpCodeAt(decodeBase32(totpSecret), Date.now())
  const turnedOn = await post(secondFactor.turnOnTotp, { code: firstCode, endOtherDevices: false }, headers)
  const recoveryCode = String(turnedOn.body['codes']).slice(0, 11)
  const waiting = await post(login, { email, password })
  addSecrets(totpSecret, recoveryCode, cookieValue(waiting.cookie))
  const finish = { method: 'recovery-code', code: recoveryCode }
  await post(secondFactor.finishSignIn, { ...finish, more: 1 }, { cookie: waiting.cookie })
  expect((await post(secondFactor.finishSignIn, finish, { cookie: waiting.cookie })).status).toBe(200)
  // A link to reset a password, whose mail fails, and the calls with it.
  await post(passwordReset.requestPasswordReset, { email })
  await app.runUntilIdle()
  addSecrets(mailedTokens.get('reset-password'))
  await post(passwordReset.resetPassword, { token: mailedTokens.get('reset-password'), password: next })
  await post(passwordReset.resetPassword, { token: mailedTokens.get('reset-password'), password: next, more: 1 })
  await send(`/reset-password?token=${mailedTokens.get('reset-password') ?? ''}`)
  // The same for a change of the address.
  await post(emailChange.requestEmailChange, { email: 'clara@elsewhere.test' }, headers)
  await app.runUntilIdle()
  addSecrets(mailedTokens.get('verify-email'))
  await post(emailChange.confirmEmailChange, { token: mailedTokens.get('verify-email') }, headers)
  await post(emailChange.undoEmailChange, { token: mailedTokens.get('verify-email') })
  // The link of a mail about a new device, because the sign-ins above came without its cookie.
  const notMe = mailedTokens.get('not-me')
  addSecrets(notMe)
  await post(newDevice.refuseSession, { token: notMe, more: 1 })
  expect((await post(newDevice.refuseSession, { token: notMe })).status).toBe(200)
  await send(`/not-me?token=${notMe ?? ''}`)
  // A code by mail, for someone who has nothing else to confirm with.
  const mailed = await app.createUser('Dora Dale')
  const withMailCode = { authorization: `Bearer ${mailed.token}`, cookie: mailed.cookie }
  await post(requestMailCode, undefined, withMailCode)
  await app.runUntilIdle()
  await post(reauthenticate, { method: 'mail-code', code: mailedCode, more: 1 }, withMailCode)
  await post(reauthenticate, { method: 'mail-code', code: mailedCode }, withMailCode)
  // A way to a provider: its cookie, its state and the code that comes back.
  const begun = await fetch(`${address}/api/auth/google`, { redirect: 'manual' })
  const begunAt = new URL(begun.headers.get('location') ?? '')
  const socialState = begunAt.searchParams.get('state') ?? undefined
  const chosen = await fetch(begunAt, { redirect: 'manual' })
  expect(chosen.status).toBe(200)
  const oauthCode = `a-code-of-the-provider-${randomUUID()}`
  addSecrets(
    mailedCode,
    socialState,
    oauthCode,
    begunAt.searchParams.get('nonce') ?? undefined,
    cookieValue(cookieOf(begun)),
  )
  const callback = `/api/auth/google/callback?code=${oauthCode}&state=${socialState ?? ''}`
  await fetch(`${address}${callback}`, { redirect: 'manual', headers: { cookie: cookieOf(begun) } })
  await fetch(`${address}${callback}`, { redirect: 'manual' })
  // A headset.
  const started = await post(pairing.startPairing)
  const code = String(started.body['code'])
  addSecrets(code, cookieValue(started.cookie))
  await post(pairing.findPairing, { code }, headers)
  await send('/api/pairing', { headers: { cookie: started.cookie } })
  // Addresses that are a key.
  const feed = await post(renewCalendarFeed, undefined, headers)
  const feedUrl = new URL(String(feed.body['url']))
  const feedToken = feedUrl.pathname.split('/').find((part) => part.length >= 20)
  addSecrets(feedToken)
  expect((await send(feedUrl.pathname)).status).toBe(200)
  await send(`/api/accounts/me?token=${token}`, { headers })
  await send(`/${token}`, { headers })
  await send('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })
  await send('/metrics', { headers: { authorization: `Bearer ${wrong}` } })
  // Sockets.
  const socket = await openLiveSocket(address, { token, cookie: registered.cookie })
  socket.close()
  await openLiveSocket(address, { token: `${token}x`, cookie: registered.cookie }).catch(() => undefined)
  // A message, and a mail that cannot be sent.
  const friend = await app.createUser('Bo Brook')
  const conversation = await post(openDirectConversation, { userId: friend.id }, headers)
  const path = sendMessage.path.replace(':id', String(conversation.body['id']))
  const message = 'between the two of us only'
  addSecrets(message)
  await post({ path, method: 'POST' }, { clientId: randomUUID(), message }, headers)
  await post(fileTicket, { email, message }, { ...headers, 'idempotency-key': randomUUID() })
  await app.advance(3_600_000)
  await app.deps.failureLog.flush()

  expect([...secrets]).not.toContain('not there')
  expect(secrets.size).toBeGreaterThanOrEqual(15)
  expect(lines.length).toBeGreaterThan(20)
  expect(parsedLines().some(({ msg }) => msg === 'request failed')).toBe(true)
  expect(parsedLines().some(({ msg }) => msg === 'job failed')).toBe(true)
  const text = lines.join('')
  for (const value of secrets) {
    // A code of digits could be a part of a time.
    const isThere = /^\d{6,8}$/.test(value) ? new RegExp(`(?<![\\d.])${value}(?!\\d)`).test(text) : text.includes(value)
    expect([value, isThere]).toEqual([value, false])
  }
})
