import { cancelDeletion, scheduleDeletion } from '@veranda/contract/accounts/deletion/routes.ts'
import { requestEmailChange, undoEmailChange } from '@veranda/contract/accounts/email-change/routes.ts'
import { requestDataExport } from '@veranda/contract/accounts/export/routes.ts'
import { refuseSession } from '@veranda/contract/accounts/new-device/routes.ts'
import { requestPasswordReset } from '@veranda/contract/accounts/password-reset/routes.ts'
import { registerUser } from '@veranda/contract/accounts/registration/routes.ts'
import { replaceRecoveryCodes, turnOnTotp } from '@veranda/contract/accounts/second-factor/routes.ts'
import { changeAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { registerByIdentity } from '@veranda/contract/accounts/social/routes.ts'
import { requestMailCode } from '@veranda/contract/accounts/step-up/routes.ts'
import { readConfig } from '@veranda/contract/config/routes.ts'
import { type Route } from '@veranda/contract/route.ts'
import { fileTicket } from '@veranda/contract/support/routes.ts'
import { blanks } from '@veranda/core/accounts/testing/blanks.ts'
import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type RateLimit } from '../../../platform/http/limits/rate-limit.ts'
import { testApp, type TestApp } from '../../../testing/test-app.ts'
import { maxWaitingHashes, passwordHashQueue } from '../passwords/password-hash-queue.ts'
import {
  dataExportsPerAccount,
  deletionsPerAccount,
  emailChangesPerAccount,
  factorChangesPerAccount,
  mailCodesPerAccount,
  passwordRateLimit,
  registrationsPerAddress,
  resetRequestsPerAccount,
  resetRequestsPerAddress,
} from '../account-limits.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { RATE_LIMITS: '1' } })
})
afterAll(() => app.close())
afterEach(() => vi.restoreAllMocks())

/** Stops the time by which buckets refill. */
const freezeTime = () => {
  for (const clock of [Date, performance]) vi.spyOn(clock, 'now').mockReturnValue(clock.now())
}

const password = 'a long walk by the sea'

/** Calls a route signed out, from an address of the network. */
const callFrom = (remoteAddress: string, { method, path }: Pick<typeof login, 'method' | 'path'>, payload: object) =>
  app.app.http.inject({ method, url: `/api${path}`, payload, remoteAddress })

const register = (email: string) => app.createUser('Clara Hall', { email, password })

test('blanks around an address and its letter case make no new bucket: thirty spellings have ten guesses', async () => {
  await register('guessed@veranda.test')
  freezeTime()
  const address = 'Guessed@Veranda.test'
  const spellings = [
    ...blanks.flatMap((blank) => [`${blank}${address}`, `${address.toUpperCase()}${blank}`]),
    `\u3000\t${address}\u200b\ufeff`,
    address.toLowerCase(),
  ]
  expect(new Set(spellings).size).toBeGreaterThanOrEqual(30)
  const statuses: number[] = []
  for (const email of spellings)
    statuses.push((await callFrom('192.0.2.2', login, { email, password: 'not this one' })).statusCode)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), ...spellings.slice(10).map(() => 429)])
})

test('every spelling of an address finds its one account', async () => {
  await register('spelled@veranda.test')
  const found = await callFrom('192.0.2.3', login, { email: '\u2003SPELLED@veranda.test\u00ad', password })
  expect(found.json()).toMatchObject({ user: { email: 'spelled@veranda.test' } })
  const sameAddress = {
    name: 'Clara Hall',
    email: 'ｓｐｅｌｌｅｄ@veranda.test',
    password,
    role: 'client',
    timeZone: 'UTC',
  }
  const second = await callFrom('192.0.2.3', registerUser, { ...sameAddress, terms: currentTermsVersion })
  expect(second.json()).toEqual({ done: true })
  await app.runUntilIdle()
  // It was taken for a second registration of the same address.
  expect(await app.deps.db.selectFrom('registrations').selectAll().execute()).toEqual([])
  const ticket = { email: ' Visitor@Veranda.test ', message: 'Hello' }
  expect((await app.injectAs(null, fileTicket, { body: ticket })).status).toBe(201)
  const { email } = await app.deps.db.selectFrom('support_tickets').select('email').executeTakeFirstOrThrow()
  expect(email).toBe('visitor@veranda.test')
})

