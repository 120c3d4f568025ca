import { acceptBookingMove, bookReservation, listSlots, proposeBookingMove } from '@veranda/contract/bookings/routes.ts'
import { readRoom, readRoomEndpoint, setRoomRecord } from '@veranda/contract/rooms/routes.ts'
import { instant, minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser } from '../../../testing/test-app.ts'
import { endVisitsOfFailedRooms, recordJoin, recordLeave } from '../../rooms/presence/room-presence.ts'
import { freeTalk, monday, type BookingScenario, bookingScenario } from '../testing/booking-scenario.ts'

let s: BookingScenario
beforeAll(async () => {
  s = await bookingScenario()
})
afterAll(() => s.t.close())

async function agreed(at: string) {
  const { user: creator, services } = await s.creator()
  const client = await s.t.createUser('Clara')
  const [service] = services
  if (!service) throw new Error('a creator without a service')
  return { creator, client, booking: await s.book(client, service, at) }
}

const recordPresence = (step: 'recordJoin' | 'recordLeave', id: string, who: TestUser) =>
  s.t.transact((tx) => (step === 'recordJoin' ? recordJoin : recordLeave)(tx, id, who.id, s.t.clock.now()))

test('the room of a session opens ten minutes early, and being inside counts as attendance', async () => {
  const start = instant(monday + 24 * 60 * minute)
  const { creator, client, booking } = await agreed(new Date(start).toISOString())
  const { id } = booking
  const read = async () => (await s.t.injectAs(client, readRoom, { params: { id } })).reply
  const endpoint = (who: TestUser) => s.t.injectAs(who, readRoomEndpoint, { params: { id } })
  expect(await read()).toMatchObject({
    state: 'early',
    viewerRole: 'host',
    subject: { kind: 'booking', bookingId: id },
  })
  expect((await endpoint(client)).problem.code).toBe('room.early')

  await s.goTo(instant(start - 10 * minute))
  expect(await read()).toMatchObject({ state: 'open', voiceReach: 'network' })
  expect((await endpoint(client)).status).toBe(200)
  await recordPresence('recordJoin', id, client)
  await s.runUntilIdle()
  expect((await s.read(client, booking)).state).toBe('confirmed')
  expect((await read()).users.map(({ inside }) => inside)).toEqual([true, false])
  const guest = await s.t.createUser('Gus')
  await recordPresence('recordJoin', id, guest)
  await recordPresence('recordJoin', id, creator)
  await recordPresence('recordJoin', id, creator)
  await s.runUntilIdle()
  expect((await s.read(client, booking)).state).toBe('in_session')
  await s.goTo(instant(start + 5 * minute))
  await recordPresence('recordLeave', id, client)
  await s.runUntilIdle()
  const minutes = (at: number) => Math.floor((at - start) / minute)
  const rows = await s.t.deps.db.selectFrom('booking_presence').selectAll().where('booking_id', '=', id).execute()
  expect(rows.map((row) => [row.user_id, minutes(row.entered_at), row.left_at && minutes(row.left_at)])).toEqual(
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

test('a side that never entered the room did not attend', async () => {
  const start = instant(monday + 72 * 60 * minute)
  const { client, creator, booking } = await agreed(new Date(start).toISOString())
  await s.goTo(instant(start - minute))
  await recordPresence('recordJoin', booking.id, creator)
  await s.goTo(instant(start + 10 * minute))
  expect((await s.read(client, booking)).state).toBe('no_show_client')
})

test('a room that failed with participants inside proves no one absent', async () => {
  const start = instant(monday + 96 * 60 * minute)
  const { client, creator, booking } = await agreed(new Date(start).toISOString())
  await s.goTo(instant(start - minute))
  await recordPresence('recordJoin', booking.id, creator)
  await s.t.transact((tx) => endVisitsOfFailedRooms(tx, [booking.id], s.t.clock.now()))
  await s.goTo(instant(start + 10 * minute))
  expect((await s.read(client, booking)).state).toBe('in_session')
})

test('a room failure does not affect another time to which the session was moved', async () => {
  const start = instant(monday + 8 * 24 * 60 * minute)
  const { creator, client, booking } = await agreed(new Date(start).toISOString())
  const params = { id: booking.id }
  await s.goTo(instant(start - 8 * minute))
  await recordPresence('recordJoin', booking.id, client)
  await s.runUntilIdle()
  await s.t.transact((tx) => endVisitsOfFailedRooms(tx, [booking.id], s.t.clock.now()))
  await s.runUntilIdle()
  const at = new Date(start + 24 * 60 * minute).toISOString()
  const { version } = await s.read(client, booking)
  const asked = await s.t.injectAs(client, proposeBookingMove, { params, body: { expected: version, at } })
  const moved = await s.t.injectAs(creator, acceptBookingMove, { params, body: { expected: asked.reply.version } })
  expect([moved.status, moved.reply.startsAt]).toEqual([200, at])
  await s.goTo(instant(Date.parse(at) + 11 * minute))
  expect((await s.read(client, booking)).state).toBe('no_show_both')
})

test('beyond the bookable year nothing is free, and asking for it is not an error', async () => {
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

test('a session booked just after its start begins at once', async () => {
  const { services } = await s.creator([{ ...freeTalk, noticeMinutes: 0 }])
  const [service] = services
  if (!service) throw new Error('a creator without a service')
  const client = await s.t.createUser('Clara')
  const start = instant(monday + 15 * 24 * 60 * minute)
  await s.goTo(instant(start - minute / 2))
  const reserved = await s.reserve(client, service, new Date(start).toISOString())
  await s.goTo(instant(start + minute / 6))
  const body = { expected: reserved.version }
  expect((await s.t.injectAs(client, bookReservation, { params: { id: reserved.id }, body })).reply.state).toBe(
    'confirmed',
  )
  await s.runUntilIdle()
  expect((await s.read(client, reserved)).state).toBe('in_session')
})

test('a side that came in time is no no-show although the event is not handled yet, and attended all the same', async () => {
  const start = instant(monday + 16 * 24 * 60 * minute)
  const { client, creator, booking } = await agreed(new Date(start).toISOString())
  await s.goTo(instant(start + 9 * minute))
  await recordPresence('recordJoin', booking.id, client)
  await recordPresence('recordJoin', booking.id, creator)
  // The timers run before the event handlers, as when a long transaction blocks the outbox.
  s.t.clock.setShift(s.t.clock.shift() + minute)
  await s.t.app.timers.runOnce()
  expect((await s.read(client, booking)).state).toBe('in_session')
  s.t.clock.setShift(s.t.clock.shift() + 20 * minute)
  await s.t.app.timers.runOnce()
  await s.runUntilIdle()
  const [ended] = await s.t.deps.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'booking.completed')
    .where('subject_id', '=', booking.id)
    .execute()
  expect(ended?.data).toMatchObject({ clientMinutes: 20, creatorMinutes: 20 })
  expect(await s.read(client, booking)).toMatchObject({
    state: 'completed',
    attendedMinutes: { client: 20, creator: 20 },
  })
})

test('a side that came after ten minutes did not attend, however late that is decided', async () => {
  const start = instant(monday + 17 * 24 * 60 * minute)
  const { client, creator, booking } = await agreed(new Date(start).toISOString())
  await s.goTo(instant(start + minute))
  await recordPresence('recordJoin', booking.id, creator)
  s.t.clock.setShift(s.t.clock.shift() + 10 * minute)
  await recordPresence('recordJoin', booking.id, client)
  await s.t.app.timers.runOnce()
  expect((await s.read(client, booking)).state).toBe('no_show_client')
})

test('the no-show check waits for open transactions that may record attendance, but not forever', async () => {
  const start = instant(monday + 18 * 24 * 60 * minute)
  const { client, creator, booking } = await agreed(new Date(start).toISOString())
  await s.goTo(instant(start + minute))
  await recordPresence('recordJoin', booking.id, creator)
  await s.goTo(instant(start + 10 * minute - 2_000))
  const slow = Promise.withResolvers<undefined>()
  const written = Promise.withResolvers<undefined>()
  const coming = s.t.transact(async (tx) => {
    await recordJoin(tx, booking.id, client.id, s.t.clock.now())
    written.resolve(undefined)
    await slow.promise
  })
  await written.promise
  await expect.poll(() => s.t.clock.now(), { timeout: 5_000 }).toBeGreaterThan(start + 10 * minute)
  await s.t.app.timers.runOnce()
  expect((await s.read(client, booking)).state).toBe('in_session')
  slow.resolve(undefined)
  await coming
  const waiting = s.t.deps.db.selectFrom('timers').select('key').where('kind', '=', 'booking.no-show-check')
  const judged = async () => {
    await s.t.app.timers.runOnce()
    return waiting.where('subject_id', '=', booking.id).execute()
  }
  await expect.poll(judged, { timeout: 5_000 }).toEqual([])
  expect((await s.read(client, booking)).state).toBe('in_session')

  const next = instant(monday + 19 * 24 * 60 * minute)
  const other = await agreed(new Date(next).toISOString())
  await s.goTo(instant(next + minute))
  const endless = Promise.withResolvers<undefined>()
  const stuck = s.t.transact(async (tx) => {
    await recordJoin(tx, other.booking.id, other.client.id, s.t.clock.now())
    await endless.promise
  })
  s.t.clock.setShift(s.t.clock.shift() + 9 * minute + 31_000)
  await s.t.app.timers.runOnce()
  expect((await s.read(other.client, other.booking)).state).toBe('no_show_both')
  endless.resolve(undefined)
  await stuck
})
