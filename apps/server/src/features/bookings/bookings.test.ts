import * as routes from '@veranda/contract/bookings/routes.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readStream } from '../../log/stream.ts'
import { noteRoomFault } from './meet.ts'
import { type SessionStory, everyDay, freeTalk, sessionStory } from './testing/session-story.ts'

let s: SessionStory
beforeAll(async () => {
  s = await sessionStory()
})
afterAll(() => s.t.close())

async function told(who: Parameters<SessionStory['read']>[0]): Promise<string[]> {
  await s.rest()
  const { items } = (await s.t.injectAs(who, listNotifications, { query: { limit: 20 } })).reply
  return items.map(({ data, priority, type }) => `${data.event ?? ''} ${type} ${priority}`)
}

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
    expect(booked.actions).toEqual(['move', 'cancel'])
    expect(await told(creator)).toEqual(['schedule_created appointment_update medium'])
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
    expect(await told(client)).toEqual(['schedule_updated appointment_update high'])
    const preview = (await s.t.injectAs(client, routes.readCancellation, { params: { id } })).reply
    expect(preview).toMatchObject({ refund: null, paid: null, refundPercent: 100 })
    const body = { expected: moved.version, reason: 'Ill', refund: null }
    const gone = (await s.t.injectAs(client, routes.cancelBooking, { params: { id }, body, key: 'c1' })).reply
    expect(gone).toMatchObject({ state: 'cancelled', ended: { by: 'client', reason: 'Ill' }, actions: [] })
    expect((await told(creator))[0]).toBe('schedule_cancelled appointment_canceled high')
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
    expect(await told(creator)).toEqual(['schedule_created appointment_update high'])
    const params = { id: asked.id }
    const own = await s.t.injectAs(client, routes.confirmBooking, { params, body: { expected: asked.version } })
    expect(own.problem).toMatchObject({ status: 403, code: 'booking.not-your-step' })
    const yes = await s.t.injectAs(creator, routes.confirmBooking, { params, body: { expected: asked.version } })
    expect(yes.reply.state).toBe('confirmed')
    expect(await told(client)).toEqual(['schedule_created appointment_update medium'])
    const second = await s.book(client, service, '2027-03-19T10:00:00.000Z')
    const body = { expected: second.version, reason: 'Away' }
    const no = await s.t.injectAs(creator, routes.declineBooking, { params: { id: second.id }, body, key: 'd1' })
    expect(no.reply.state).toBe('declined')
    const third = await s.book(client, service, '2027-03-19T10:00:00.000Z')
    await s.goTo('2027-03-16T08:20:00Z')
    expect((await s.read(client, third)).state).toBe('expired')
    expect((await told(client)).filter((one) => one.startsWith('schedule_cancelled')).length).toBe(2)
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
      await s.t.injectAs(stranger, routes.enterBooking, { params }),
    ]) {
      expect(answer.problem).toMatchObject({ status: 404, code: 'booking.not-found' })
    }
    const operator = await s.t.person('Olga Operator', { operator: true })
    const read = await s.t.injectAs(operator, routes.readBookingAsOperator, { params })
    expect(read.reply).toMatchObject({ part: 'operator', charge: null })
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