test('sixty accounts sprayed from one address are stopped, and an owner elsewhere still signs in', async () => {
  await register('sprayed@veranda.test')
  freezeTime()
  const statuses: number[] = []
  for (let n = 0; n < 60; n += 1) {
    const email = n === 59 ? 'sprayed@veranda.test' : `nobody-${n}@veranda.test`
    statuses.push((await callFrom('192.0.2.5', login, { email, password: 'Summer2026!' })).statusCode)
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(passwordRateLimit.max)
  expect(statuses.slice(passwordRateLimit.max)).toEqual(Array.from({ length: 60 - passwordRateLimit.max }, () => 429))
  expect((await callFrom('192.0.2.6', login, { email: 'sprayed@veranda.test', password })).statusCode).toBe(200)
})

test('bodies that cannot be parsed count against their address too', async () => {
  freezeTime()
  const statuses: number[] = []
  for (let n = 0; n < passwordRateLimit.max + 1; n += 1)
    statuses.push((await callFrom('192.0.2.7', login, { email: { $ne: n } })).statusCode)
  expect(statuses.at(-2)).toBe(429)
  expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 422))
})

test('links to reset a password are limited for each account, however it is spelled, and for each address', async () => {
  freezeTime()
  const ask = async (from: string, email: string) => (await callFrom(from, requestPasswordReset, { email })).statusCode
  const spellings = blanks.slice(0, 9).map((blank, n) => `${blank}${n % 2 === 0 ? 'Lost' : 'LOST'}@veranda.test`)
  const perAccount: number[] = []
  for (const email of spellings) perAccount.push(await ask('192.0.2.20', email))
  const allowed = resetRequestsPerAccount.max
  expect(perAccount).toEqual(spellings.map((_, n) => (n < allowed ? 200 : 429)))
  // The owner asks from elsewhere.
  expect(await ask('192.0.2.21', 'lost@veranda.test')).toBe(200)
  const perAddress: number[] = []
  for (let n = 0; n < 25; n += 1) perAddress.push(await ask('192.0.2.22', `lost-${n}@veranda.test`))
  expect(perAddress).toEqual(perAddress.map((_, n) => (n < resetRequestsPerAddress.max ? 200 : 429)))
})

test('what users ask for at their account is limited for each account, and links and registrations for each address', async () => {
  const user = await app.createUser('Ines')
  freezeTime()
  const headers = { cookie: user.cookie, authorization: `Bearer ${user.token}` }
  const limited: readonly [Route, RateLimit][] = [
    [requestEmailChange, emailChangesPerAccount],
    [requestDataExport, dataExportsPerAccount],
    [requestMailCode, mailCodesPerAccount],
    [scheduleDeletion, deletionsPerAccount],
    [cancelDeletion, deletionsPerAccount],
    [turnOnTotp, factorChangesPerAccount],
    [replaceRecoveryCodes, factorChangesPerAccount],
    [undoEmailChange, passwordRateLimit],
    [refuseSession, passwordRateLimit],
    [registerByIdentity, registrationsPerAddress],
  ]
  for (const [at, [{ method, path }, { max, per }]] of limited.entries()) {
    const statuses: number[] = []
    for (let n = 0; n <= max; n += 1) {
      // An account has its limit at all addresses together.
      const remoteAddress = per === 'account' ? `192.0.3.${n}` : `192.0.4.${at}`
      const call = { method, url: `/api${path}`, headers, payload: {}, remoteAddress }
      statuses.push((await app.app.http.inject(call)).statusCode)
    }
    expect([path, statuses.indexOf(429)]).toEqual([path, max])
  }
})

test('while the queue of hashes is full, signing in is 503 at once and other calls are answered', async () => {
  await register('busy@veranda.test')
  const release = Promise.withResolvers<void>()
  const filling = Array.from({ length: 2 + maxWaitingHashes }, () => passwordHashQueue.run(() => release.promise))
  try {
    const refused = await callFrom('192.0.2.8', login, { email: 'busy@veranda.test', password })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2'])
    expect(refused.json()).toMatchObject({ code: 'server.busy' })
    expect((await app.injectAs(null, readConfig)).status).toBe(200)
  } finally {
    release.resolve()
    await Promise.all(filling)
  }
  expect((await callFrom('192.0.2.8', login, { email: 'busy@veranda.test', password })).statusCode).toBe(200)
})

test('no hash holds a connection to the database, so that signing in cannot take them from the others', async () => {
  await register('waiting@veranda.test')
  const user = await app.createUser('Pia')
  const release = Promise.withResolvers<void>()
  const blocking = [0, 1].map(() => passwordHashQueue.run(() => release.promise))
  // More than there are connections.
  const waiting = Array.from({ length: 12 }, (_, n) =>
    callFrom(`198.51.100.${n}`, login, { email: 'waiting@veranda.test', password }),
  )
  try {
    await expect.poll(() => passwordHashQueue.waitingCount).toBe(12)
    expect((await app.injectAs(user, changeAccount, { body: { name: 'Pia Maker' } })).status).toBe(200)
  } finally {
    release.resolve()
    await Promise.all(blocking)
  }
  expect((await Promise.all(waiting)).map(({ statusCode }) => statusCode)).toEqual(
    Array.from({ length: 12 }, () => 200),
  )
})
