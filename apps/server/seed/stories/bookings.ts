import {
  addHourlyService,
  bookReservation,
  cancelBooking,
  changeSchedule,
  reserveSlot,
  listSlots,
  payBooking,
  proposeBookingMove,
  previewCancellation,
} from '@veranda/contract/bookings/routes.ts'
import { listRoomVersions, setRoomRecord } from '@veranda/contract/rooms/routes.ts'
import { defaultPlacement, table } from '@veranda/core/rooms/records/placement.ts'
import type { HourlyServiceBody } from '@veranda/contract/bookings/services/schemas.ts'
import { type Instant, instant, minute, toIso } from '@veranda/core/time/instant.ts'
import { type CreatorKey, creators } from '../users/creators.ts'
import { hoursAround, usualHours } from './hours-around.ts'
import type { SeedApi, UserKey } from './seed-api.ts'
import { successCard } from './sandbox-cards.ts'
import type { Timeline } from './timeline.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
/** Price of an hour by the creator's currency, in minor units. */
const hourlyRates: Readonly<Record<string, number>> = { EUR: 7_500, USD: 8_000, JPY: 9_000, GBP: 6_500, MXN: 120_000 }

const introCall: HourlyServiceBody = {
  title: 'First talk',
  description: 'Twenty minutes about what you have in mind, in a room with something to look at.',
  price: null,
  minutes: 20,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 10,
  noticeMinutes: 120,
  horizonDays: 60,
  incrementMinutes: 30,
  maxPerDay: 6,
  maxPerWeek: null,
  confirmation: 'instant',
  policy: [{ hoursBefore: 24, refundPercent: 100 }],
}
const quickReview: HourlyServiceBody = {
  ...introCall,
  title: 'Quick look together',
  description: 'A look at the newest version at true scale, at short notice.',
  minutes: 30,
  bufferAfterMinutes: 0,
  noticeMinutes: 15,
  horizonDays: 14,
  incrementMinutes: 10,
}

