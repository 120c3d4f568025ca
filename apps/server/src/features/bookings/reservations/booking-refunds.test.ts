import * as routes from '@veranda/contract/bookings/routes.ts'
import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { listRefunds, redirectRefund } from '@veranda/contract/payments/routes.ts'
import { hour } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser } from '../../../testing/test-app.ts'
import { type BookingScenario, bookingScenario, paidTalk } from '../testing/booking-scenario.ts'

const scrapeToken = 'a-token-for-the-scraper'

let s: BookingScenario
beforeAll(async () => {
  s = await bookingScenario({ env: { METRICS_TOKEN: scrapeToken } })
})
afterAll(() => s.t.close())

/** Books a session in 30 hours with a card that takes no refunds; 105.00 EUR are charged. */
async function bookedWithRefusingCard(): Promise<{ client: TestUser; creator: TestUser; booking: Booking }> {
  const { user: creator, services } = await s.creator([{ ...paidTalk, noticeMinutes: 0 }], {
    timeZone: 'UTC',
    weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' })),
    overrides: [],
    absences: [],
    travels: [],
  })
  const [service] = services
  if (!service) throw new Error('no service')
  const client = await s.t.createUser()
  const at = new Date(Math.ceil(s.t.clock.now() / hour) * hour + 30 * hour).toISOString()
  return { client, creator, booking: await s.bookPaid(client, service, at, 'card_refuses_refunds') }
}

/** Returns how many refunds wait after a refusal, as the metrics say. */
async function failedRefunds(): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${scrapeToken}` }
  const { body } = await s.t.app.http.inject({ url: '/metrics', headers })
  return /^veranda_refunds_failed (\d+)$/m.exec(body)?.[1]
}

const refundsOf = async (user: TestUser) => (await s.t.injectAs(user, listRefunds, { query: {} })).reply.items

test('a refund of a session that the card refuses is shown to the client alone, who sends it to a bank account', async () => {
  const { client, creator, booking } = await bookedWithRefusingCard()
  const { version, refund } = (await s.t.injectAs(client, routes.previewCancellation, { params: { id: booking.id } }))
    .reply
  await s.t.injectAs(client, routes.cancelBooking, {
    params: { id: booking.id },
    body: { expected: version, reason: '', refund: refund?.amount ?? null },
    key: `cancel-${booking.id}`,
  })
  await s.runUntilIdle()
  const owed = { title: 'An hour of review', bookingId: booking.id, milestone: null, amount: { amount: 10_500 } }
  expect(await refundsOf(client)).toMatchObject([{ ...owed, state: 'failed', unapplied: false, actions: ['redirect'] }])
  expect(await refundsOf(creator)).toEqual([])
  expect(await s.read(client, booking)).toMatchObject({ money: { place: 'refunding' }, refundFailed: true })
  expect(await s.read(creator, booking)).toMatchObject({ money: { place: 'refunding' }, refundFailed: false })
  const titles = (await s.t.injectAs(client, listNotifications, { query: {} })).reply.items.map(({ title }) => title)
  expect(titles).toContain('Your card refused a refund')

  expect(await failedRefunds()).toBe('1')

  const redirect = (as: TestUser) =>
    s.t.injectAs(as, redirectRefund, {
      params: { id: booking.id },
      body: { holder: 'Carla Client', iban: 'DE89370400440532013000' },
    })
  expect((await redirect(creator)).status).toBe(404)
  await s.t.stepUp(client)
  expect((await redirect(client)).status).toBe(200)
  await s.runUntilIdle()
  expect(await refundsOf(client)).toMatchObject([{ ...owed, state: 'paid', bankLast4: '3000', actions: [] }])
  expect(await s.read(client, booking)).toMatchObject({ money: { place: 'refunded' }, refundFailed: false })
  expect(await failedRefunds()).toBe('0')
  expect(await s.balance(`refund_payable:${client.id}`)).toBe(0)
  expect(await s.ledgerFindings()).toEqual([])
})
