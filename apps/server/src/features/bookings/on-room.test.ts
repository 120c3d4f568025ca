import { acceptMove, bookHeld, listSlots, proposeMove } from '@veranda/contract/bookings/routes.ts'
import { readRoom, readRoomEndpoint, setRoomRecord } from '@veranda/contract/rooms/routes.ts'
import { instant, minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person } from '../../testing/test-app.ts'
import { roomDoor } from '../rooms/door.ts'
import { freeTalk, monday, type SessionStory, sessionStory } from './testing/session-story.ts'

let s: SessionStory
beforeAll(async () => {
  s = await sessionStory()
})
afterAll(() => s.t.close())

async function agreed(at: string) {
  const { person: creator, services } = await s.creator()
  const client = await s.t.person('Clara')
  const [service] = services
  if (!service) throw new Error('a creator without a service')
  return { creator, client, booking: await s.book(client, service, at) }
}

const door = (what: 'came' | 'left', id: string, who: Person) =>
  s.t.transact((tx) => roomDoor[what](tx, id, who.id, s.t.clock.now()))

test('the room of a session opens ten minutes before, and being inside is being there', async () => {
  const start = instant(monday + 24 * 60 * minute)
  const { creator, client, booking } = await agreed(new Date(start).toISOString())
  const { id } = booking
  const read = async () => (await s.t.injectAs(client, readRoom, { params: { id } })).reply
  const endpoint = (who: Person) => s.t.injectAs(who, readRoomEndpoint, { params: { id } })
  expect(await read()).toMatchObject({ state: 'early', role: 'host', booking: { id }, project: null })
  expect((await endpoint(client)).problem.code).toBe('room.early')

  await s.goTo(instant(start - 10 * minute))
  expect(await read()).toMatchObject({ state: 'open', voiceReach: 'network' })
  expect((await endpoint(client)).status).toBe(200)
  await door('came', id, client)
  await s.rest()
  expect((await s.read(client, booking)).state).toBe('confirmed')
  expect((await read()).people.map(({ inside }) => inside)).toEqual([true, false])
  const guest = await s.t.person('Gus')
  await door('came', id, guest)
  await door('came', id, creator)
  await door('came', id, creator)
  await s.rest()
  expect((await s.read(client, booking)).state).toBe('in_session')
  await s.goTo(instant(start + 5 * minute))
  await door('left', id, client)
  await s.rest()
  const minutes = (at: number) => Math.floor((at - start) / minute)
  const rows = await s.t.deps.db.selectFrom('booking_presence').selectAll().where('booking_id', '=', id).execute()
  expect(rows.map((row) => [row.person_id, minutes(row.came_at), row.left_at && minutes(row.left_at)])).toEqual(
    expect.arrayContaining([
      [client.id, -10, 5],
      [creator.id, -10, null],
    ]),
  )
  expect(rows).toHaveLength(2)

  await s.goTo(instant(start + 31 * minute))
  expect((await read()).state).toBe('over')
  expect((await endpoint(client)).problem.code).toBe('room.over')
  const late = { params: { id, key: 'tools' }, body: { expected: 0, value: null } }
  expect((await s.t.injectAs(client, setRoomRecord, late)).problem.code).toBe('room.over')
})

test('who never came into the room did not come', async () => {
  const start = instant(monday + 72 * 60 * minute)
  const { client, creator, booking } = await agreed(new Date(start).toISOString())
  await s.goTo(instant(start - minute))
  await door('came', booking.id, creator)
  await s.goTo(instant(start + 10 * minute))
  expect((await s.read(client, booking)).state).toBe('no_show_client')
})

test('a room that was lost under its people says of nobody that they did not come', async () => {
  const start = instant(monday + 96 * 60 * minute)
  const { client, creator, booking } = await agreed(new Date(start).toISOString())
  await s.goTo(instant(start - minute))
  await door('came', booking.id, creator)
  await s.t.transact((tx) => roomDoor.abandoned(tx, [booking.id], s.t.clock.now()))
  await s.goTo(instant(start + 10 * minute))
  expect((await s.read(client, booking)).state).toBe('in_session')
})

test('a fault of the room says nothing about another time to which the session was moved', async () => {
  const start = instant(monday + 8 * 24 * 60 * minute)
  const { creator, client, booking } = await agreed(new Date(start).toISOString())
  const params = { id: booking.id }
  await s.goTo(instant(start - 8 * minute))
  await door('came', booking.id, client)
  await s.rest()
  await s.t.transact((tx) => roomDoor.abandoned(tx, [booking.id], s.t.clock.now()))
  await s.rest()
  const at = new Date(start + 24 * 60 * minute).toISOString()
  const { version } = await s.read(client, booking)
  const asked = await s.t.injectAs(client, proposeMove, { params, body: { expected: version, at } })
  const moved = await s.t.injectAs(creator, acceptMove, { params, body: { expected: asked.reply.version } })
  expect([moved.status, moved.reply.startsAt]).toEqual([200, at])
  await s.goTo(instant(Date.parse(at) + 11 * minute))
  expect((await s.read(client, booking)).state).toBe('no_show_both')
})