describe('the session itself', () => {
  test('reminders come at their times with their weight, once; both there early, they meet; both agree, it ends', async () => {
    const { person: creator, services } = await s.creator()
    const [service] = services
    if (!service) throw new Error('no service')
    const client = await s.t.person()
    const date = new Date(s.t.clock.now() + 3 * 86_400_000).toISOString().slice(0, 11)
    const { id, startsAt } = await s.book(client, service, `${date}10:00:00.000Z`)
    for (const before of [24 * 60, 60, 30, 5, 4]) {
      await s.goTo(new Date(Date.parse(startsAt) - before * 60_000).toISOString())
    }
    expect(await told(client)).toEqual([
      'schedule_reminder appointment_reminder urgent',
      'schedule_reminder appointment_reminder urgent',
      'schedule_reminder appointment_reminder high',
      'schedule_reminder appointment_reminder low',
    ])
    const { items } = (await s.t.injectAs(client, listNotifications, { query: {} })).reply
    expect(items[0]?.data).toMatchObject({ appointmentId: id, joinUrl: `/booking/confirm/${id}` })
    const params = { id }
    expect((await s.t.injectAs(client, routes.enterBooking, { params })).reply.state).toBe('confirmed')
    expect((await s.t.injectAs(creator, routes.enterBooking, { params })).reply.state).toBe('in_session')
    await s.goTo(`${date}10:20:00Z`)
    const now = await s.read(client, { id })
    expect(now.state).toBe('in_session')
    const one = await s.t.injectAs(client, routes.completeBooking, { params, body: { expected: now.version } })
    expect(one.reply.state).toBe('in_session')
    const both = await s.t.injectAs(creator, routes.completeBooking, { params, body: { expected: one.reply.version } })
    expect(both.reply).toMatchObject({ state: 'completed' })
  })

  test('a reminder that was slept through is not sent late', async () => {
    const { person: creator, services } = await s.creator()
    const [service] = services
    if (!service) throw new Error('no service')
    const client = await s.t.person()
    const date = new Date(s.t.clock.now() + 3 * 86_400_000).toISOString().slice(0, 11)
    await s.book(client, service, `${date}10:00:00.000Z`)
    await s.goTo(`${date}09:33:00Z`)
    for (const who of [client, creator]) {
      const reminded = (await told(who)).filter((one) => one.startsWith('schedule_reminder'))
      expect(reminded).toEqual(['schedule_reminder appointment_reminder urgent'])
    }
    await s.goTo(`${date}09:59:30Z`)
    expect((await told(client)).filter((one) => one.startsWith('schedule_reminder')).length).toBe(1)
  })

  test('a fault of our room is held against nobody', async () => {
    const { services } = await s.creator()
    const [service] = services
    if (!service) throw new Error('no service')
    const client = await s.t.person()
    const date = new Date(s.t.clock.now() + 2 * 86_400_000).toISOString().slice(0, 11)
    const { id } = await s.book(client, service, `${date}10:00:00.000Z`)
    await s.goTo(`${date}10:05:00Z`)
    await s.t.transact((t) => noteRoomFault(t, id))
    await s.goTo(`${date}10:31:00Z`)
    expect(await s.read(client, { id })).toMatchObject({ state: 'completed', presence: { client: 0, creator: 0 } })
  })

  test('nobody there ten minutes after the start: a no-show of both, which an operator may overturn for two days', async () => {
    const { person: creator, services } = await s.creator()
    const [service] = services
    if (!service) throw new Error('no service')
    const client = await s.t.person()
    const operator = await s.t.person('Olga Operator', { operator: true })
    const date = new Date(s.t.clock.now() + 2 * 86_400_000).toISOString().slice(0, 11)
    const { id } = await s.book(client, service, `${date}10:00:00.000Z`)
    await s.goTo(`${date}10:09:00Z`)
    expect((await s.read(client, { id })).state).toBe('in_session')
    await s.goTo(`${date}10:10:00Z`)
    const missed = (await s.t.injectAs(operator, routes.readBookingAsOperator, { params: { id } })).reply
    expect(missed).toMatchObject({ state: 'no_show_both', actions: ['overturn'] })
    const body = { expected: missed.version, outcome: 'completed' as const, reason: 'They met by telephone' }
    const refused = await s.t.injectAs(client, routes.overturnNoShow, { params: { id }, body, key: 'o0' })
    expect(refused.status).toBe(404)
    const found = (await s.t.injectAs(operator, routes.listMissed, { query: { limit: 100 } })).reply.items
    expect(found.find((one) => one.id === id)).toMatchObject({
      state: 'no_show_both',
      client: { id: client.id },
      until: new Date(Date.parse(`${date}10:10:00Z`) + 48 * 3_600_000).toISOString(),
    })
    expect((await s.t.injectAs(client, routes.listMissed, { query: {} })).status).toBe(404)
    const turned = await s.t.injectAs(operator, routes.overturnNoShow, { params: { id }, body, key: 'o1' })
    expect(turned.reply).toMatchObject({ state: 'completed', ended: { by: 'operator', reason: body.reason } })
    for (const who of [client, creator]) {
      expect((await told(who))[0]).toBe('schedule_updated appointment_update high')
      const { items } = (await s.t.injectAs(who, listNotifications, { query: {} })).reply
      expect(items[0]?.message).toContain('They met by telephone')
      expect((await s.read(who, { id })).ended?.reason).toBe(body.reason)
    }
    const left = (await s.t.injectAs(operator, routes.listMissed, { query: { limit: 100 } })).reply.items
    expect(left.map((one) => one.id)).not.toContain(id)
  })

  test('a no-show stands after 48 hours: it is found no more, and cannot be overturned', async () => {
    const { services } = await s.creator()
    const [service] = services
    if (!service) throw new Error('no service')
    const operator = await s.t.person('Olga Operator', { operator: true })
    const date = new Date(s.t.clock.now() + 2 * 86_400_000).toISOString().slice(0, 11)
    const { id } = await s.book(await s.t.person(), service, `${date}10:00:00.000Z`)
    const said = Date.parse(`${date}10:10:00Z`)
    await s.goTo(new Date(said + 48 * 3_600_000 - 60_000).toISOString())
    const ids = async () =>
      (await s.t.injectAs(operator, routes.listMissed, { query: { limit: 100 } })).reply.items.map((one) => one.id)
    expect(await ids()).toContain(id)
    await s.goTo(new Date(said + 48 * 3_600_000 + 1).toISOString())
    expect(await ids()).not.toContain(id)
    const { version } = (await s.t.injectAs(operator, routes.readBookingAsOperator, { params: { id } })).reply
    const body = { expected: version, outcome: 'completed' as const, reason: 'Too late' }
    const late = await s.t.injectAs(operator, routes.overturnNoShow, { params: { id }, body, key: 'late' })
    expect(late.problem).toMatchObject({ status: 410, code: 'booking.overturn-over' })
  })
})

