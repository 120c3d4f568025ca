import { bookingChanged } from '@veranda/contract/bookings/events.ts'
import * as routes from '@veranda/contract/bookings/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readStream } from '../../platform/events/streams.ts'
import { type BookingScenario, everyDay, freeTalk, bookingScenario } from './testing/booking-scenario.ts'

let s: BookingScenario
beforeAll(async () => {
  s = await bookingScenario()
})
afterAll(() => s.t.close())

describe('slots', () => {
  test('every listed start can be reserved, and is then no longer listed for anyone', async () => {
    const { services } = await s.creator([freeTalk], {
      ...everyDay,
      weekly: [{ weekday: 3, from: '09:00', to: '11:00' }],
    })
    const [service] = services
    if (!service) throw new Error('no service')
    const listed = await s.starts(service, '2027-03-15', '2027-03-18')
    expect(listed).toEqual([
      '2027-03-17T08:00:00.000Z',
      '2027-03-17T08:30:00.000Z',
      '2027-03-17T09:00:00.000Z',
      '2027-03-17T09:30:00.000Z',
    ])
    for (const at of listed) {
      const client = await s.t.createUser()
      expect((await s.reserve(client, service, at)).state).toBe('reserved')
    }
    expect(await s.starts(service, '2027-03-15', '2027-03-18')).toEqual([])
  })

  test("a creator's buffers block the creator's own time and no one else's", async () => {
    const near = { ...freeTalk, bufferBeforeMinutes: 10, bufferAfterMinutes: 20, incrementMinutes: 10 }
    const { services } = await s.creator([near])
    const other = await s.creator([{ ...freeTalk, incrementMinutes: 10 }])
    const [service] = services
    const [elsewhere] = other.services
    if (!service || !elsewhere) throw new Error('no service')
    const client = await s.t.createUser()
    const { endsAt } = await s.book(client, service, '2027-03-18T10:00:00.000Z')
    const free = (await s.starts(service, '2027-03-18', '2027-03-18')).map((at) => at.slice(11, 16))
    expect(free.filter((at) => at >= '09:00' && at < '11:10')).toEqual(['09:00', '11:00'])
    expect(await s.starts(elsewhere, '2027-03-18', '2027-03-18', client)).toContain(endsAt)
    const at = '2027-03-18T10:50:00.000Z'
    const late = await s.t.injectAs(await s.t.createUser(), routes.reserveSlot, {
      body: { serviceId: service.id, at, timeZone: 'UTC' },
    })
    expect(late.problem.code).toBe('booking.slot-taken')
  })

  test('the daily and weekly limits count active bookings, and no longer count cancelled ones', async () => {
    const { services } = await s.creator([{ ...freeTalk, maxPerDay: 2, maxPerWeek: 3 }])
    const [service] = services
    if (!service) throw new Error('no service')
    const client = await s.t.createUser()
    const days = async () =>
      [...new Set((await s.starts(service, '2027-03-22', '2027-03-29')).map((at) => at.slice(8, 10)))].join(' ')
    await s.book(client, service, '2027-03-23T09:00:00.000Z')
    const { id, version } = await s.book(client, service, '2027-03-23T10:00:00.000Z')
    expect(await days()).toBe('22 24 25 26 27 28 29')
    await s.book(client, service, '2027-03-25T09:00:00.000Z')
    // The week is full; Monday the 29th belongs to the next one.
    expect(await days()).toBe('29')
    const at = '2027-03-24T09:00:00.000Z'
    const full = await s.t.injectAs(client, routes.reserveSlot, {
      body: { serviceId: service.id, at, timeZone: 'UTC' },
    })
    expect(full.problem).toMatchObject({ status: 409, code: 'booking.slot-taken' })
    const body = { expected: version, reason: '', refund: null }
    await s.t.injectAs(client, routes.cancelBooking, { params: { id }, body, key: `limit-${id}` })
    expect(await days()).toBe('22 23 24 25 26 27 28 29')
  })

  test("days are the visitor's: an evening in New York is the next morning in Tokyo", async () => {
    const { services } = await s.creator([freeTalk], {
      ...everyDay,
      timeZone: 'America/New_York',
      weekly: [{ weekday: 2, from: '20:00', to: '21:00' }],
    })
    const params = { id: services[0]?.id ?? '' }
    const query = { from: '2027-03-16', to: '2027-03-18', timeZone: 'Asia/Tokyo' }
    const { reply } = await s.t.injectAs(s.visitor, routes.listSlots, { params, query })
    expect(reply.days.map(({ date, slots }) => [date, slots.length])).toEqual([['2027-03-17', 2]])
    const none = { from: '2027-03-18', to: '2027-03-18', timeZone: 'Asia/Tokyo' }
    const later = await s.t.injectAs(s.visitor, routes.listSlots, { params, query: none })
    expect(later.reply).toMatchObject({ days: [], next: '2027-03-24T00:00:00.000Z' })
  })

  test('creators see their own free times and learn that they cannot book them', async () => {
    const { user: creator, services } = await s.creator()
    const params = { id: services[0]?.id ?? '' }
    const query = { from: '2027-03-16', to: '2027-03-18', timeZone: 'UTC' }
    const own = (await s.t.injectAs(creator, routes.listSlots, { params, query })).reply
    expect(own.notBookable).toEqual({ reason: 'own' })
    const others = (await s.t.injectAs(s.visitor, routes.listSlots, { params, query })).reply
    expect(own.days).toEqual(others.days)
    expect(others.notBookable).toBeNull()
  })

  test("a client's own sessions are left out of the times offered to them", async () => {
    const one = await s.creator()
    const two = await s.creator()
    const client = await s.t.createUser()
    const [a] = one.services
    const [b] = two.services
    if (!a || !b) throw new Error('no service')
    await s.book(client, a, '2027-03-18T09:00:00.000Z')
    const offered = await s.starts(b, '2027-03-18', '2027-03-18', client)
    expect(offered).not.toContain('2027-03-18T09:00:00.000Z')
    expect(await s.starts(b, '2027-03-18', '2027-03-18')).toContain('2027-03-18T09:00:00.000Z')
  })
})