test('beyond the year that can be booked nothing is free, and asking is no error', async () => {
  const { services } = await s.creator()
  for (const [from, to] of [
    ['2030-01-01', '2030-01-05'],
    ['9999-12-01', '9999-12-31'],
  ] as const) {
    const query = { from, to, timeZone: 'UTC' }
    const { status, reply } = await s.t.injectAs(s.visitor, listSlots, { params: { id: services[0]?.id ?? '' }, query })
    expect([status, reply.days.flatMap(({ slots }) => slots), reply.next]).toEqual([200, [], null])
  }
})

test('what is booked just after its start begins at once', async () => {
  const { services } = await s.creator([{ ...freeTalk, noticeMinutes: 0 }])
  const [service] = services
  if (!service) throw new Error('a creator without a service')
  const client = await s.t.person('Clara')
  const start = instant(monday + 15 * 24 * 60 * minute)
  await s.goTo(instant(start - minute / 2))
  const held = await s.hold(client, service, new Date(start).toISOString())
  await s.goTo(instant(start + minute / 6))
  const body = { expected: held.version }
  expect((await s.t.injectAs(client, bookHeld, { params: { id: held.id }, body })).reply.state).toBe('confirmed')
  await s.rest()
  expect((await s.read(client, held)).state).toBe('in_session')
})

test('who came in time is no no-show while the word of it has not gone round, and was there all the same', async () => {
  const start = instant(monday + 16 * 24 * 60 * minute)
  const { client, creator, booking } = await agreed(new Date(start).toISOString())
  await s.goTo(instant(start + 9 * minute))
  await door('came', booking.id, client)
  await door('came', booking.id, creator)
  // The timers before the reactions, as when a long transaction holds the log back.
  s.t.clock.setShift(s.t.clock.shift() + minute)
  await s.t.app.due.pass()
  expect((await s.read(client, booking)).state).toBe('in_session')
  s.t.clock.setShift(s.t.clock.shift() + 20 * minute)
  await s.t.app.due.pass()
  await s.rest()
  const [ended] = await s.t.deps.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'booking.completed')
    .where('subject_id', '=', booking.id)
    .execute()
  expect(ended?.data).toMatchObject({ clientMinutes: 20, creatorMinutes: 20 })
  expect(await s.read(client, booking)).toMatchObject({ state: 'completed', presence: { client: 20, creator: 20 } })
})

test('who came only after ten minutes did not come, however late that is judged', async () => {
  const start = instant(monday + 17 * 24 * 60 * minute)
  const { client, creator, booking } = await agreed(new Date(start).toISOString())
  await s.goTo(instant(start + minute))
  await door('came', booking.id, creator)
  s.t.clock.setShift(s.t.clock.shift() + 10 * minute)
  await door('came', booking.id, client)
  await s.t.app.due.pass()
  expect((await s.read(client, booking)).state).toBe('no_show_client')
})

test('a judgement waits for who is just being written down as there, and not for ever', async () => {
  const start = instant(monday + 18 * 24 * 60 * minute)
  const { client, creator, booking } = await agreed(new Date(start).toISOString())
  await s.goTo(instant(start + minute))
  await door('came', booking.id, creator)
  await s.goTo(instant(start + 10 * minute - 2_000))
  const slow = Promise.withResolvers<undefined>()
  const written = Promise.withResolvers<undefined>()
  const coming = s.t.transact(async (tx) => {
    await roomDoor.came(tx, booking.id, client.id, s.t.clock.now())
    written.resolve(undefined)
    await slow.promise
  })
  await written.promise
  await expect.poll(() => s.t.clock.now(), { timeout: 5_000 }).toBeGreaterThan(start + 10 * minute)
  await s.t.app.due.pass()
  expect((await s.read(client, booking)).state).toBe('in_session')
  slow.resolve(undefined)
  await coming
  const waiting = s.t.deps.db.selectFrom('due').select('key').where('kind', '=', 'booking.missed')
  const judged = async () => {
    await s.t.app.due.pass()
    return waiting.where('subject_id', '=', booking.id).execute()
  }
  await expect.poll(judged, { timeout: 5_000 }).toEqual([])
  expect((await s.read(client, booking)).state).toBe('in_session')

  const next = instant(monday + 19 * 24 * 60 * minute)
  const other = await agreed(new Date(next).toISOString())
  await s.goTo(instant(next + minute))
  const endless = Promise.withResolvers<undefined>()
  const stuck = s.t.transact(async (tx) => {
    await roomDoor.came(tx, other.booking.id, other.client.id, s.t.clock.now())
    await endless.promise
  })
  s.t.clock.setShift(s.t.clock.shift() + 9 * minute + 31_000)
  await s.t.app.due.pass()
  expect((await s.read(other.client, other.booking)).state).toBe('no_show_both')
  endless.resolve(undefined)
  await stuck
})
