import * as routes from '@veranda/contract/bookings/routes.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { listLedgerEntries, listEscrow, readBalances, readReceipt } from '@veranda/contract/payments/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser } from '../../../testing/test-app.ts'
import { type BookingScenario, paidTalk, bookingScenario } from '../testing/booking-scenario.ts'

let s: BookingScenario
beforeAll(async () => {
  s = await bookingScenario()
})
afterAll(() => s.t.close())

async function paid(hoursAhead: number, more: Partial<typeof paidTalk> = {}) {
  const { user: creator, services } = await s.creator([{ ...paidTalk, noticeMinutes: 0, ...more }], {
    timeZone: 'UTC',
    weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' })),
    overrides: [],
    absences: [],
    travels: [],
  })
  const [service] = services
  if (!service) throw new Error('no service')
  const client = await s.t.createUser()
  const hour = 3_600_000
  const at = new Date(Math.ceil(s.t.clock.now() / hour) * hour + hoursAhead * hour)
  return { creator, client, service, at, booking: await s.bookPaid(client, service, at.toISOString()) }
}

async function cancel(who: TestUser, id: string) {
  const preview = (await s.t.injectAs(who, routes.previewCancellation, { params: { id } })).reply
  const body = { expected: preview.version, reason: '', refund: preview.refund?.amount ?? null }
  const answer = await s.t.injectAs(who, routes.cancelBooking, { params: { id }, body, key: `x-${id}` })
  await s.runUntilIdle()
  return { preview, reply: answer.reply }
}

test('after payment the money is protected, and 48 hours after the end the creator can have it paid out', async () => {
  const { creator, client, booking, at } = await paid(30)
  expect(booking).toMatchObject({
    state: 'confirmed',
    cost: { clientPays: { amount: 10_500, currency: 'EUR' }, creatorReceives: { amount: 9_000 } },
    money: { place: 'protected', amount: { amount: 10_000 } },
    charge: { state: 'captured' },
  })
  expect(await s.balance(`escrow:${booking.id}`)).toBe(10_000)
  expect(await s.balance(`fee_deferred:${booking.id}`)).toBe(500)
  for (const [who, key] of [
    [client, 'client.protected'],
    [creator, 'creator.protected'],
  ] as const) {
    const { items } = (await s.t.injectAs(who, readBalances)).reply
    expect(items.find((one) => one.key === key)?.amount).toEqual({ amount: 10_000, currency: 'EUR' })
    const escrow = (await s.t.injectAs(who, listEscrow)).reply.items
    expect(escrow).toMatchObject([
      { title: 'An hour of review', bookingId: booking.id, milestone: null, place: 'protected' },
    ])
    const lines = (await s.t.injectAs(who, listLedgerEntries, { query: { of: key } })).reply
    expect(lines).toMatchObject({
      total: { amount: 10_000 },
      items: [{ subject: { kind: 'booking', bookingId: booking.id }, effect: { amount: 10_000 } }],
    })
  }
  await s.goTo(new Date(at.getTime() - 5 * 60_000).toISOString())
  for (const who of [client, creator]) await s.enterRoom(who, booking)
  const end = at.getTime() + 3_600_000
  await s.goTo(new Date(end).toISOString())
  expect(await s.read(client, booking)).toMatchObject({
    state: 'completed',
    attendedMinutes: { client: 60, creator: 60 },
    money: { place: 'protected', movesAt: new Date(end + 48 * 3_600_000).toISOString() },
  })
  await s.goTo(new Date(end + 48 * 3_600_000 - 1_000).toISOString())
  expect(await s.balance(`escrow:${booking.id}`)).toBe(10_000)
  await s.goTo(new Date(end + 48 * 3_600_000).toISOString())
  expect(await s.balance(`escrow:${booking.id}`)).toBe(0)
  expect(await s.balance(`creator_available:${creator.id}`)).toBe(9_000)
  expect((await s.read(creator, booking)).money).toMatchObject({ place: 'available' })
  const mine = (await s.t.injectAs(creator, readReceipt, { params: { id: booking.id } })).reply
  expect(mine).toMatchObject({ milestone: 'An hour of review', project: null, version: null, total: { amount: 9_000 } })
  const theirs = (await s.t.injectAs(client, readReceipt, { params: { id: booking.id } })).reply
  expect(theirs).toMatchObject({ total: { amount: 10_500 }, methodLast4: '4242', creator: { email: null } })
  const { items } = (await s.t.injectAs(creator, readBalances)).reply
  expect(items.find(({ key }) => key === 'creator.available')?.amount.amount).toBe(9_000)
  expect(await s.ledgerFindings()).toEqual([])
})

