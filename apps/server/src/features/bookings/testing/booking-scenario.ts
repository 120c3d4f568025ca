import {
  addHourlyService,
  bookReservation,
  changeSchedule,
  reserveSlot,
  listSlots,
  payBooking,
  readBooking,
  readSchedule,
} from '@veranda/contract/bookings/routes.ts'
import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import {
  type ScheduleBody,
  type HourlyService,
  type HourlyServiceBody,
} from '@veranda/contract/bookings/services/schemas.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { type Instant, fromIso, instant } from '@veranda/core/time/instant.ts'
import { type WebhookRequest } from '../../../gateways/payments/sandbox-webhook-sender.ts'
import { checkLedger } from '../../../platform/ledger/check-ledger.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type TestUser, type TestApp, type TestAppOptions, testApp } from '../../../testing/test-app.ts'

/** A Monday in spring, before the clocks change in Europe and after they did in America. */
export const monday = instantAt('2027-03-15T08:00:00Z')

export function instantAt(text: string): Instant {
  return fromIso(text) ?? instant(0)
}

export const freeTalk: HourlyServiceBody = {
  title: 'Talk about a work',
  description: '',
  price: null,
  minutes: 30,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  noticeMinutes: 60,
  horizonDays: 30,
  incrementMinutes: 30,
  maxPerDay: null,
  maxPerWeek: null,
  confirmation: 'instant',
  policy: [{ hoursBefore: 24, refundPercent: 100 }],
}
export const paidTalk: HourlyServiceBody = {
  ...freeTalk,
  title: 'An hour of review',
  price: { amount: 10_000, currency: 'EUR' },
  minutes: 60,
  incrementMinutes: 60,
  policy: [
    { hoursBefore: 24, refundPercent: 100 },
    { hoursBefore: 6, refundPercent: 50 },
  ],
}

export const everyDay: Omit<ScheduleBody, 'expected'> = {
  timeZone: 'Europe/Berlin',
  weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '17:00' })),
  overrides: [],
  absences: [],
  travels: [],
}

export type BookingScenario = {
  readonly t: TestApp
  /** A signed-in user without bookings. */
  readonly visitor: TestUser
  /** Creates a creator with a schedule and hourly services, in their order. */
  creator(
    services?: readonly HourlyServiceBody[],
    schedule?: Omit<ScheduleBody, 'expected'>,
  ): Promise<{
    user: TestUser
    services: HourlyService[]
  }>
  starts(service: HourlyService, from: string, to: string, who?: TestUser): Promise<string[]>
  reserve(client: TestUser, service: HourlyService, at: string): Promise<Booking>
  /** Reserves and books a slot, or requests it. */
  book(client: TestUser, service: HourlyService, at: string): Promise<Booking>
  /** Reserves a slot and pays with a working card, unless another is given. */
  bookPaid(client: TestUser, service: HourlyService, at: string, card?: string): Promise<Booking>
  read(who: TestUser, booking: Pick<Booking, 'id'>): Promise<Booking>
  /** Enters the booking's room by appending the event that the room would append. */
  enterRoom(who: TestUser, booking: Pick<Booking, 'id'>): Promise<void>
  /** Runs event handlers, timers, jobs and webhooks until the app is idle. */
  runUntilIdle(arrange?: (envelopes: WebhookRequest[]) => WebhookRequest[]): Promise<void>
  /** Delivers one round of due provider webhooks and nothing else. */
  deliverWebhooks(arrange?: (envelopes: WebhookRequest[]) => WebhookRequest[]): Promise<number>
  goTo(at: string | Instant): Promise<void>
  /** Returns a user's notifications, latest first: live event name, stored type, priority. */
  notificationsOf(who: TestUser): Promise<string[]>
  /** Returns the errors that the ledger check finds. */
  ledgerFindings(): Promise<unknown[]>
  balance(account: string): Promise<number>
}