describe('a free session', () => {
  test('reserved, booked, moved, cancelled: each side is notified once, with the event names of the wire', async () => {
    const { user: creator, services } = await s.creator()
    const [service] = services
    if (!service) throw new Error('no service')
    const client = await s.t.createUser()
    const reserved = await s.reserve(client, service, '2027-03-19T09:00:00.000Z')
    expect(reserved).toMatchObject({
      state: 'reserved',
      viewerRole: 'client',
      zones: { client: 'Asia/Tokyo', creator: 'Europe/Berlin' },
    })
    expect(reserved.actions).toEqual(['book', 'withdraw'])
    const id = reserved.id
    const booked = (await s.t.injectAs(client, routes.bookReservation, { params: { id }, body: { expected: 1 } })).reply
    expect(booked).toMatchObject({ id, state: 'confirmed', expiresAt: null })
    expect(booked.actions).toEqual(['move', 'propose-move', 'cancel'])
    expect(await s.notificationsOf(creator)).toEqual(['schedule_created appointment_update medium'])
    for (const who of [client, creator]) {
      const rows = await readStream(s.t.deps.db, { kind: 'user', id: who.id })
      const updates = rows.filter(({ name }) => name === bookingChanged.name).map(({ payload }) => payload['version'])
      expect(updates).toEqual([1, 2])
    }
    const to = '2027-03-19T13:00:00.000Z'
    const moved = (await s.t.injectAs(creator, routes.moveBooking, { params: { id }, body: { expected: 2, at: to } }))
      .reply
    expect(moved).toMatchObject({ id, startsAt: to, state: 'confirmed', viewerRole: 'creator' })
    expect(await s.starts(service, '2027-03-19', '2027-03-19')).toContain('2027-03-19T09:00:00.000Z')
    expect(await s.notificationsOf(client)).toEqual(['schedule_updated appointment_update high'])
    const preview = (await s.t.injectAs(client, routes.previewCancellation, { params: { id } })).reply
    expect(preview).toMatchObject({ refund: null, paid: null, refundPercent: 100 })
    const body = { expected: moved.version, reason: 'Ill', refund: null }
    const gone = (await s.t.injectAs(client, routes.cancelBooking, { params: { id }, body, key: 'c1' })).reply
    expect(gone).toMatchObject({ state: 'cancelled', ended: { by: 'client', reason: 'Ill' }, actions: ['book-again'] })
    expect((await s.read(creator, { id })).actions).toEqual([])
    expect((await s.reserve(client, service, '2027-03-19T09:00:00.000Z')).state).toBe('reserved')
    expect((await s.notificationsOf(creator))[0]).toBe('schedule_cancelled appointment_canceled high')
    expect(gone.history.map(({ type, by }) => `${type} ${by}`)).toEqual([
      'reserved client',
      'confirmed client',
      'moved creator',
      'cancelled client',
    ])
  })

  test('a reservation expires after fifteen minutes, and its time is free even before its timer has run', async () => {
    const { services } = await s.creator()
    const [service] = services
    if (!service) throw new Error('no service')
    const client = await s.t.createUser()
    const other = await s.t.createUser()
    const at = '2027-03-19T09:00:00.000Z'
    const reserved = await s.reserve(client, service, at)
    const taken = await s.t.injectAs(other, routes.reserveSlot, {
      body: { serviceId: service.id, at, timeZone: 'UTC' },
    })
    expect(taken.problem).toMatchObject({ status: 409, code: 'booking.slot-taken' })
    expect(String(taken.problem.facts?.['next']).split(' ')[0]).toBe('2027-03-19T09:30:00.000Z')
    s.t.clock.setShift(s.t.clock.shift() + 15 * 60_000)
    expect(await s.starts(service, '2027-03-19', '2027-03-19')).toContain(at)
    expect((await s.reserve(other, service, at)).state).toBe('reserved')
    const late = await s.t.injectAs(client, routes.bookReservation, {
      params: { id: reserved.id },
      body: { expected: 1 },
    })
    expect(late.status).toBe(410)
    await s.runUntilIdle()
    expect((await s.read(client, reserved)).state).toBe('expired')
  })

  test('there is one active reservation per client and creator: another slot withdraws the first one', async () => {
    const { services } = await s.creator()
    const [service] = services
    if (!service) throw new Error('no service')
    const client = await s.t.createUser()
    const first = await s.reserve(client, service, '2027-03-19T09:00:00.000Z')
    await s.reserve(client, service, '2027-03-19T10:00:00.000Z')
    expect((await s.read(client, first)).state).toBe('withdrawn')
  })

  test('with manual confirmation a booking is requested, confirmed or declined by the creator, and expires after a day', async () => {
    const { user: creator, services } = await s.creator([{ ...freeTalk, confirmation: 'manual' }])
    const [service] = services
    if (!service) throw new Error('no service')
    const client = await s.t.createUser()
    const asked = await s.book(client, service, '2027-03-19T09:00:00.000Z')
    expect(asked.state).toBe('requested')
    expect(await s.notificationsOf(creator)).toEqual(['schedule_created appointment_update high'])
    const params = { id: asked.id }
    const own = await s.t.injectAs(client, routes.confirmBooking, { params, body: { expected: asked.version } })
    expect(own.problem).toMatchObject({ status: 403, code: 'booking.not-your-step' })
    const yes = await s.t.injectAs(creator, routes.confirmBooking, { params, body: { expected: asked.version } })
    expect(yes.reply.state).toBe('confirmed')
    expect(await s.notificationsOf(client)).toEqual(['schedule_created appointment_update medium'])
    const second = await s.book(client, service, '2027-03-19T10:00:00.000Z')
    const body = { expected: second.version, reason: 'Away' }
    const no = await s.t.injectAs(creator, routes.declineBooking, { params: { id: second.id }, body, key: 'd1' })
    expect(no.reply.state).toBe('declined')
    const lost = await s.book(client, service, '2027-03-19T12:00:00.000Z')
    await sql`delete from occupancy where booking_id = ${lost.id}`.execute(s.t.deps.db)
    const gone = await s.t.injectAs(creator, routes.confirmBooking, {
      params: { id: lost.id },
      body: { expected: lost.version },
    })
    expect(gone.problem).toMatchObject({ status: 410, code: 'booking.request-expired' })
    const back = await s.t.injectAs(client, routes.cancelBooking, {
      params: { id: lost.id },
      body: { expected: lost.version, reason: '', refund: null },
      key: 'lost',
    })
    expect(back.reply.state).toBe('cancelled')
    const third = await s.book(client, service, '2027-03-19T10:00:00.000Z')
    await s.goTo('2027-03-16T08:20:00Z')
    expect((await s.read(client, third)).state).toBe('expired')
    expect((await s.notificationsOf(client)).filter((one) => one.startsWith('schedule_cancelled')).length).toBe(2)
  })

  test('a booking is not found by strangers; admins have their own route', async () => {
    const { services } = await s.creator()
    const [service] = services
    if (!service) throw new Error('no service')
    const reserved = await s.reserve(await s.t.createUser(), service, '2027-03-19T09:00:00.000Z')
    const params = { id: reserved.id }
    const stranger = await s.t.createUser()
    for (const answer of [
      await s.t.injectAs(stranger, routes.readBooking, { params }),
      await s.t.injectAs(stranger, routes.previewCancellation, { params }),
      await s.t.injectAs(stranger, routes.readCalendarFile, { params }),
      await s.t.injectAs(stranger, routes.withdrawReservation, { params, body: { expected: 1 } }),
    ]) {
      expect(answer.problem).toMatchObject({ status: 404, code: 'booking.not-found' })
    }
    const admin = await s.t.createUser('Olga Admin', { isAdmin: true })
    const read = await s.t.injectAs(admin, routes.readBookingAsAdmin, { params })
    expect(read.reply).toMatchObject({ viewerRole: 'admin', charge: null })
  })

  test('admin actions are hidden from both sides and from strangers, and change nothing', async () => {
    const { user: creator, services } = await s.creator()
    const [service] = services
    if (!service) throw new Error('no service')
    const client = await s.t.createUser()
    const { id, version } = await s.book(client, service, '2027-03-19T09:00:00.000Z')
    const params = { id }
    const reason = 'Because'
    for (const who of [client, creator, await s.t.createUser()]) {
      const key = `not-${who.id}`
      const overturn = { expected: version, outcome: 'completed' as const, reason }
      for (const { status } of [
        await s.t.injectAs(who, routes.readBookingAsAdmin, { params }),
        await s.t.injectAs(who, routes.cancelBookingAsAdmin, { params, body: { expected: version, reason }, key }),
        await s.t.injectAs(who, routes.overturnNoShow, { params, body: overturn, key: `${key}-too` }),
        await s.t.injectAs(who, routes.listNoShows, { query: {} }),
      ]) {
        expect(status).toBe(404)
      }
    }
    expect(await s.read(client, { id })).toMatchObject({ state: 'confirmed', version })
    const admin = await s.t.createUser('Olga Admin', { isAdmin: true })
    const seen = (await s.t.injectAs(admin, routes.readBookingAsAdmin, { params })).reply
    expect(seen).toMatchObject({ actions: ['cancel-as-admin'], calendarUrl: null })
    const body = { expected: version, reason }
    const gone = await s.t.injectAs(admin, routes.cancelBookingAsAdmin, { params, body, key: 'admin' })
    expect(gone.reply).toMatchObject({ state: 'cancelled', ended: { by: 'admin', reason } })
  })
})

