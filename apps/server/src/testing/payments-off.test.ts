import { readConfig } from '@veranda/contract/config/routes.ts'
import * as bookings from '@veranda/contract/bookings/routes.ts'
import * as commissions from '@veranda/contract/commissions/routes.ts'
import { openDirectConversation, sendMessage } from '@veranda/contract/conversations/routes.ts'
import { changeProfile, readCreator } from '@veranda/contract/talent/routes.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyDay, freeTalk, paidTalk } from '../features/bookings/testing/booking-scenario.ts'
import { type ServerRoute } from '../platform/http/route.ts'
import { type TestApp, type TestUser, testApp } from './test-app.ts'

let app: TestApp
let client: TestUser
let creator: TestUser
beforeAll(async () => {
  app = await testApp({ env: { PAYMENTS: 'off' } })
  client = await app.createUser('Carla Client')
  creator = await app.createUser('Pablo Creator', { role: 'creator' })
  await app.injectAs(creator, changeProfile, { body: { accepting: 'open' } })
})
afterAll(() => app.close())

const nameOf = ({ route }: ServerRoute) => `${route.method} ${route.path}`
const paidRoutes = () => app.app.routes.filter(({ options }) => options.paid)

/** Calls a route without a body, which is enough: a paid route is refused before anything is read. */
async function callAs(who: TestUser | null, { route }: ServerRoute): Promise<unknown> {
  const response = await app.app.http.inject({
    method: route.method,
    url: `/api${route.path.replace(/:\w+/g, randomUUID())}`,
    headers: who ? { authorization: `Bearer ${who.token}`, cookie: who.cookie } : {},
  })
  return [response.statusCode, response.json<{ code: string }>().code]
}

test('the configuration says that this installation takes no payments', async () => {
  expect((await app.injectAs(null, readConfig)).reply.payments).toBe(false)
})

test('every route of payments and every paid command is refused with one code, for everyone', async () => {
  const names = paidRoutes().map(nameOf)
  const routesOfPayments = app.app.routes.map(nameOf).filter((name) => name.includes(' /payments/'))
  expect(routesOfPayments.length).toBeGreaterThan(10)
  expect(names).toEqual(expect.arrayContaining(routesOfPayments))
  expect(names.filter((name) => !routesOfPayments.includes(name)).toSorted()).toEqual([
    'GET /admin/chargebacks/:id',
    'GET /admin/refunds/:id',
    'POST /admin/disputes/:id/confirm',
    'POST /admin/disputes/:id/decide',
    'POST /admin/disputes/:id/review',
    'POST /admin/refunds/:id/retry',
    'POST /bookings/:id/pay',
    'POST /change-orders/:id/accept',
    'POST /change-orders/:id/counter',
    'POST /commissions/:id/accept',
    'POST /commissions/:id/change-orders',
    'POST /commissions/:id/settlements',
    'POST /disputes/:id/accept-terms',
    'POST /disputes/:id/terms',
    'POST /disputes/:id/waive-review',
    'POST /milestones/:id/approve',
    'POST /milestones/:id/claim-refund',
    'POST /milestones/:id/disputes',
    'POST /milestones/:id/fund',
    'POST /milestones/:id/refund',
    'POST /settlements/:id/accept',
    'POST /settlements/:id/counter',
    'POST /top-ups/:id/fund',
  ])
  for (const served of paidRoutes()) {
    for (const who of [client, creator, null]) {
      expect([nameOf(served), await callAs(who, served)]).toEqual([nameOf(served), [403, 'payments.off']])
    }
  }
})

/** Commands that must not run twice but need no payment; a new one has to be sorted here or marked as paid. */
const unpaidCommands = [
  // Creates something, or takes or returns money that could not have been paid.
  'POST /admin/bookings/:id/cancel',
  'POST /admin/bookings/:id/overturn',
  'POST /admin/tickets/:id/answers',
  'POST /admin/tickets/:id/notes',
  'POST /admin/tickets/:id/replies',
  'POST /admin/tickets/:id/solve',
  'POST /bookings/:id/cancel',
  'POST /bookings/:id/confirm',
  'POST /bookings/:id/decline',
  'POST /commissions',
  'POST /conversations',
  'POST /disputes/:id/answer',
  'POST /disputes/:id/review',
  'POST /disputes/:id/withdraw',
  'POST /projects',
  'POST /projects/:id/proposals',
  'POST /support',
  'POST /support/tickets/:id/replies',
]

