import * as routes from '@veranda/contract/bookings/routes.ts'
import { changeProfile, searchTalent } from '@veranda/contract/talent/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingScenario, everyDay, freeTalk, bookingScenario } from '../testing/booking-scenario.ts'

let s: BookingScenario
beforeAll(async () => {
  s = await bookingScenario()
})
afterAll(() => s.t.close())

const body = { headline: 'Sets', about: '', skills: ['Sets'], languages: [], timeZone: 'Europe/Berlin' } as const

/** Returns the creators that a search finds as free this week. */
async function found(): Promise<string[]> {
  await s.runUntilIdle()
  const { items } = (await s.t.injectAs(s.visitor, searchTalent, { query: { free: 'week' } })).reply
  return items.map(({ id }) => id)
}

test('free this week: a creator is found with a free start within seven days, and no longer once it is taken or passes', async () => {
  const { user: busy, services } = await s.creator([freeTalk], {
    ...everyDay,
    weekly: [{ weekday: 3, from: '10:00', to: '10:30' }],
  })
  const { user: nobody } = await s.creator([], everyDay)
  const { user: later } = await s.creator([freeTalk], {
    ...everyDay,
    weekly: [],
    overrides: [{ date: '2027-03-25', ranges: [{ from: '10:00', to: '11:00' }] }],
  })
  for (const who of [busy, nobody, later]) {
    await s.t.injectAs(who, changeProfile, {
      body: { ...body, skills: [...body.skills], languages: [...body.languages] },
    })
  }
  expect(await found()).toEqual([busy.id])
  const [service] = services
  if (!service) throw new Error('no service')
  const reserved = await s.reserve(await s.t.createUser(), service, '2027-03-17T09:00:00.000Z')
  expect(await found()).toEqual([])
  await s.goTo('2027-03-15T08:30:00Z')
  expect((await s.read(busy, reserved)).state).toBe('expired')
  expect(await found()).toEqual([busy.id])
  // It can be booked until an hour before; the next one is a week later, and within seven days from nine o'clock on.
  await s.goTo('2027-03-17T07:59:00Z')
  expect(await found()).toEqual([busy.id])
  await s.goTo('2027-03-17T08:00:01Z')
  expect(await found()).toEqual([])
  await s.goTo('2027-03-17T09:00:01Z')
  expect(await found()).toEqual([busy.id])
  await s.goTo('2027-03-18T09:00:00Z')
  expect((await found()).toSorted()).toEqual([busy.id, later.id].toSorted())
  await s.t.injectAs(busy, routes.removeHourlyService, { params: { id: service.id } })
  expect(await found()).toEqual([later.id])
})

test('free this week: a creator who books another creator in their own last free hour is no longer found until they cancel', async () => {
  const date = new Date(s.t.clock.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const { user: one } = await s.creator([freeTalk], {
    ...everyDay,
    timeZone: 'UTC',
    weekly: [],
    overrides: [{ date, ranges: [{ from: '10:00', to: '10:30' }] }],
  })
  await s.t.injectAs(one, changeProfile, {
    body: { ...body, skills: [...body.skills], languages: [...body.languages] },
  })
  const { services } = await s.creator()
  const [other] = services
  if (!other) throw new Error('no service')
  expect(await found()).toContain(one.id)
  const { id, version } = await s.book(one, other, `${date}T10:00:00.000Z`)
  expect(await found()).not.toContain(one.id)
  const cancel = { expected: version, reason: '', refund: null }
  await s.t.injectAs(one, routes.cancelBooking, { params: { id }, body: cancel, key: `cancel-${id}` })
  expect(await found()).toContain(one.id)
})
