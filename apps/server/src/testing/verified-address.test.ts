import { addPortfolioItem } from '@veranda/contract/talent/routes.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestEmailChange } from '@veranda/contract/accounts/email-change/routes.ts'
import { type ServerRoute } from '../platform/http/route.ts'
import { testApp, type TestApp, type TestUser } from './test-app.ts'

let app: TestApp
let withoutAddress: TestUser
beforeAll(async () => {
  app = await testApp()
  withoutAddress = await app.createUser('Theo Tok', { email: null })
})
afterAll(() => app.close())

const missing = { status: 403, code: 'account.email-missing' }
const nameOf = ({ route }: ServerRoute) => `${route.method} ${route.path}`

/** Calls a route with nothing that fits it: the address is asked for before anything else is looked at. */
function call(user: TestUser, { route }: ServerRoute) {
  const path = route.path.replace(/:\w+/g, () => randomUUID())
  return app.app.http.inject({
    method: route.method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${user.token}`, cookie: user.cookie, 'idempotency-key': randomUUID() },
    ...(route.method === 'GET' ? {} : { payload: {} }),
  })
}

test('to publish, request, offer, accept, pay, be paid, book and begin a conversation needs a verified address, and nothing else does', async () => {
  const refused: string[] = []
  for (const served of app.app.routes) {
    if (!served.options.access.kind.startsWith('signed-in')) continue
    const reply = await call(withoutAddress, served)
    const isRefused = reply.statusCode === missing.status && reply.json<{ code: string }>().code === missing.code
    if (isRefused) refused.push(nameOf(served))
    expect([nameOf(served), isRefused]).toEqual([nameOf(served), served.options.access.needsEmail === true])
    expect(served.options.access.description.includes('Only with a verified address.')).toBe(isRefused)
  }
  expect(refused.toSorted()).toEqual([
    'PATCH /profile',
    'PATCH /profile/listing',
    'POST /bookings',
    'POST /bookings/:id/book',
    'POST /bookings/:id/confirm',
    'POST /bookings/:id/pay',
    'POST /change-orders/:id/accept',
    'POST /change-orders/:id/counter',
    'POST /commissions',
    'POST /commissions/:id/accept',
    'POST /commissions/:id/accept-counter',
    'POST /commissions/:id/change-orders',
    'POST /commissions/:id/counter-offers',
    'POST /commissions/:id/offers',
    'POST /conversations',
    'POST /milestones/:id/fund',
    'POST /payments/charges/:id/confirm',
    'POST /payments/refunds/:id/redirect',
    'POST /profile/hourly-services',
    'POST /profile/package-services',
    'POST /profile/portfolio',
    'POST /top-ups/:id/fund',
    'PUT /payments/payout-account',
  ])
})

test('a user with an address is never asked for it, and an address counts as soon as it is proved', async () => {
  const user = await app.createUser('Ada')
  for (const served of app.app.routes.filter(({ options }) => options.access.needsEmail))
    expect((await call(user, served)).body, nameOf(served)).not.toContain(missing.code)
  const late = await app.createUser('Lena Late', { email: null })
  const served = app.app.routes.find(({ route }) => route === addPortfolioItem)
  if (!served) throw new Error('no such route')
  expect((await call(late, served)).json()).toMatchObject(missing)
  expect((await app.injectAs(late, requestEmailChange, { body: { email: 'lena@veranda.test' } })).status).toBe(200)
  // What the press of the link does; the session is cached for a second where there is an address.
  const { db } = app.deps
  const proved = { email: 'lena@veranda.test', email_verified: true }
  await db.updateTable('users').set(proved).where('id', '=', late.id).execute()
  expect((await call(late, served)).json()).toMatchObject({ status: 422 })
})