test('every command that needs an idempotency key is either paid or known to be free', () => {
  const commands = app.app.routes.filter(({ options }) => options.idempotency === 'required')
  const unpaid = commands.filter(({ options }) => !options.paid).map(nameOf)
  expect(unpaid.filter((name) => !unpaidCommands.includes(name))).toEqual([])
})

test('a session with a price can be neither offered, seen nor reserved; a free one is booked as always', async () => {
  await app.injectAs(creator, bookings.changeSchedule, { body: { ...everyDay, timeZone: 'UTC', expected: 0 } })
  const priced = await app.injectAs(creator, bookings.addHourlyService, { body: paidTalk })
  expect(priced.problem).toMatchObject({ status: 403, code: 'payments.off', field: 'price' })
  const pageActions = async () =>
    (await app.injectAs(client, readCreator, { params: { id: creator.id } })).reply.actions
  const { id: serviceId } = (await app.injectAs(creator, bookings.addHourlyService, { body: freeTalk })).reply
  expect(await pageActions()).toContain('book')
  const changed = await app.injectAs(creator, bookings.changeHourlyService, {
    params: { id: serviceId },
    body: { ...freeTalk, price: paidTalk.price },
  })
  expect(changed.problem.code).toBe('payments.off')

  // A price from before payments were switched off.
  const earlier = (
    await app.injectAs(creator, bookings.addHourlyService, { body: { ...freeTalk, title: 'An hour of review' } })
  ).reply
  await app.deps.db
    .updateTable('hourly_services')
    .set({ price: 10_000, currency: 'EUR' })
    .where('id', '=', earlier.id)
    .execute()
  const listed = (await app.injectAs(client, bookings.listCreatorServices, { params: { id: creator.id } })).reply
  expect(listed.items.map(({ id }) => id)).toEqual([serviceId])
  const at = listed.items[0]?.nextFree ?? ''
  const body = { serviceId: earlier.id, at, timeZone: 'UTC' }
  expect((await app.injectAs(client, bookings.reserveSlot, { body })).problem.code).toBe('payments.off')

  const free = { body: { ...body, serviceId } }
  const { id } = (await app.injectAs(client, bookings.reserveSlot, free)).reply
  const booked = await app.injectAs(client, bookings.bookReservation, { params: { id }, body: { expected: 1 } })
  expect(booked.reply.state).toBe('confirmed')
  // With the free service gone, there is nothing left that can be booked.
  await app.injectAs(creator, bookings.removeHourlyService, { params: { id: serviceId } })
  expect(await pageActions()).not.toContain('book')
})

test('projects, requests, offers and messages work; an offer cannot be accepted', async () => {
  const brief = { title: 'Lobby', brief: 'A lobby', skills: [], budget: null }
  const project = (await app.injectAs(client, commissions.openProject, { body: brief })).reply
  const requested = await app.injectAs(client, commissions.requestCommission, {
    body: { projectId: project.id, creatorId: creator.id, message: 'Please' },
  })
  const params = { id: requested.reply.id }
  const dueAt = new Date(app.clock.now() + 30 * 86_400_000).toISOString()
  const offered = await app.injectAs(creator, commissions.makeOffer, {
    params,
    body: {
      content: {
        scope: 'A lobby',
        rights: 'full',
        currency: 'EUR',
        milestones: [{ title: 'Model', description: '', amount: 10_000, dueAt }],
        reviewRounds: 1,
        reviewWindowDays: 14,
      },
      reason: null,
      expected: requested.reply.version,
    },
  })
  expect(offered.reply.state).toBe('offered')
  const shown = (await app.injectAs(client, commissions.readProject, { params: { id: project.id } })).reply
  expect(shown.commissions[0]?.actions).toEqual(['counter-offer', 'decline'])
  const [offer] = offered.reply.offers
  const accepted = await app.injectAs(client, commissions.acceptOffer, {
    params,
    body: { offerId: offer?.id ?? '', hash: offer?.hash ?? '', terms: 1, expected: offered.reply.version },
  })
  expect(accepted.problem).toMatchObject({
    status: 403,
    code: 'payments.off',
    detail: 'This installation takes no payments.',
  })
  const conversation = await app.injectAs(client, openDirectConversation, { body: { userId: creator.id } })
  const sent = await app.injectAs(client, sendMessage, {
    params: { id: conversation.reply.id },
    body: { clientId: randomUUID(), message: 'Hello' },
  })
  expect(sent.status).toBe(200)
})
