import { login, registerUser } from '@veranda/contract/accounts/routes.ts'
import { fileTicket } from '@veranda/contract/support/routes.ts'
import { blanks } from '@veranda/core/accounts/testing/blanks.ts'
import { currentTermsVersion } from '@veranda/core/accounts/terms.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { testApp, type TestApp } from '../../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { RATE_LIMITS: '1' } })
})
afterAll(() => app.close())
afterEach(() => vi.restoreAllMocks())

/** Stops the time by which buckets refill. */
const freezeTime = () => vi.spyOn(Date, 'now').mockReturnValue(Date.now())

const password = 'a long walk by the sea'

/** Calls a route signed out, from an address of the network. */
const callFrom = (remoteAddress: string, { method, path }: typeof login | typeof registerUser, payload: object) =>
  app.app.http.inject({ method, url: `/api${path}`, payload, remoteAddress })

async function register(email: string, from: string): Promise<void> {
  const rest = { role: 'client', terms: currentTermsVersion, timeZone: 'UTC', language: 'en' }
  const reply = await callFrom(from, registerUser, { name: 'Clara Hall', email, password, ...rest })
  expect(reply.statusCode).toBe(201)
}

test('blanks around an address and its letter case make no new bucket: thirty spellings have ten guesses', async () => {
  await register('guessed@veranda.test', '192.0.2.1')
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
  await register('\ufeff Spelled@Veranda.test\u200b', '192.0.2.3')
  const found = await callFrom('192.0.2.3', login, { email: '\u2003SPELLED@veranda.test\u00ad', password })
  expect(found.json()).toMatchObject({ user: { email: 'spelled@veranda.test' } })
  const again = { name: 'Clara Hall', email: 'ｓｐｅｌｌｅｄ@veranda.test', password, role: 'client', timeZone: 'UTC' }
  const second = await callFrom('192.0.2.3', registerUser, { ...again, terms: currentTermsVersion })
  expect(second.json()).toMatchObject({ status: 409, code: 'account.email-taken' })
  const ticket = { email: ' Visitor@Veranda.test ', message: 'Hello' }
  expect((await app.injectAs(null, fileTicket, { body: ticket })).status).toBe(201)
  const { email } = await app.deps.db.selectFrom('support_tickets').select('email').executeTakeFirstOrThrow()
  expect(email).toBe('visitor@veranda.test')
})