test("the policy decides whether all, half or nothing is refunded; a creator's cancellation refunds all; the amount is previewed", async () => {
  const early = await paid(30)
  expect((await cancel(early.client, early.booking.id)).preview).toMatchObject({
    refund: { amount: 10_500 },
    refundPercent: 100,
  })
  expect(await s.read(early.client, early.booking)).toMatchObject({
    money: { place: 'refunded' },
    refund: { amount: 10_500 },
  })
  const half = await paid(10)
  const { preview } = await cancel(half.client, half.booking.id)
  expect(preview).toMatchObject({ refund: { amount: 5_250 }, paid: { amount: 10_500 }, refundPercent: 50 })
  expect(await s.read(half.client, half.booking)).toMatchObject({
    money: { place: 'partly-refunded' },
    refund: { amount: 5_250 },
  })
  expect(await s.balance(`creator_pending:${half.creator.id}`)).toBe(4_500)
  expect(await s.balance(`refund_payable:${half.client.id}`)).toBe(0)
  const late = await paid(2)
  expect((await cancel(late.client, late.booking.id)).preview).toMatchObject({
    refund: { amount: 0 },
    refundPercent: 0,
  })
  const by = await paid(2)
  expect((await cancel(by.creator, by.booking.id)).preview.refundPercent).toBe(100)
  const notes = (await s.t.injectAs(by.client, listNotifications, { query: {} })).reply.items
  expect(notes.find(({ data }) => data.event === 'schedule_cancelled')).toMatchObject({
    priority: 'urgent',
    data: { refundAmount: 10_500, currency: 'EUR' },
  })
  for (const { booking } of [early, half, late, by]) expect(await s.balance(`escrow:${booking.id}`)).toBe(0)
  expect(await s.ledgerFindings()).toEqual([])
})

test('when a tier has passed since the preview, nothing happens and the new amount is returned', async () => {
  const { client, booking, at } = await paid(24)
  const body = { expected: booking.version, reason: '', refund: 10_500 }
  await s.goTo(new Date(at.getTime() - 23 * 3_600_000).toISOString())
  const answer = await s.t.injectAs(client, routes.cancelBooking, { params: { id: booking.id }, body, key: 'stale' })
  expect(answer.problem).toMatchObject({ status: 409, code: 'booking.refund-changed', facts: { refund: 5_250 } })
  expect((await s.read(client, booking)).state).toBe('confirmed')
})

test('after a no-show an absent client gets no refund, and an absent creator refunds everything', async () => {
  const absentClient = await paid(12)
  const absentCreator = await paid(12)
  await s.goTo(new Date(absentClient.at.getTime() - 60_000).toISOString())
  await s.enterRoom(absentClient.creator, absentClient.booking)
  await s.enterRoom(absentCreator.client, absentCreator.booking)
  await s.goTo(new Date(absentClient.at.getTime() + 51 * 3_600_000).toISOString())
  expect(await s.read(absentClient.client, absentClient.booking)).toMatchObject({
    state: 'no_show_client',
    refund: null,
  })
  expect(await s.balance(`creator_available:${absentClient.creator.id}`)).toBe(9_000)
  expect(await s.read(absentCreator.client, absentCreator.booking)).toMatchObject({
    state: 'no_show_creator',
    refund: { amount: 10_500 },
    money: { place: 'refunded' },
  })
  expect(await s.ledgerFindings()).toEqual([])
})

