import * as routes from '@veranda/contract/bookings/routes.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SandboxPayments } from '../../../gateways/payments/sandbox-payments.ts'
import { type PaymentGateway } from '../../../gateways/payments/payment-gateway.ts'
import { paymentsFeature } from '../../payments/feature.ts'
import { type BookingScenario, everyDay, paidTalk, bookingScenario } from '../testing/booking-scenario.ts'

let s: BookingScenario
beforeAll(async () => {
  s = await bookingScenario()
})
afterAll(() => s.t.close())

let day = 0

/** Creates a paid request that waits for the creator's answer, each on its own day. */
async function requested(card = 'card_succeeds') {
  const { user: creator, services } = await s.creator([{ ...paidTalk, confirmation: 'manual', horizonDays: 60 }], {
    ...everyDay,
    timeZone: 'UTC',
  })
  const [service] = services
  if (!service) throw new Error('no service')
  const client = await s.t.createUser()
  day += 1
  const date = new Date(s.t.clock.now() + (3 + day) * 86_400_000).toISOString().slice(0, 11)
  const booking = await s.bookPaid(client, service, `${date}10:00:00.000Z`, card)
  return { creator, client, service, booking, params: { id: booking.id } }
}

async function posted(booking: Pick<Booking, 'id'>): Promise<number> {
  const of = s.t.deps.db.selectFrom('ledger_transactions').select('id').where('booking_id', '=', booking.id)
  return (await of.execute()).length
}

async function cardOf({ id }: Pick<Booking, 'id'>) {
  const { db } = s.t.deps
  const charge = await db.selectFrom('charges').select(['id', 'state']).where('booking_id', '=', id).executeTakeFirst()
  const object = await db
    .selectFrom('sandbox_payment_objects')
    .select(['state'])
    .where('kind', '=', 'charge')
    .where('reference', '=', charge?.id ?? '')
    .executeTakeFirst()
  return { id: charge?.id ?? '', ours: charge?.state, theirs: object?.state }
}

function provider(): SandboxPayments {
  const { payments } = s.t.deps.gateways
  if (!('sendDueWebhooks' in payments)) throw new Error('no sandbox')
  return payments
}

/** Runs jobs and event handlers, delivering every webhook twice and out of order. */
const shuffled = () => s.runUntilIdle((envelopes) => [...envelopes, ...envelopes].toReversed())

/** Runs a payments job against a provider that crashes the process right after it has done its part. */
async function run(queue: string, chargeId: string, dies: boolean): Promise<void> {
  const real: PaymentGateway = provider()
  const dead = async (): Promise<never> => {
    throw new Error('the process crashed')
  }
  const dying: PaymentGateway = {
    ...real,
    capture: async (asked) => real.capture(asked).then(dead),
    void: async (asked) => real.void(asked).then(dead),
  }
  const job = paymentsFeature(() => (dies ? dying : real)).jobs?.find((one) => one.queue === queue)
  await job?.run({ chargeId }, s.t.deps)
}

test("a paid request only authorises the card: nothing is posted before the creator's confirmation has charged it", async () => {
  const { creator, client, booking, params } = await requested()
  expect(booking).toMatchObject({
    state: 'requested',
    money: { place: 'authorised', amount: { amount: 10_500 } },
    charge: { state: 'authorised' },
  })
  expect(await posted(booking)).toBe(0)
  expect(await s.balance(`escrow:${booking.id}`)).toBe(0)
  const body = { expected: booking.version }
  const yes = (await s.t.injectAs(creator, routes.confirmBooking, { params, body })).reply
  expect(yes).toMatchObject({ state: 'requested', money: { place: 'charging' }, actions: ['cancel'] })
  expect(await posted(booking)).toBe(0)
  const twice = await s.t.injectAs(creator, routes.confirmBooking, { params, body: { expected: yes.version } })
  expect(twice.problem).toMatchObject({ status: 409, code: 'booking.payment-in-progress' })
  const no = { params, body: { expected: yes.version, reason: '' }, key: 'no' }
  expect((await s.t.injectAs(creator, routes.declineBooking, no)).problem.code).toBe('booking.payment-in-progress')
  await s.runUntilIdle()
  expect(await s.read(client, booking)).toMatchObject({ state: 'confirmed', money: { place: 'protected' } })
  expect(await cardOf(booking)).toMatchObject({ ours: 'captured', theirs: 'captured' })
  expect(await s.balance(`escrow:${booking.id}`)).toBe(10_000)
  expect(await s.ledgerFindings()).toEqual([])
})

test.each(['decline', 'expiry', 'cancellation by the client', 'cancellation by the creator'])(
  'a %s releases the card: nothing is ever posted',
  async (how) => {
    const { creator, client, booking, params } = await requested()
    const who = how.endsWith('creator') ? creator : client
    if (how === 'decline') {
      const body = { expected: booking.version, reason: 'Away' }
      await s.t.injectAs(creator, routes.declineBooking, { params, body, key: `no-${booking.id}` })
    } else if (how === 'expiry') {
      await s.goTo(new Date(s.t.clock.now() + 24 * 3_600_000).toISOString())
    } else {
      const shown = (await s.t.injectAs(who, routes.previewCancellation, { params })).reply
      expect(shown).toMatchObject({ paid: null, refund: null, authorised: { amount: 10_500 } })
      const body = { expected: shown.version, reason: '', refund: null }
      await s.t.injectAs(who, routes.cancelBooking, { params, body, key: `off-${booking.id}` })
    }
    await shuffled()
    expect(await s.read(client, booking)).toMatchObject({ money: { place: 'voided' }, refund: null })
    expect(await cardOf(booking)).toMatchObject({ ours: 'voided', theirs: 'voided' })
    expect(await posted(booking)).toBe(0)
    expect(await s.ledgerFindings()).toEqual([])
  },
)

