import * as routes from '@veranda/contract/bookings/routes.ts'
import { changeProfile, searchTalent } from '@veranda/contract/talent/routes.ts'
import { type Schedule } from '@veranda/core/bookings/availability/schedule.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser } from '../../../testing/test-app.ts'
import { type BookingScenario, bookingScenario, everyDay, freeTalk, paidTalk } from '../testing/booking-scenario.ts'

let s: BookingScenario
beforeAll(async () => {
  s = await bookingScenario()
})
afterAll(() => s.t.close())

/** Returns the creators that a search by hours finds, in any order. */
async function found(hours: string | string[], timeZone: string, who: TestUser = s.visitor): Promise<Set<string>> {
  await s.runUntilIdle()
  const { items } = (await s.t.injectAs(who, searchTalent, { query: { hours, timeZone, limit: 100 } })).reply
  return new Set(items.map(({ id }) => id))
}

/** Returns a creator who can be booked, with what else clients need to find them. */
async function findableCreator(...booked: Parameters<BookingScenario['creator']>) {
  const made = await s.creator(...booked)
  await s.t.injectAs(made.user, changeProfile, { body: { headline: 'Sets', skills: ['Sets'] } })
  return made
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}${String(minutes % 60).padStart(2, '0')}`

test('a search by hours finds exactly those with a session that the day’s free times offer in them', async () => {
  const weekly = (weekday: number, from: string, to: string): Schedule['weekly'][number] => ({ weekday, from, to })
  const creators = [
    await findableCreator([paidTalk], { ...everyDay, timeZone: 'Asia/Kathmandu' }),
    await findableCreator([{ ...freeTalk, minutes: 90, incrementMinutes: 20, noticeMinutes: 3 * 1440 }], {
      ...everyDay,
      timeZone: 'America/New_York',
      weekly: [weekly(3, '18:10', '23:00'), weekly(4, '09:00', '11:00'), weekly(7, '22:00', '02:00')],
    }),
    await findableCreator([{ ...freeTalk, horizonDays: 4, maxPerDay: 1 }, paidTalk], {
      ...everyDay,
      absences: [{ from: '2027-03-18T00:00:00.000Z', to: '2027-03-20T00:00:00.000Z', note: '' }],
    }),
  ]
  const [service] = creators[0]?.services ?? []
  if (!service) throw new Error('no service')
  await s.bookPaid(await s.t.createUser(), service, '2027-03-17T04:15:00.000Z')
  let compared = 0
  let free = 0
  for (const timeZone of ['Asia/Tokyo', 'Europe/London']) {
    for (const date of ['2027-03-15', '2027-03-17', '2027-03-21', '2027-03-28']) {
      const slots = new Map<string, { at: string; endsAt: string }[]>()
      for (const { user, services } of creators) {
        for (const { id } of services) {
          const query = { from: date, to: addDay(date), timeZone }
          const { days } = (await s.t.injectAs(s.visitor, routes.listSlots, { params: { id }, query })).reply
          slots.set(user.id, [...(slots.get(user.id) ?? []), ...days.flatMap((day) => day.slots)])
        }
      }
      for (let from = 0; from < 1_440; from += 150) {
        for (const length of [45, 100, 400]) {
          const [first, last] = [zoned(date, from, timeZone), zoned(date, from + length, timeZone)]
          const expected = creators.filter(({ user }) =>
            slots.get(user.id)?.some(({ at, endsAt }) => Date.parse(at) >= first && Date.parse(endsAt) <= last),
          )
          const hours = `${date}.${clock(from)}-${clock((from + length) % 1_440)}`
          expect([hours, timeZone, await found(hours, timeZone)]).toEqual([
            hours,
            timeZone,
            new Set(expected.map(({ user }) => user.id)),
          ])
          compared += 1
          free += expected.length
        }
      }
    }
  }
  expect(compared).toBe(240)
  expect(free).toBeGreaterThan(100)
})

test('a booked hour is not found any more, neither for others nor for the one who has it, until it is cancelled', async () => {
  const evening = '2027-03-24.1900-2000'
  const one = { ...everyDay, timeZone: 'UTC', weekly: [{ weekday: 3, from: '19:00', to: '20:00' }] }
  const { user, services } = await findableCreator([{ ...freeTalk, minutes: 60 }], one)
  const { user: other } = await findableCreator([{ ...freeTalk, minutes: 60 }], one)
  expect(await found(evening, 'UTC')).toEqual(new Set([user.id, other.id]))
  const [service] = services
  if (!service) throw new Error('no service')
  const client = await s.t.createUser('Clea Client')
  const { id, version } = await s.book(client, service, '2027-03-24T19:00:00.000Z')
  expect(await found(evening, 'UTC')).toEqual(new Set([other.id]))
  expect(await found(evening, 'UTC', client)).toEqual(new Set())
  expect(await found('3.1900-2000', 'UTC')).toEqual(new Set([user.id, other.id]))
  const cancel = { expected: version, reason: '', refund: null }
  await s.t.injectAs(client, routes.cancelBooking, { params: { id }, body: cancel, key: `cancel-${id}` })
  expect(await found(evening, 'UTC')).toEqual(new Set([user.id, other.id]))
})

test('days that come into reach are found without anything happening but time', async () => {
  const { user } = await findableCreator([freeTalk], {
    ...everyDay,
    timeZone: 'UTC',
    weekly: [],
    overrides: [{ date: '2027-05-05', ranges: [{ from: '03:00', to: '04:00' }] }],
  })
  const query = { hours: '2027-05-05.0300-0400', timeZone: 'UTC' }
  const { problem } = await s.t.injectAs(s.visitor, searchTalent, { query })
  expect(problem).toMatchObject({ status: 422, code: 'search.hours-too-far', field: 'hours' })
  for (const now of ['2027-03-30T00:00:00Z', '2027-04-12T00:00:00Z']) await s.goTo(now)
  expect(await found(query.hours, 'UTC')).toEqual(new Set([user.id]))
  await s.goTo('2027-05-05T02:15:00Z')
  // A notice of an hour leaves no start in the hour.
  expect(await found(query.hours, 'UTC')).toEqual(new Set([user.id]))
  await s.goTo('2027-05-05T02:31:00Z')
  expect(await found(query.hours, 'UTC')).toEqual(new Set())
})

test('unreadable hours and unknown zones are refused with their field', async () => {
  const refusal = async (query: { hours: string; timeZone?: string }) =>
    (await s.t.injectAs(s.visitor, searchTalent, { query })).problem
  expect(await refusal({ hours: 'evenings', timeZone: 'UTC' })).toMatchObject({
    code: 'search.hours-unreadable',
    field: 'hours',
  })
  for (const zone of [{}, { timeZone: 'Mars/Olympus' }]) {
    expect(await refusal({ hours: '1.1800-2100', ...zone })).toMatchObject({
      code: 'account.time-zone-unknown',
      field: 'timeZone',
    })
  }
})

function addDay(date: string): string {
  return Temporal.PlainDate.from(date).add({ days: 1 }).toString()
}

/** Returns the instant of a wall time, which may be on the next day. */
function zoned(date: string, minutes: number, timeZone: string): number {
  const day = Temporal.PlainDate.from(date).add({ days: Math.floor(minutes / 1_440) })
  const time = { hour: Math.floor((minutes % 1_440) / 60), minute: minutes % 60 }
  return day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds
}