test('a declined or expired request takes nothing; a declined card leaves the slot reserved', async () => {
  const { creator, client, booking } = await paid(30, { confirmation: 'manual' })
  expect(booking.state).toBe('requested')
  const body = { expected: booking.version, reason: 'Away' }
  await s.t.injectAs(creator, routes.declineBooking, { params: { id: booking.id }, body, key: 'no' })
  await s.runUntilIdle()
  expect(await s.read(client, booking)).toMatchObject({ state: 'declined', money: { place: 'voided' } })
  const other = await paid(30, { confirmation: 'manual' })
  await s.goTo(new Date(s.t.clock.now() + 25 * 3_600_000).toISOString())
  expect(await s.read(other.client, other.booking)).toMatchObject({ state: 'expired', money: { place: 'voided' } })
  const secondBooking = await s.bookPaid(
    client,
    other.service,
    new Date(other.at.getTime() + 48 * 3_600_000).toISOString(),
    'card_declined',
  )
  expect(secondBooking).toMatchObject({ state: 'reserved', charge: { state: 'failed' }, actions: ['pay', 'withdraw'] })
  expect(await s.ledgerFindings()).toEqual([])
})

test('another slot withdraws an unpaid reservation, also after a declined card; while it is being paid the request is refused and nothing changes', async () => {
  const { services } = await s.creator([{ ...paidTalk, noticeMinutes: 0 }])
  const [service] = services
  if (!service) throw new Error('no service')
  const client = await s.t.createUser()
  const date = new Date(s.t.clock.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const at = (hour: number) => `${date}T${hour}:00:00.000Z`
  const ask = (hour: number) =>
    s.t.injectAs(client, routes.reserveSlot, { body: { serviceId: service.id, at: at(hour), timeZone: 'UTC' } })
  const first = (await ask(10)).reply
  const declined = await s.bookPaid(client, service, at(11), 'card_declined')
  expect((await s.read(client, first)).state).toBe('withdrawn')
  const third = (await ask(12)).reply
  expect((await s.read(client, declined)).state).toBe('withdrawn')
  const body = { expected: third.version, method: 'card_succeeds' }
  await s.t.injectAs(client, routes.payBooking, { params: { id: third.id }, body, key: 'third' })
  const refused = await ask(13)
  expect(refused.problem).toMatchObject({
    status: 409,
    code: 'booking.reservation-in-payment',
    facts: { bookingId: third.id },
  })
  expect(await s.starts(service, date, date)).toEqual(expect.arrayContaining([at(10), at(11), at(13)]))
  const query = { from: date, to: date, timeZone: 'UTC' }
  const listed = async () => (await s.t.injectAs(client, routes.listSlots, { params: { id: service.id }, query })).reply
  expect(await listed()).toMatchObject({ days: [], next: null, notBookable: { reason: 'paying', bookingId: third.id } })
  await s.runUntilIdle()
  expect((await listed()).notBookable).toBeNull()
  expect((await listed()).days[0]?.slots.map((slot) => slot.at)).toContain(at(13))
  expect((await s.read(client, third)).state).toBe('confirmed')
  expect((await ask(13)).reply.state).toBe('reserved')
  expect(await s.ledgerFindings()).toEqual([])
})

test('a chargeback freezes the escrow, and no money moves any more', async () => {
  const { user: creator, services } = await s.creator([{ ...paidTalk, horizonDays: 60 }])
  const [service] = services
  if (!service) throw new Error('no service')
  const at = new Date(Math.ceil(s.t.clock.now() / 86_400_000 + 20) * 86_400_000 + 10 * 3_600_000)
  const booking = await s.bookPaid(await s.t.createUser(), service, at.toISOString(), 'card_charges_back')
  expect(booking.state).toBe('confirmed')
  // The bank takes the money back after three days, before the session.
  await s.goTo(new Date(s.t.clock.now() + 3.5 * 86_400_000).toISOString())
  expect(await s.balance(`escrow_frozen:${booking.id}`)).toBe(10_000)
  const shown = await s.t.injectAs(creator, routes.previewCancellation, { params: { id: booking.id } })
  expect(shown.reply).toMatchObject({ refund: { amount: 0 }, refundPercent: 0 })
  await s.goTo(new Date(at.getTime() + 4 * 86_400_000).toISOString())
  expect(await s.balance(`escrow_frozen:${booking.id}`)).toBe(10_000)
  expect(await s.balance(`escrow:${booking.id}`)).toBe(0)
  expect(await s.balance(`creator_pending:${creator.id}`)).toBe(0)
  expect(await s.ledgerFindings()).toEqual([])
})

test('a booking called off while its payment is frozen is settled as of then, once the bank decides for the creator', async () => {
  const { user: creator, services } = await s.creator([{ ...paidTalk, horizonDays: 60 }])
  const [service] = services
  if (!service) throw new Error('no service')
  const client = await s.t.createUser()
  const at = new Date(Math.ceil(s.t.clock.now() / 86_400_000 + 20) * 86_400_000 + 10 * 3_600_000)
  const booking = await s.bookPaid(client, service, at.toISOString(), 'card_chargeback_won')
  const start = s.t.clock.now()
  await s.goTo(new Date(start + 4 * 86_400_000).toISOString())
  const { version } = await s.read(client, booking)
  const body = { expected: version, reason: 'Ill', refund: 0 }
  const called = await s.t.injectAs(creator, routes.cancelBooking, { params: { id: booking.id }, body })
  expect(called.reply.state).toBe('cancelled')
  await s.goTo(new Date(start + 10 * 86_400_000).toISOString())
  expect(await s.balance(`escrow_frozen:${booking.id}`)).toBe(10_000)
  await s.goTo(new Date(start + 25 * 86_400_000).toISOString())
  expect(await s.read(client, booking)).toMatchObject({ refund: { amount: 10_500 } })
  expect(await s.balance(`escrow:${booking.id}`)).toBe(0)
  expect(await s.ledgerFindings()).toEqual([])
})

test('the payment of a booking that the bank returns to the client is settled with it', async () => {
  const { user: creator, services } = await s.creator([{ ...paidTalk, horizonDays: 60 }])
  const [service] = services
  if (!service) throw new Error('no service')
  const client = await s.t.createUser()
  const at = new Date(Math.ceil(s.t.clock.now() / 86_400_000 + 14) * 86_400_000 + 10 * 3_600_000)
  const booking = await s.bookPaid(client, service, at.toISOString(), 'card_chargeback_lost')
  await s.goTo(new Date(s.t.clock.now() + 26 * 86_400_000).toISOString())
  for (const name of ['escrow', 'escrow_frozen', 'fee_deferred'] as const) {
    expect(await s.balance(`${name}:${booking.id}`)).toBe(0)
  }
  expect(await s.balance(`creator_pending:${creator.id}`)).toBe(0)
  expect((await s.read(client, booking)).money).toBeNull()
  expect(await s.ledgerFindings()).toEqual([])
})

test('moving never asks for another payment and leaves the money where it is', async () => {
  const { client, booking, at } = await paid(30)
  const to = new Date(at.getTime() + 3 * 3_600_000).toISOString()
  const params = { id: booking.id }
  const moved = await s.t.injectAs(client, routes.moveBooking, { params, body: { expected: booking.version, at: to } })
  expect(moved.reply).toMatchObject({ startsAt: to, state: 'confirmed', money: { place: 'protected' } })
  expect(await s.balance(`escrow:${booking.id}`)).toBe(10_000)
})