test('webhooks that arrive twice and out of order confirm the booking once', async () => {
  const { creator, client, booking, params } = await requested('card_second_factor')
  await provider().confirm({ reference: booking.charge?.id ?? '', code: '123456' })
  await shuffled()
  const asked = await s.read(client, booking)
  expect(asked).toMatchObject({ state: 'requested', money: { place: 'authorised' } })
  await s.t.injectAs(creator, routes.confirmBooking, { params, body: { expected: asked.version } })
  await shuffled()
  await s.goTo(new Date(s.t.clock.now() + 2.5 * 86_400_000).toISOString())
  await shuffled()
  expect(await s.read(client, booking)).toMatchObject({ state: 'confirmed', money: { place: 'protected' } })
  expect(await s.balance(`escrow:${booking.id}`)).toBe(10_000)
  const notes = (await s.t.injectAs(client, listNotifications, { query: {} })).reply.items
  expect(notes.filter(({ data }) => data.event === 'schedule_created').length).toBe(1)
  expect(await s.ledgerFindings()).toEqual([])
})

test('a crash right after the provider captured or voided the charge does not change the outcome', async () => {
  const one = await requested()
  await s.t.injectAs(one.creator, routes.confirmBooking, {
    params: one.params,
    body: { expected: one.booking.version },
  })
  const card = await cardOf(one.booking)
  await expect(run('payments-capture-card', card.id, true)).rejects.toThrow('crashed')
  await run('payments-capture-card', card.id, false)
  await s.runUntilIdle()
  expect(await s.read(one.client, one.booking)).toMatchObject({ state: 'confirmed' })
  expect(await s.balance(`escrow:${one.booking.id}`)).toBe(10_000)
  const two = await requested()
  const body = { expected: two.booking.version, reason: '' }
  await s.t.injectAs(two.creator, routes.declineBooking, { params: two.params, body, key: 'crash' })
  const other = await cardOf(two.booking)
  await expect(run('payments-void-card', other.id, true)).rejects.toThrow('crashed')
  await s.runUntilIdle()
  expect(await cardOf(two.booking)).toMatchObject({ ours: 'voided', theirs: 'voided' })
  expect(await posted(two.booking)).toBe(0)
  expect(await s.ledgerFindings()).toEqual([])
})

test('when a booking is cancelled while the card is being charged, the card is released or everything that was taken is refunded', async () => {
  for (const captured of [false, true]) {
    const { creator, client, booking, params } = await requested()
    const yes = await s.t.injectAs(creator, routes.confirmBooking, { params, body: { expected: booking.version } })
    if (captured) await provider().capture({ charge: (await cardOf(booking)).id })
    const body = { expected: yes.reply.version, reason: '', refund: null }
    const off = await s.t.injectAs(client, routes.cancelBooking, { params, body, key: `c-${booking.id}` })
    expect(off.reply.state).toBe('cancelled')
    await shuffled()
    expect((await s.read(client, booking)).state).toBe('cancelled')
    expect((await cardOf(booking)).ours).toBe(captured ? 'refunded' : 'voided')
    for (const account of [`escrow:${booking.id}`, `unapplied:${client.id}`, `refund_payable:${client.id}`]) {
      expect(await s.balance(account)).toBe(0)
    }
  }
  expect(await s.ledgerFindings()).toEqual([])
})

test('a card that can no longer be charged ends the request, and both sides are notified', async () => {
  for (const before of [true, false]) {
    const { creator, client, booking, params } = await requested()
    const { id } = await cardOf(booking)
    if (before) await provider().void({ charge: id })
    const yes = await s.t.injectAs(creator, routes.confirmBooking, { params, body: { expected: booking.version } })
    expect(yes.status).toBe(200)
    if (!before) await provider().void({ charge: id })
    await s.runUntilIdle()
    expect((await s.read(client, booking)).state).toBe('expired')
    for (const who of [client, creator]) {
      const { items } = (await s.t.injectAs(who, listNotifications, { query: {} })).reply
      expect(items[0]?.data.event).toBe('schedule_cancelled')
    }
    expect(await posted(booking)).toBe(0)
  }
})

test('a card authorised after its reservation expired is released, and the client gets the next free time', async () => {
  const { user: creator, services } = await s.creator([{ ...paidTalk, confirmation: 'manual', horizonDays: 90 }])
  const [service] = services
  if (!service) throw new Error('no service')
  const client = await s.t.createUser()
  const date = new Date(s.t.clock.now() + 40 * 86_400_000).toISOString().slice(0, 11)
  const booking = await s.bookPaid(client, service, `${date}10:00:00.000Z`, 'card_second_factor')
  expect(booking).toMatchObject({ state: 'reserved', charge: { state: 'needs_confirmation' } })
  await s.goTo(new Date(s.t.clock.now() + 16 * 60_000).toISOString())
  await provider().confirm({ reference: booking.charge?.id ?? '', code: '123456' })
  await s.runUntilIdle()
  expect((await s.read(client, booking)).state).toBe('expired')
  expect(await cardOf(booking)).toMatchObject({ ours: 'voided', theirs: 'voided' })
  const { items } = (await s.t.injectAs(client, listNotifications, { query: {} })).reply
  expect(items.find(({ data }) => data.actionUrl === `/talent/${creator.id}`)?.data['newTime']).toBeDefined()
  expect(await posted(booking)).toBe(0)
})
