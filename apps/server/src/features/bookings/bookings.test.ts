import * as routes from '@veranda/contract/bookings/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readStream } from '../../log/stream.ts'
import { type SessionStory, everyDay, freeTalk, sessionStory } from './testing/session-story.ts'

let s: SessionStory
beforeAll(async () => {
  s = await sessionStory()
})
afterAll(() => s.t.close())

describe('slots', () => {
  test('every start that is listed can be held, and is then listed no more, for anybody', async () => {
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
      const client = await s.t.person()
      expect((await s.hold(client, service, at)).state).toBe('held')
    }
    expect(await s.starts(service, '2027-03-15', '2027-03-18')).toEqual([])
  })

  test("a creator's buffers keep their own time free, and nobody else's", async () => {
    const near = { ...freeTalk, bufferBefore: 10, bufferAfter: 20, incrementMinutes: 10 }
    const { services } = await s.creator([near])
    const other = await s.creator([{ ...freeTalk, incrementMinutes: 10 }])
    const [service] = services
    const [elsewhere] = other.services
    if (!service || !elsewhere) throw new Error('no service')
    const client = await s.t.person()
    const { endsAt } = await s.book(client, service, '2027-03-18T10:00:00.000Z')
    const free = (await s.starts(service, '2027-03-18', '2027-03-18')).map((at) => at.slice(11, 16))
    expect(free.filter((at) => at >= '09:00' && at < '11:10')).toEqual(['09:00', '11:00'])
    expect(await s.starts(elsewhere, '2027-03-18', '2027-03-18', client)).toContain(endsAt)
    const at = '2027-03-18T10:50:00.000Z'
    const late = await s.t.injectAs(await s.t.person(), routes.holdSlot, {
      body: { serviceId: service.id, at, timeZone: 'UTC' },
    })
    expect(late.problem.code).toBe('booking.slot-taken')
  })

  test('the limits of a day and a week count what is booked, and what was called off no more', async () => {
    const { services } = await s.creator([{ ...freeTalk, perDay: 2, perWeek: 3 }])
    const [service] = services
    if (!service) throw new Error('no service')
    const client = await s.t.person()
    const days = async () =>
      [...new Set((await s.starts(service, '2027-03-22', '2027-03-29')).map((at) => at.slice(8, 10)))].join(' ')
    await s.book(client, service, '2027-03-23T09:00:00.000Z')
    const { id, version } = await s.book(client, service, '2027-03-23T10:00:00.000Z')
    expect(await days()).toBe('22 24 25 26 27 28 29')
    await s.book(client, service, '2027-03-25T09:00:00.000Z')
    // The week is full; Monday the 29th is of the next.
    expect(await days()).toBe('29')
    const at = '2027-03-24T09:00:00.000Z'
    const full = await s.t.injectAs(client, routes.holdSlot, { body: { serviceId: service.id, at, timeZone: 'UTC' } })
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

  test('a creator sees their own free times, and is told that they are not to be booked', async () => {
    const { person: creator, services } = await s.creator()
    const params = { id: services[0]?.id ?? '' }
    const query = { from: '2027-03-16', to: '2027-03-18', timeZone: 'UTC' }
    const own = (await s.t.injectAs(creator, routes.listSlots, { params, query })).reply
    expect(own.notBookable).toEqual({ reason: 'own' })
    const others = (await s.t.injectAs(s.visitor, routes.listSlots, { params, query })).reply
    expect(own.days).toEqual(others.days)
    expect(others.notBookable).toBeNull()
  })

  test("a client's own sessions are taken out of what they are offered", async () => {
    const one = await s.creator()
    const two = await s.creator()
    const client = await s.t.person()
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
  test('held, booked, moved, cancelled: each side is told once, under the names of the wire', async () => {
    const { person: creator, services } = await s.creator()
    const [service] = services
    if (!service) throw new Error('no service')
    const client = await s.t.person()
    const held = await s.hold(client, service, '2027-03-19T09:00:00.000Z')
    expect(held).toMatchObject({
      state: 'held',
      part: 'client',
      zones: { client: 'Asia/Tokyo', creator: 'Europe/Berlin' },
    })
    expect(held.actions).toEqual(['book', 'give-back'])
    const id = held.id
    const booked = (await s.t.injectAs(client, routes.bookHeld, { params: { id }, body: { expected: 1 } })).reply
    expect(booked).toMatchObject({ id, state: 'confirmed', expiresAt: null })
    expect(booked.actions).toEqual(['move', 'propose-move', 'cancel'])
    expect(await s.told(creator)).toEqual(['schedule_created appointment_update medium'])
    for (const who of [client, creator]) {
      const rows = await readStream(s.t.deps.db, { kind: 'person', id: who.id })
      const updates = rows.filter(({ name }) => name === 'booking_update').map(({ payload }) => payload['version'])
      expect(updates).toEqual([1, 2])
    }
    const to = '2027-03-19T13:00:00.000Z'
    const moved = (await s.t.injectAs(creator, routes.moveBooking, { params: { id }, body: { expected: 2, at: to } }))
      .reply
    expect(moved).toMatchObject({ id, startsAt: to, state: 'confirmed', part: 'creator' })
    expect(await s.starts(service, '2027-03-19', '2027-03-19')).toContain('2027-03-19T09:00:00.000Z')
    expect(await s.told(client)).toEqual(['schedule_updated appointment_update high'])
    const preview = (await s.t.injectAs(client, routes.readCancellation, { params: { id } })).reply
    expect(preview).toMatchObject({ refund: null, paid: null, refundPercent: 100 })
    const body = { expected: moved.version, reason: 'Ill', refund: null }
    const gone = (await s.t.injectAs(client, routes.cancelBooking, { params: { id }, body, key: 'c1' })).reply
    expect(gone).toMatchObject({ state: 'cancelled', ended: { by: 'client', reason: 'Ill' }, actions: [] })
    expect((await s.told(creator))[0]).toBe('schedule_cancelled appointment_canceled high')
    expect(gone.history.map(({ what, by }) => `${what} ${by}`)).toEqual([
      'held client',
      'confirmed client',
      'moved creator',
      'cancelled client',
    ])
  })

  test('a hold lapses after fifteen minutes, and its time is free before its timer has run', async () => {
    const { services } = await s.creator()
    const [service] = services
    if (!service) throw new Error('no service')
    const client = await s.t.person()
    const other = await s.t.person()
    const at = '2027-03-19T09:00:00.000Z'
    const held = await s.hold(client, service, at)
    const taken = await s.t.injectAs(other, routes.holdSlot, { body: { serviceId: service.id, at, timeZone: 'UTC' } })
    expect(taken.problem).toMatchObject({ status: 409, code: 'booking.slot-taken' })
    expect(String(taken.problem.facts?.['next']).split(' ')[0]).toBe('2027-03-19T09:30:00.000Z')
    s.t.clock.setShift(s.t.clock.shift() + 15 * 60_000)
    expect(await s.starts(service, '2027-03-19', '2027-03-19')).toContain(at)
    expect((await s.hold(other, service, at)).state).toBe('held')
    const late = await s.t.injectAs(client, routes.bookHeld, { params: { id: held.id }, body: { expected: 1 } })
    expect(late.status).toBe(410)
    await s.rest()
    expect((await s.read(client, held)).state).toBe('expired')
  })

  test('one live hold per client and creator: another slot gives the first one back', async () => {
    const { services } = await s.creator()
    const [service] = services
    if (!service) throw new Error('no service')
    const client = await s.t.person()
    const first = await s.hold(client, service, '2027-03-19T09:00:00.000Z')
    await s.hold(client, service, '2027-03-19T10:00:00.000Z')
    expect((await s.read(client, first)).state).toBe('given_back')
  })

  test('by hand: asked for, confirmed or declined by the creator, lapsing after a day', async () => {
    const { person: creator, services } = await s.creator([{ ...freeTalk, confirmation: 'by-hand' }])
    const [service] = services
    if (!service) throw new Error('no service')
    const client = await s.t.person()
    const asked = await s.book(client, service, '2027-03-19T09:00:00.000Z')
    expect(asked.state).toBe('requested')
    expect(await s.told(creator)).toEqual(['schedule_created appointment_update high'])
    const params = { id: asked.id }
    const own = await s.t.injectAs(client, routes.confirmBooking, { params, body: { expected: asked.version } })
    expect(own.problem).toMatchObject({ status: 403, code: 'booking.not-your-step' })
    const yes = await s.t.injectAs(creator, routes.confirmBooking, { params, body: { expected: asked.version } })
    expect(yes.reply.state).toBe('confirmed')
    expect(await s.told(client)).toEqual(['schedule_created appointment_update medium'])
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
    expect(gone.problem).toMatchObject({ status: 410, code: 'booking.request-over' })
    const back = await s.t.injectAs(client, routes.cancelBooking, {
      params: { id: lost.id },
      body: { expected: lost.version, reason: '', refund: null },
      key: 'lost',
    })
    expect(back.reply.state).toBe('cancelled')
    const third = await s.book(client, service, '2027-03-19T10:00:00.000Z')
    await s.goTo('2027-03-16T08:20:00Z')
    expect((await s.read(client, third)).state).toBe('expired')
    expect((await s.told(client)).filter((one) => one.startsWith('schedule_cancelled')).length).toBe(2)
  })

  test('to anybody else a booking is absent; operators have a way of their own', async () => {
    const { services } = await s.creator()
    const [service] = services
    if (!service) throw new Error('no service')
    const held = await s.hold(await s.t.person(), service, '2027-03-19T09:00:00.000Z')
    const params = { id: held.id }
    const stranger = await s.t.person()
    for (const answer of [
      await s.t.injectAs(stranger, routes.readBooking, { params }),
      await s.t.injectAs(stranger, routes.readCancellation, { params }),
      await s.t.injectAs(stranger, routes.readCalendarFile, { params }),
      await s.t.injectAs(stranger, routes.giveBackHold, { params, body: { expected: 1 } }),
    ]) {
      expect(answer.problem).toMatchObject({ status: 404, code: 'booking.not-found' })
    }
    const operator = await s.t.person('Olga Operator', { operator: true })
    const read = await s.t.injectAs(operator, routes.readBookingAsOperator, { params })
    expect(read.reply).toMatchObject({ part: 'operator', charge: null })
  })

  test('what operators may do is not there for either side nor for strangers, and changes nothing', async () => {
    const { person: creator, services } = await s.creator()
    const [service] = services
    if (!service) throw new Error('no service')
    const client = await s.t.person()
    const { id, version } = await s.book(client, service, '2027-03-19T09:00:00.000Z')
    const params = { id }
    const reason = 'Because'
    for (const who of [client, creator, await s.t.person()]) {
      const key = `not-${who.id}`
      const overturn = { expected: version, outcome: 'completed' as const, reason }
      for (const { status } of [
        await s.t.injectAs(who, routes.readBookingAsOperator, { params }),
        await s.t.injectAs(who, routes.cancelAsOperator, { params, body: { expected: version, reason }, key }),
        await s.t.injectAs(who, routes.overturnNoShow, { params, body: overturn, key: `${key}-too` }),
        await s.t.injectAs(who, routes.listMissed, { query: {} }),
      ]) {
        expect(status).toBe(404)
      }
    }
    expect(await s.read(client, { id })).toMatchObject({ state: 'confirmed', version })
    const operator = await s.t.person('Olga Operator', { operator: true })
    const body = { expected: version, reason }
    const gone = await s.t.injectAs(operator, routes.cancelAsOperator, { params, body, key: 'operator' })
    expect(gone.reply).toMatchObject({ state: 'cancelled', ended: { by: 'operator', reason } })
  })
})

test('a booking moves with the length it was booked with, even when its service is no longer offered', async () => {
  const { person: creator, services } = await s.creator()
  const [service] = services
  if (!service) throw new Error('no service')
  const client = await s.t.person()
  const date = new Date(s.t.clock.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const { id, version } = await s.book(client, service, `${date}T10:00:00.000Z`)
  await s.t.injectAs(creator, routes.changeSession, {
    params: { id: service.id },
    body: { ...freeTalk, minutes: 120, incrementMinutes: 30 },
  })
  await s.t.injectAs(creator, routes.removeSession, { params: { id: service.id } })
  const query = { from: date, to: date, timeZone: 'UTC', moving: id }
  const { reply } = await s.t.injectAs(client, routes.listSlots, { params: { id: service.id }, query })
  expect(reply.minutes).toBe(30)
  // Every start that is listed can be had; the present one is no other time.
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
  const again = await s.t.injectAs(client, routes.listSlots, {
    params: { id: service.id },
    query: { from: date, to: date, timeZone: 'UTC' },
  })
  expect(again.status).toBe(404)
})

describe('moving inside the window', () => {
  test('needs the consent of the other side, who accepts, declines or lets it lapse', async () => {
    const { person: creator, services } = await s.creator()
    const [service] = services
    if (!service) throw new Error('no service')
    const client = await s.t.person()
    const at = new Date(s.t.clock.now() + 20 * 3_600_000).toISOString().slice(0, 11)
    const { id, version } = await s.book(client, service, `${at}10:00:00.000Z`)
    await s.goTo(`${at}05:00:00Z`)
    const params = { id }
    const to = `${at}11:00:00.000Z`
    const alone = await s.t.injectAs(client, routes.moveBooking, { params, body: { expected: version, at: to } })
    expect(alone.problem).toMatchObject({ status: 409, code: 'booking.move-needs-consent' })
    const asked = (await s.t.injectAs(client, routes.proposeMove, { params, body: { expected: version, at: to } }))
      .reply
    expect(asked).toMatchObject({ startsAt: `${at}10:00:00.000Z`, proposal: { by: 'client', startsAt: to } })
    expect((await s.read(creator, { id })).actions).toEqual(
      ['cancel', 'accept-move', 'decline-move'].toSorted((a, b) => order(a) - order(b)),
    )
    const no = await s.t.injectAs(creator, routes.declineMove, { params, body: { expected: asked.version } })
    expect(no.reply.proposal).toBeNull()
    const again = (
      await s.t.injectAs(client, routes.proposeMove, { params, body: { expected: no.reply.version, at: to } })
    ).reply
    const yes = await s.t.injectAs(creator, routes.acceptMove, { params, body: { expected: again.version } })
    expect(yes.reply).toMatchObject({ startsAt: to, proposal: null, state: 'confirmed' })
    const third = (
      await s.t.injectAs(creator, routes.proposeMove, {
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