function reviewService(currency: string, confirmation: HourlyServiceBody['confirmation']): HourlyServiceBody {
  return {
    ...introCall,
    title: 'Review in the room',
    description: 'An hour with your model: scale, materials, light, and a list of what to change.',
    price: { amount: hourlyRates[currency] ?? 7_500, currency },
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

/** Creators with hourly services, and whether they confirm review bookings manually. */
const creatorServices: readonly (readonly [CreatorKey, HourlyServiceBody['confirmation']])[] = [
  ['kenji', 'manual'],
  ['sofia', 'instant'],
  ['tomas', 'instant'],
  ['amara', 'instant'],
  ['lucas', 'instant'],
  ['mei', 'manual'],
  ['priya', 'instant'],
  ['jonas', 'instant'],
]

type ServiceKey = 'talk' | 'review' | 'look'

/** Adds past and upcoming bookings, free and paid, one of them within the next hour. */
export function addBookings(api: SeedApi, timeline: Timeline): void {
  const services = new Map<string, string>()
  creatorServices.forEach(([key, confirmation], index) => {
    timeline.schedule(timeline.daysAgo(45, 7 + index / 10), () =>
      addServices(api, timeline, services, key, confirmation),
    )
  })
  const others = creators.filter(({ key }) => !creatorServices.some(([known]) => known === key))
  others.forEach((creator, index) => {
    timeline.schedule(timeline.daysAgo(45, 9 + index / 10), () => openHours(api, creator))
  })
  const book = (client: UserKey, creator: CreatorKey, kind: ServiceKey, at: Instant, paid = false) =>
    bookSlot(api, client, services.get(`${creator} ${kind}`) ?? '', at, paid)
  const pastBooking = (client: UserKey, creator: CreatorKey, kind: ServiceKey, days: number, hour: number) => {
    const starts = timeline.daysAgo(days, hour)
    let id = ''
    timeline.schedule(timeline.daysAgo(days + 4, 9.5), async () => {
      id = await book(client, creator, kind, starts, kind === 'review')
    })
    return { starts, id: () => id }
  }
  const attend = (user: UserKey, booking: { starts: Instant; id: () => string }, minutes: number) => {
    timeline.schedule(instant(booking.starts - 3 * minute), async () => {
      await api.recordRoomVisit(user, booking.id(), 'recordJoin')
    })
    timeline.schedule(instant(booking.starts + minutes * minute), async () => {
      await api.recordRoomVisit(user, booking.id(), 'recordLeave')
    })
  }

  const introBooking = pastBooking('maya', 'kenji', 'talk', 26, 5)
  for (const user of ['maya', 'kenji'] as const) attend(user, introBooking, 19)
  const stageReview = pastBooking('hana', 'sofia', 'review', 15, 13)
  for (const user of ['hana', 'sofia'] as const) attend(user, stageReview, 58)
  const stoolReview = pastBooking('maya', 'sofia', 'review', 9, 14)
  for (const user of ['maya', 'sofia'] as const) attend(user, stoolReview, 55)
  // Idris does not show up.
  attend('amara', pastBooking('idris', 'amara', 'talk', 6, 15), 12)
  const cancelled = pastBooking('hana', 'tomas', 'review', 4, 18)
  timeline.schedule(timeline.daysAgo(7, 12), async () => {
    const params = { id: cancelled.id() }
    const { version, refund } = await api.callAs('hana', previewCancellation, { params })
    const body = { expected: version, reason: 'The rehearsal was moved.', refund: refund?.amount ?? null }
    await api.callAs('hana', cancelBooking, { params, body })
  })

  timeline.schedule(timeline.daysAgo(2, 9), async () => {
    await book('maya', 'sofia', 'review', timeline.daysAhead(3, 14), true)
    await book('hana', 'lucas', 'talk', timeline.daysAhead(2, 11))
  })
  timeline.schedule(timeline.daysAgo(1, 8), async () => {
    const id = await book('idris', 'tomas', 'talk', timeline.daysAhead(6, 18))
    const body = {
      expected: 2,
      at: toIso(timeline.daysAhead(6, 19)),
      note: 'An hour later would suit the yard better.',
    }
    await api.callAs('idris', proposeBookingMove, { params: { id }, body })
  })
  timeline.schedule(timeline.minutesAgo(300), async () => {
    await book('hana', 'kenji', 'review', timeline.daysAhead(5, 5), true)
  })
  timeline.schedule(timeline.minutesAgo(1), async () => {
    const at = await latestSlotWithinHour(api, services.get('kenji look') ?? '')
    await prepareRoom(api, await book('maya', 'kenji', 'look', at))
  })
}

/** Opens the usual hours, without which clients don't find a creator. */
async function openHours(
  api: SeedApi,
  { key, timeZone }: (typeof creators)[number],
  overrides: ReturnType<typeof hoursAround>[] = [],
): Promise<void> {
  const weekly = everyDay.map((weekday) => ({ weekday, ...usualHours }))
  const body = { timeZone, weekly, overrides, absences: [], travels: [], expected: 0 }
  await api.callAs(key, changeSchedule, { body })
}

async function addServices(
  api: SeedApi,
  timeline: Timeline,
  services: Map<string, string>,
  key: CreatorKey,
  confirmation: HourlyServiceBody['confirmation'],
): Promise<void> {
  const creator = creators.find((booking) => booking.key === key)
  if (!creator) return
  // Kenji has extra hours around now, so that there is a booking within the next hour whenever the seed runs.
  const overrides = key === 'kenji' ? [hoursAround(timeline.minutesAgo(0), creator.timeZone)] : []
  await openHours(api, creator, overrides)
  const add = async (kind: ServiceKey, session: HourlyServiceBody) => {
    services.set(`${key} ${kind}`, (await api.callAs(key, addHourlyService, { body: session })).id)
  }
  await add('talk', introCall)
  await add('review', reviewService(creator.services[0]?.currency ?? 'EUR', confirmation))
  if (key === 'kenji') await add('look', quickReview)
}

async function bookSlot(api: SeedApi, client: UserKey, serviceId: string, at: Instant, paid: boolean): Promise<string> {
  const body = { serviceId, at: toIso(at), timeZone: 'Europe/Lisbon' }
  const { id, version } = await api.callAs(client, reserveSlot, { body })
  const params = { id }
  if (paid) await api.callAs(client, payBooking, { params, body: { expected: version, method: successCard } })
  else await api.callAs(client, bookReservation, { params, body: { expected: version } })
  await api.runUntilIdle()
  return id
}

/** Prepares the room as Kenji: puts the version with pins on the table and leaves a note about it. */
async function prepareRoom(api: SeedApi, roomId: string): Promise<void> {
  const { items } = await api.callAs('kenji', listRoomVersions, { params: { id: roomId } })
  const pinnedVersion = items.find(({ draft, pins }) => !draft && pins.length > 0)
  const asset = pinnedVersion?.assets[0]
  if (!pinnedVersion || !asset) throw new Error('no version with pins to put on the table')
  const setRecord = (key: string, value: Record<string, unknown>) =>
    api.callAs('kenji', setRoomRecord, { params: { id: roomId, key }, body: { expected: 0, value } })
  const { deliverableId } = pinnedVersion
  await setRecord('scene', { deliverableId, assetId: asset.id, previous: null, compare: 'none', flipped: false })
  await setRecord('placement', defaultPlacement({ kind: 'doll-house' }))
  const text = 'The chair is small here. Press True scale to stand before it.'
  await setRecord('note:welcome', { text, position: [table.x - 0.75, table.y + 0.75, table.z - 0.25], yaw: 0 })
}

async function latestSlotWithinHour(api: SeedApi, serviceId: string): Promise<Instant> {
  // Less than an hour ahead, so that no one-hour reminder adds another notification.
  const end = api.now() + 60 * minute
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  const query = { from: day(api.now()), to: day(end), timeZone: 'UTC' }
  const { days } = await api.callAs('maya', listSlots, { params: { id: serviceId }, query })
  const starts = days.flatMap(({ slots }) => slots.map(({ at }) => Date.parse(at))).filter((at) => at < end)
  const latest = starts.at(-1)
  if (latest === undefined) throw new Error('no free slot within the next hour')
  return instant(latest)
}