export async function bookingScenario(options: TestAppOptions = {}): Promise<BookingScenario> {
  const t = await testApp({ startAt: monday, ...options })
  const { app } = t
  const deliverWebhooks: BookingScenario['deliverWebhooks'] = async (arrange) => {
    const { payments } = app.deps.gateways
    if (!('sendDueWebhooks' in payments)) return 0
    return payments.sendDueWebhooks(async ({ body: payload, headers }) => {
      const url = '/api/payments/webhook'
      return (await app.http.inject({ method: 'POST', url, headers: { ...headers }, payload })).statusCode
    }, arrange)
  }
  const runUntilIdle: BookingScenario['runUntilIdle'] = async (arrange) => {
    for (let round = 0; round < 60; round += 1) {
      await t.runUntilIdle()
      if ((await deliverWebhooks(arrange)) === 0) return
    }
    throw new Error('webhooks never became idle')
  }
  const visitor = await t.createUser('Vera Visitor')
  const scenario: BookingScenario = {
    t,
    visitor,
    runUntilIdle,
    deliverWebhooks,
    async creator(services = [freeTalk], schedule = everyDay) {
      const user = await t.createUser('Pablo Creator', { role: 'creator', timeZone: schedule.timeZone })
      const { version } = (await t.injectAs(user, readSchedule)).reply
      const saved = await t.injectAs(user, changeSchedule, { body: { ...schedule, expected: version } })
      expectSuccess(saved.status)
      const made: HourlyService[] = []
      for (const body of services) made.push((await t.injectAs(user, addHourlyService, { body })).reply)
      return { user, services: made }
    },
    async starts(service, from, to, who = visitor) {
      const query = { from, to, timeZone: 'UTC' }
      const { reply } = await t.injectAs(who, listSlots, { params: { id: service.id }, query })
      return reply.days.flatMap(({ slots }) => slots.map(({ at }) => at))
    },
    async reserve(client, service, at) {
      return (await t.injectAs(client, reserveSlot, { body: { serviceId: service.id, at, timeZone: 'Asia/Tokyo' } }))
        .reply
    },
    async book(client, service, at) {
      const { id, version } = await scenario.reserve(client, service, at)
      return (await t.injectAs(client, bookReservation, { params: { id }, body: { expected: version } })).reply
    },
    async bookPaid(client, service, at, card = 'card_succeeds') {
      const { id, version } = await scenario.reserve(client, service, at)
      const body = { expected: version, method: card }
      const paid = await t.injectAs(client, payBooking, { params: { id }, body, key: `pay-${id}` })
      expectSuccess(paid.status)
      await runUntilIdle()
      return scenario.read(client, { id })
    },
    async enterRoom(who, { id }) {
      const at = t.clock.now()
      const data = { roomId: id, userId: who.id, bookingId: id, at }
      const entered = { type: 'room.entered', subject: { kind: 'room', id }, actor: who.id, at, data }
      await t.transact((tx) => appendEvent(tx, entered))
      await runUntilIdle()
    },
    async read(who, { id }) {
      return (await t.injectAs(who, readBooking, { params: { id } })).reply
    },
    async goTo(at) {
      const target = typeof at === 'string' ? instantAt(at) : at
      t.clock.setShift(t.clock.shift() + (target - t.clock.now()))
      await runUntilIdle()
    },
    async notificationsOf(who) {
      await runUntilIdle()
      const { items } = (await t.injectAs(who, listNotifications, { query: { limit: 20 } })).reply
      return items.map(({ data, priority, type }) => `${data.event ?? ''} ${type} ${priority}`)
    },
    ledgerFindings: () => checkLedger(app.deps.db),
    async balance(account) {
      const row = await app.deps.db
        .selectFrom('ledger_entries')
        .select(({ fn }) => [fn.sum<string>('credit').as('credit'), fn.sum<string>('debit').as('debit')])
        .where('account', '=', account)
        .executeTakeFirst()
      return Number(row?.credit ?? 0) - Number(row?.debit ?? 0)
    },
  }
  return scenario
}

function expectSuccess(status: number): void {
  if (status >= 400) throw new Error(`request failed with ${status}`)
}
