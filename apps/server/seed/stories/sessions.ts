import {
  addSession,
  bookHeld,
  cancelBooking,
  changeSchedule,
  holdSlot,
  listSlots,
  payBooking,
  proposeMove,
  readCancellation,
} from '@veranda/contract/bookings/routes.ts'
import { listRoomWorks, setRoomRecord } from '@veranda/contract/rooms/routes.ts'
import { homeOf, table } from '@veranda/core/rooms/placement.ts'
import type { SessionBody } from '@veranda/contract/bookings/session-schemas.ts'
import { type Instant, instant, minute, toIso } from '@veranda/core/time/instant.ts'
import { type CreatorKey, creators } from '../people/creators.ts'
import type { Cast, PersonKey } from './cast.ts'
import { successCard } from './test-cards.ts'
import type { Timeline } from './timeline.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
/** What an hour costs, in minor units, where the creator is paid in that currency. */
const hourly: Readonly<Record<string, number>> = { EUR: 7_500, USD: 8_000, JPY: 9_000, GBP: 6_500, MXN: 120_000 }

const talk: SessionBody = {
  title: 'First talk',
  description: 'Twenty minutes about what you have in mind, in a room with something to look at.',
  price: null,
  minutes: 20,
  bufferBefore: 0,
  bufferAfter: 10,
  noticeMinutes: 120,
  horizonDays: 60,
  incrementMinutes: 30,
  perDay: 6,
  perWeek: null,
  confirmation: 'at-once',
  policy: [{ hoursBefore: 24, refundPercent: 100 }],
}
const look: SessionBody = {
  ...talk,
  title: 'Quick look together',
  description: 'A look at the newest version at true scale, at short notice.',
  minutes: 30,
  bufferAfter: 0,
  noticeMinutes: 15,
  horizonDays: 14,
  incrementMinutes: 10,
}

function review(currency: string, confirmation: SessionBody['confirmation']): SessionBody {
  return {
    ...talk,
    title: 'Review in the room',
    description: 'An hour with your model: scale, materials, light, and a list of what to change.',
    price: { amount: hourly[currency] ?? 7_500, currency },
    minutes: 60,
    noticeMinutes: 12 * 60,
    incrementMinutes: 60,
    confirmation,
    policy: [
      { hoursBefore: 48, refundPercent: 100 },
      { hoursBefore: 24, refundPercent: 50 },
    ],
  }
}

/** Who offers sessions, and whether a review is theirs to confirm. */
const offering: readonly (readonly [CreatorKey, SessionBody['confirmation']])[] = [
  ['kenji', 'by-hand'],
  ['sofia', 'at-once'],
  ['tomas', 'at-once'],
  ['amara', 'at-once'],
  ['lucas', 'at-once'],
  ['mei', 'by-hand'],
  ['priya', 'at-once'],
  ['jonas', 'at-once'],
]

type Kind = 'talk' | 'review' | 'look'

/** Sessions past and coming, free and paid, one of them within the hour. */
export function tellSessions(cast: Cast, timeline: Timeline): void {
  const services = new Map<string, string>()
  offering.forEach(([key, confirmation], index) => {
    timeline.at(timeline.ago(45, 7 + index / 10), () => offer(cast, timeline, services, key, confirmation))
  })
  const book = (client: PersonKey, creator: CreatorKey, kind: Kind, at: Instant, pays = false) =>
    bookAt(cast, client, services.get(`${creator} ${kind}`) ?? '', at, pays)
  const meeting = (client: PersonKey, creator: CreatorKey, kind: Kind, days: number, hour: number) => {
    const starts = timeline.ago(days, hour)
    let id = ''
    timeline.at(timeline.ago(days + 4, 9.5), async () => {
      id = await book(client, creator, kind, starts, kind === 'review')
    })
    return { starts, id: () => id }
  }
  const comes = (who: PersonKey, one: { starts: Instant; id: () => string }, minutes: number) => {
    timeline.at(instant(one.starts - 3 * minute), async () => {
      await cast.visit(who, one.id(), 'came')
    })
    timeline.at(instant(one.starts + minutes * minute), async () => {
      await cast.visit(who, one.id(), 'left')
    })
  }

  const first = meeting('maya', 'kenji', 'talk', 26, 5)
  for (const who of ['maya', 'kenji'] as const) comes(who, first, 19)
  const stage = meeting('hana', 'sofia', 'review', 15, 13)
  for (const who of ['hana', 'sofia'] as const) comes(who, stage, 58)
  const stool = meeting('maya', 'sofia', 'review', 9, 14)
  for (const who of ['maya', 'sofia'] as const) comes(who, stool, 55)
  // Idris did not come.
  comes('amara', meeting('idris', 'amara', 'talk', 6, 15), 12)
  const called = meeting('hana', 'tomas', 'review', 4, 18)
  timeline.at(timeline.ago(7, 12), async () => {
    const params = { id: called.id() }
    const { version, refund } = await cast.as('hana', readCancellation, { params })
    const body = { expected: version, reason: 'The rehearsal was moved.', refund: refund?.amount ?? null }
    await cast.as('hana', cancelBooking, { params, body })
  })

  timeline.at(timeline.ago(2, 9), async () => {
    await book('maya', 'sofia', 'review', timeline.coming(3, 14), true)
    await book('hana', 'lucas', 'talk', timeline.coming(2, 11))
  })
  timeline.at(timeline.ago(1, 8), async () => {
    const id = await book('idris', 'tomas', 'talk', timeline.coming(6, 18))
    const body = { expected: 2, at: toIso(timeline.coming(6, 19)), note: 'An hour later would suit the yard better.' }
    await cast.as('idris', proposeMove, { params: { id }, body })
  })
  timeline.at(timeline.minutesAgo(300), async () => {
    await book('hana', 'kenji', 'review', timeline.coming(5, 5), true)
  })
  timeline.at(timeline.minutesAgo(1), async () => {
    const at = await latestWithinTheHour(cast, services.get('kenji look') ?? '')
    await layTable(cast, await book('maya', 'kenji', 'look', at))
  })
}

