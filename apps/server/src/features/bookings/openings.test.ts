import * as routes from '@veranda/contract/bookings/routes.ts'
import { changeProfile, searchTalent } from '@veranda/contract/talent/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SessionStory, everyDay, freeTalk, sessionStory } from './testing/session-story.ts'

let s: SessionStory
beforeAll(async () => {
  s = await sessionStory()
})
afterAll(() => s.t.close())

const body = { headline: 'Sets', about: '', skills: [], languages: [], timeZone: 'Europe/Berlin' } as const

/** Who is found as free this week by a search. */
async function found(): Promise<string[]> {
  await s.rest()
  const { items } = (await s.t.injectAs(s.visitor, searchTalent, { query: { free: 'week' } })).reply
  return items.map(({ id }) => id)
}

test('free this week: found with a free start within seven days, and no longer once it is taken or lapses', async () => {
  const { person: busy, services } = await s.creator([freeTalk], {
    ...everyDay,
    weekly: [{ weekday: 3, from: '10:00', to: '10:30' }],
  })
  const { person: nobody } = await s.creator([], everyDay)
  const { person: later } = await s.creator([freeTalk], {
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
  const held = await s.hold(await s.t.person(), service, '2027-03-17T09:00:00.000Z')
  expect(await found()).toEqual([])
  await s.goTo('2027-03-15T08:30:00Z')
  expect((await s.read(busy, held)).state).toBe('expired')
  expect(await found()).toEqual([busy.id])
  // The last moment to book it is an hour before; the next is a week later, and within seven days from nine on.
  await s.goTo('2027-03-17T07:59:00Z')
  expect(await found()).toEqual([busy.id])
  await s.goTo('2027-03-17T08:00:01Z')
  expect(await found()).toEqual([])
  await s.goTo('2027-03-17T09:00:01Z')
  expect(await found()).toEqual([busy.id])
  await s.goTo('2027-03-18T09:00:00Z')
  expect((await found()).toSorted()).toEqual([busy.id, later.id].toSorted())
  await s.t.injectAs(busy, routes.removeSession, { params: { id: service.id } })
  expect(await found()).toEqual([later.id])
})

test('free this week: who books another creator for their own last free hour is found no longer, until they cancel', async () => {
  const date = new Date(s.t.clock.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const { person: one } = await s.creator([freeTalk], {
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