test('a booking moves with the length it was booked with, even when its service is no longer offered', async () => {
  const { user: creator, services } = await s.creator()
  const [service] = services
  if (!service) throw new Error('no service')
  const client = await s.t.createUser()
  const date = new Date(s.t.clock.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const { id, version } = await s.book(client, service, `${date}T10:00:00.000Z`)
  await s.t.injectAs(creator, routes.changeHourlyService, {
    params: { id: service.id },
    body: { ...freeTalk, minutes: 120, incrementMinutes: 30 },
  })
  await s.t.injectAs(creator, routes.removeHourlyService, { params: { id: service.id } })
  const query = { from: date, to: date, timeZone: 'UTC', movingBookingId: id }
  const { reply } = await s.t.injectAs(client, routes.listSlots, { params: { id: service.id }, query })
  expect(reply.minutes).toBe(30)
  // Every listed start is bookable; the current one is not offered.
  const listed = reply.days.flatMap(({ slots }) => slots.map(({ at }) => at))
  expect(listed).not.toContain(`${date}T10:00:00.000Z`)
  expect(listed).toEqual(expect.arrayContaining([`${date}T09:30:00.000Z`, `${date}T10:30:00.000Z`]))
  const stays = { params: { id }, body: { expected: version, at: `${date}T10:00:00.000Z` } }
  const same = await s.t.injectAs(client, routes.moveBooking, stays)
  expect(same.problem).toMatchObject({ status: 422, code: 'booking.same-time' })
  const last = reply.days[0]?.slots.at(-1)?.at ?? ''
  const moved = await s.t.injectAs(client, routes.moveBooking, {
    params: { id },
    body: { expected: version, at: last },
  })
  expect(moved.reply).toMatchObject({ startsAt: last, service: { minutes: 30 } })
  const repeated = await s.t.injectAs(client, routes.listSlots, {
    params: { id: service.id },
    query: { from: date, to: date, timeZone: 'UTC' },
  })
  expect(repeated.status).toBe(404)
})

describe('moving inside the cancellation window', () => {
  test('needs the consent of the other side, who accepts, declines or lets it expire', async () => {
    const { user: creator, services } = await s.creator()
    const [service] = services
    if (!service) throw new Error('no service')
    const client = await s.t.createUser()
    const at = new Date(s.t.clock.now() + 20 * 3_600_000).toISOString().slice(0, 11)
    const { id, version } = await s.book(client, service, `${at}10:00:00.000Z`)
    await s.goTo(`${at}05:00:00Z`)
    const params = { id }
    const to = `${at}11:00:00.000Z`
    const alone = await s.t.injectAs(client, routes.moveBooking, { params, body: { expected: version, at: to } })
    expect(alone.problem).toMatchObject({ status: 409, code: 'booking.move-needs-consent' })
    const asked = (
      await s.t.injectAs(client, routes.proposeBookingMove, { params, body: { expected: version, at: to } })
    ).reply
    expect(asked).toMatchObject({ startsAt: `${at}10:00:00.000Z`, proposal: { by: 'client', startsAt: to } })
    expect((await s.read(creator, { id })).actions).toEqual(
      ['cancel', 'accept-move', 'decline-move'].toSorted((a, b) => order(a) - order(b)),
    )
    const no = await s.t.injectAs(creator, routes.declineBookingMove, { params, body: { expected: asked.version } })
    expect(no.reply.proposal).toBeNull()
    const repeated = (
      await s.t.injectAs(client, routes.proposeBookingMove, { params, body: { expected: no.reply.version, at: to } })
    ).reply
    const yes = await s.t.injectAs(creator, routes.acceptBookingMove, { params, body: { expected: repeated.version } })
    expect(yes.reply).toMatchObject({ startsAt: to, proposal: null, state: 'confirmed' })
    const third = (
      await s.t.injectAs(creator, routes.proposeBookingMove, {
        params,
        body: { expected: yes.reply.version, at: `${at}12:00:00.000Z` },
      })
    ).reply
    expect(third.proposal?.by).toBe('creator')
    await s.goTo(`${at}11:00:00Z`)
    expect((await s.read(client, { id })).proposal).toBeNull()
  })
})

const orderOfActions = ['accept-move', 'decline-move', 'cancel']
function order(action: string): number {
  return orderOfActions.indexOf(action)
}