async function offer(
  cast: Cast,
  timeline: Timeline,
  services: Map<string, string>,
  key: CreatorKey,
  confirmation: SessionBody['confirmation'],
): Promise<void> {
  const creator = creators.find((one) => one.key === key)
  if (!creator) return
  const { timeZone } = creator
  const weekly = everyDay.map((weekday) => ({ weekday, from: '10:00', to: '18:00' }))
  // Kenji works with the yard's clock tonight, so that there is a session within the hour at whatever time one looks.
  const overrides = key === 'kenji' ? openAround(timeline.minutesAgo(0), timeZone) : []
  const body = { timeZone, weekly, overrides, absences: [], travels: [], expected: 0 }
  await cast.as(key, changeSchedule, { body })
  const add = async (kind: Kind, session: SessionBody) => {
    services.set(`${key} ${kind}`, (await cast.as(key, addSession, { body: session })).id)
  }
  await add('talk', talk)
  await add('review', review(creator.services[0]?.currency ?? 'EUR', confirmation))
  if (key === 'kenji') await add('look', look)
}

/** The usual hours, and the three around a moment besides, on the day that the zone's calendar shows then. */
function openAround(at: Instant, timeZone: string) {
  const there = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
  const wall = (time: Temporal.ZonedDateTime) => `${String(time.hour).padStart(2, '0')}:00`
  const around = { from: wall(there), to: wall(there.add({ hours: 3 })) }
  return [{ date: there.toPlainDate().toString(), ranges: [{ from: '10:00', to: '18:00' }, around] }]
}

async function bookAt(cast: Cast, client: PersonKey, serviceId: string, at: Instant, pays: boolean): Promise<string> {
  const body = { serviceId, at: toIso(at), timeZone: 'Europe/Lisbon' }
  const { id, version } = await cast.as(client, holdSlot, { body })
  const params = { id }
  if (pays) await cast.as(client, payBooking, { params, body: { expected: version, method: successCard } })
  else await cast.as(client, bookHeld, { params, body: { expected: version } })
  await cast.settle()
  return id
}

/** Kenji prepares the room of a session: the version with pins on it stands on the table, and a note says so. */
async function layTable(cast: Cast, roomId: string): Promise<void> {
  const { items } = await cast.as('kenji', listRoomWorks, { params: { id: roomId } })
  const pinned = items.find(({ draft, pins }) => !draft && pins.length > 0)
  const work = pinned?.works[0]
  if (!pinned || !work) throw new Error('there is no version with pins to be put on the table')
  const write = (key: string, value: Record<string, unknown>) =>
    cast.as('kenji', setRoomRecord, { params: { id: roomId, key }, body: { expected: 0, value } })
  const { deliverableId } = pinned
  await write('stage', { deliverableId, workId: work.id, former: null, compare: 'none', flipped: false })
  await write('placement', homeOf({ kind: 'doll-house' }))
  const text = 'The chair is small here. Press True scale to stand before it.'
  await write('note:welcome', { text, position: [table.x - 0.75, table.y + 0.75, table.z - 0.25], yaw: 0 })
}

async function latestWithinTheHour(cast: Cast, serviceId: string): Promise<Instant> {
  // Too late for the reminder an hour before, which would be one more thing to read.
  const end = cast.now() + 60 * minute
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  const query = { from: day(cast.now()), to: day(end), timeZone: 'UTC' }
  const { days } = await cast.as('maya', listSlots, { params: { id: serviceId }, query })
  const starts = days.flatMap(({ slots }) => slots.map(({ at }) => Date.parse(at))).filter((at) => at < end)
  const latest = starts.at(-1)
  if (latest === undefined) throw new Error('nothing is free within the hour')
  return instant(latest)
}
