import {
  addSession,
  bookHeld,
  changeSchedule,
  holdSlot,
  listSlots,
  payBooking,
  readBooking,
  readSchedule,
} from '@veranda/contract/bookings/routes.ts'
import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { type ScheduleBody, type Session, type SessionBody } from '@veranda/contract/bookings/session-schemas.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { type Instant, fromIso, instant } from '@veranda/core/time/instant.ts'
import { type Envelope } from '../../../gateways/payments/sandbox-courier.ts'
import { checkLedger } from '../../../ledger/check.ts'
import { append } from '../../../log/append.ts'
import { type Person, type TestApp, type TestAppOptions, testApp } from '../../../testing/test-app.ts'

/** A Monday in spring, before the clocks change in Europe and after they did in America. */
export const monday = moment('2027-03-15T08:00:00Z')

export function moment(text: string): Instant {
  return fromIso(text) ?? instant(0)
}

export const freeTalk: SessionBody = {
  title: 'Talk about a work',
  description: '',
  price: null,
  minutes: 30,
  bufferBefore: 0,
  bufferAfter: 0,
  noticeMinutes: 60,
  horizonDays: 30,
  incrementMinutes: 30,
  perDay: null,
  perWeek: null,
  confirmation: 'at-once',
  policy: [{ hoursBefore: 24, refundPercent: 100 }],
}
export const paidTalk: SessionBody = {
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

export type SessionStory = {
  readonly t: TestApp
  /** Somebody signed in who has booked nothing. */
  readonly visitor: Person
  /** A creator with a schedule and services, in their order. */
  creator(
    services?: readonly SessionBody[],
    schedule?: Omit<ScheduleBody, 'expected'>,
  ): Promise<{
    person: Person
    services: Session[]
  }>
  starts(service: Session, from: string, to: string, who?: Person): Promise<string[]>
  hold(client: Person, service: Session, at: string): Promise<Booking>
  /** Held and booked, or asked for. */
  book(client: Person, service: Session, at: string): Promise<Booking>
  /** Held and paid with a card that works, unless another is named. */
  bookPaid(client: Person, service: Session, at: string, card?: string): Promise<Booking>
  read(who: Person, booking: Pick<Booking, 'id'>): Promise<Booking>
  /** Comes into the booking's room, as the room would say. */
  come(who: Person, booking: Pick<Booking, 'id'>): Promise<void>
  /** Reactions, timers, jobs and webhooks until nothing is left to do now. */
  rest(arrange?: (envelopes: Envelope[]) => Envelope[]): Promise<void>
  /** One round of due webhooks of the payment provider, and nothing else. */
  deliver(arrange?: (envelopes: Envelope[]) => Envelope[]): Promise<number>
  goTo(at: string | Instant): Promise<void>
  /** What somebody was told, the last first: live name, stored type, weight. */
  told(who: Person): Promise<string[]>
  /** What is wrong with the ledger. */
  findings(): Promise<unknown[]>
  balance(account: string): Promise<number>
}

export async function sessionStory(options: TestAppOptions = {}): Promise<SessionStory> {
  const t = await testApp({ at: monday, ...options })
  const { app } = t
  const deliver: SessionStory['deliver'] = async (arrange) => {
    const { payments } = app.deps.gateways
    if (!('deliverDue' in payments)) return 0
    return payments.deliverDue(async ({ body: payload, headers }) => {
      const url = '/api/payments/webhook'
      return (await app.http.inject({ method: 'POST', url, headers: { ...headers }, payload })).statusCode
    }, arrange)
  }
  const rest: SessionStory['rest'] = async (arrange) => {
    for (let round = 0; round < 60; round += 1) {
      await t.settle()
      if ((await deliver(arrange)) === 0) return
    }
    throw new Error('the webhooks never came to rest')
  }
  const visitor = await t.person('Vera Visitor')
  const story: SessionStory = {
    t,
    visitor,
    rest,
    deliver,
    async creator(services = [freeTalk], schedule = everyDay) {
      const person = await t.person('Pablo Creator', { role: 'creator', timeZone: schedule.timeZone })
      const { version } = (await t.injectAs(person, readSchedule)).reply
      const saved = await t.injectAs(person, changeSchedule, { body: { ...schedule, expected: version } })
      expectGood(saved.status)
      const made: Session[] = []
      for (const body of services) made.push((await t.injectAs(person, addSession, { body })).reply)
      return { person, services: made }
    },
    async starts(service, from, to, who = visitor) {
      const query = { from, to, timeZone: 'UTC' }
      const { reply } = await t.injectAs(who, listSlots, { params: { id: service.id }, query })
      return reply.days.flatMap(({ slots }) => slots.map(({ at }) => at))
    },
    async hold(client, service, at) {
      return (await t.injectAs(client, holdSlot, { body: { serviceId: service.id, at, timeZone: 'Asia/Tokyo' } })).reply
    },
    async book(client, service, at) {
      const { id, version } = await story.hold(client, service, at)
      return (await t.injectAs(client, bookHeld, { params: { id }, body: { expected: version } })).reply
    },
    async bookPaid(client, service, at, card = 'card_succeeds') {
      const { id, version } = await story.hold(client, service, at)
      const body = { expected: version, method: card }
      const paid = await t.injectAs(client, payBooking, { params: { id }, body, key: `pay-${id}` })
      expectGood(paid.status)
      await rest()
      return story.read(client, { id })
    },
    async come(who, { id }) {
      const at = t.clock.now()
      const data = { roomId: id, personId: who.id, bookingId: id, at }
      const entered = { type: 'room.entered', subject: { kind: 'room', id }, actor: who.id, at, data }
      await t.transact((tx) => append(tx, entered))
      await rest()
    },
    async read(who, { id }) {
      return (await t.injectAs(who, readBooking, { params: { id } })).reply
    },
    async goTo(at) {
      const target = typeof at === 'string' ? moment(at) : at
      t.clock.setShift(t.clock.shift() + (target - t.clock.now()))
      await rest()
    },
    async told(who) {
      await rest()
      const { items } = (await t.injectAs(who, listNotifications, { query: { limit: 20 } })).reply
      return items.map(({ data, priority, type }) => `${data.event ?? ''} ${type} ${priority}`)
    },
    findings: () => checkLedger(app.deps.db),
    async balance(account) {
      const row = await app.deps.db
        .selectFrom('ledger_postings')
        .select(({ fn }) => [fn.sum<string>('credit').as('credit'), fn.sum<string>('debit').as('debit')])
        .where('account', '=', account)
        .executeTakeFirst()
      return Number(row?.credit ?? 0) - Number(row?.debit ?? 0)
    },
  }
  return story
}

function expectGood(status: number): void {
  if (status >= 400) throw new Error(`refused with ${status}`)
}