test('the list has what is coming the soonest first and what is past the latest first, page by page', async () => {
  const { person: creator, services } = await s.creator()
  const [service] = services
  if (!service) throw new Error('no service')
  const date = new Date(s.t.clock.now() + 2 * 86_400_000).toISOString().slice(0, 11)
  const hours = ['09:00', '10:00', '11:00', '12:00', '13:00']
  for (const hour of hours) await s.book(await s.t.person(), service, `${date}${hour}:00.000Z`)
  const first = (await s.t.injectAs(creator, routes.listAppointments, { query: { limit: 3 } })).reply
  expect(first.items.map(({ startsAt }) => startsAt.slice(11, 16))).toEqual(hours.slice(0, 3))
  const second = (
    await s.t.injectAs(creator, routes.listAppointments, { query: { limit: 3, cursor: first.next ?? '' } })
  ).reply
  expect(second.items.map(({ startsAt }) => startsAt.slice(11, 16))).toEqual(hours.slice(3))
  expect(second.next).toBeNull()
  const nowhere = await s.t.injectAs(creator, routes.listAppointments, { query: { cursor: 'nowhere' } })
  expect(nowhere.problem).toMatchObject({ status: 422, code: 'list.cursor-unreadable' })
  expect((await s.t.injectAs(creator, routes.nextAppointments)).reply.items.length).toBe(3)
  const query = { from: `${date}00:00:00.000Z`, to: `${date}23:00:00.000Z` }
  const calendar = (await s.t.injectAs(creator, routes.readCalendar, { query })).reply
  expect(calendar.items.length).toBe(5)
  expect(calendar.open.length).toBe(1)
  await s.goTo(`${date}14:00:00Z`)
  const past = (await s.t.injectAs(creator, routes.listAppointments, { query: { when: 'past' } })).reply
  expect(past.items.map(({ startsAt, state }) => `${startsAt.slice(11, 16)} ${state}`)).toEqual(
    hours.toReversed().map((hour) => `${hour} no_show_both`),
  )
})

test('what waits for the reader is found however much is coming, and only for whom it waits', async () => {
  const { person: creator, services } = await s.creator([freeTalk, { ...freeTalk, confirmation: 'by-hand' }])
  const [atOnce, byHand] = services
  if (!atOnce || !byHand) throw new Error('no service')
  const date = new Date(s.t.clock.now() + 3 * 86_400_000).toISOString().slice(0, 11)
  for (const hour of ['09:00', '10:00', '11:00']) await s.book(await s.t.person(), atOnce, `${date}${hour}:00.000Z`)
  const asking = await s.t.person()
  const asked = await s.book(asking, byHand, `${date}12:00:00.000Z`)
  const holding = await s.t.person()
  const held = await s.hold(holding, atOnce, `${date}13:00:00.000Z`)
  const waiting = async (who: Parameters<SessionStory['read']>[0], limit = 2) =>
    (await s.t.injectAs(who, routes.listAppointments, { query: { when: 'waiting', limit } })).reply.items.map(
      ({ id, waitsForMe }) => [id, waitsForMe],
    )
  expect(await waiting(creator)).toEqual([[asked.id, true]])
  expect(await waiting(asking)).toEqual([])
  expect(await waiting(holding)).toEqual([[held.id, true]])
  await s.t.injectAs(creator, routes.confirmBooking, { params: { id: asked.id }, body: { expected: asked.version } })
  await s.goTo(`${date}07:00:00.000Z`)
  const { version } = await s.read(asking, asked)
  const at = `${date}14:00:00.000Z`
  await s.t.injectAs(asking, routes.proposeMove, { params: { id: asked.id }, body: { expected: version, at } })
  expect(await waiting(creator)).toEqual([[asked.id, true]])
  expect(await waiting(asking)).toEqual([])
})
