import { bookingChanged } from '@veranda/contract/bookings/events.ts'
import * as routes from '@veranda/contract/bookings/routes.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { instant } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestUser } from '../../../testing/test-app.ts'
import { readStream } from '../../../platform/events/streams.ts'
import { recordRoomFault } from './attendance.ts'
import { paidTalk, type BookingScenario, bookingScenario } from '../testing/booking-scenario.ts'

let s: BookingScenario
beforeAll(async () => {
  s = await bookingScenario()
})
afterAll(() => s.t.close())

describe('the session itself', () => {
  test('each reminder arrives once, on time, with its priority; with both sides there early the session starts, and it ends when both agree', async () => {
    const { user: creator, services } = await s.creator()
    const [service] = services
    if (!service) throw new Error('no service')
    const client = await s.t.createUser()
    const date = new Date(s.t.clock.now() + 3 * 86_400_000).toISOString().slice(0, 11)
    const { id, startsAt } = await s.book(client, service, `${date}10:00:00.000Z`)
    for (const before of [24 * 60, 60, 30, 5, 4]) {
      await s.goTo(new Date(Date.parse(startsAt) - before * 60_000).toISOString())
    }
    expect(await s.notificationsOf(client)).toEqual([
      'schedule_reminder appointment_reminder urgent',
      'schedule_reminder appointment_reminder urgent',
      'schedule_reminder appointment_reminder high',
      'schedule_reminder appointment_reminder low',
    ])
    const { items } = (await s.t.injectAs(client, listNotifications, { query: {} })).reply
    expect(items[0]?.data).toMatchObject({ appointmentId: id, joinUrl: `/rooms/${id}` })
    const params = { id }
    await s.enterRoom(client, { id })
    expect((await s.read(client, { id })).state).toBe('confirmed')
    await s.enterRoom(creator, { id })
    expect((await s.read(client, { id })).state).toBe('in_session')
    await s.goTo(`${date}10:20:00Z`)
    const now = await s.read(client, { id })
    expect(now.state).toBe('in_session')
    const one = await s.t.injectAs(client, routes.completeBooking, { params, body: { expected: now.version } })
    expect(one.reply.state).toBe('in_session')
    const both = await s.t.injectAs(creator, routes.completeBooking, { params, body: { expected: one.reply.version } })
    expect(both.reply).toMatchObject({ state: 'completed' })
  })

  test('a late reminder is sent until the next one is due; after a downtime only the last missed one is sent', async () => {
    const { user: creator, services } = await s.creator()
    const [service] = services
    if (!service) throw new Error('no service')
    const client = await s.t.createUser()
    const date = new Date(s.t.clock.now() + 3 * 86_400_000).toISOString().slice(0, 11)
    await s.book(client, service, `${date}10:00:00.000Z`)
    const reminded = async (who: TestUser) =>
      (await s.notificationsOf(who)).filter((one) => one.startsWith('schedule_reminder'))
    await s.goTo(new Date(Date.parse(`${date}10:00:00Z`) - 24 * 3_600_000 + 5 * 60_000).toISOString())
    for (const who of [client, creator]) expect(await reminded(who)).toHaveLength(1)
    await s.goTo(`${date}09:45:00Z`)
    for (const who of [client, creator]) {
      const [last, ...before] = await reminded(who)
      expect([last, before.length]).toEqual(['schedule_reminder appointment_reminder urgent', 1])
    }
    await s.goTo(`${date}09:59:30Z`)
    expect(await reminded(client)).toHaveLength(3)
    const texts = async () => {
      const { items } = (await s.t.injectAs(client, listNotifications, { query: { type: 'appointment_reminder' } }))
        .reply
      return items.map(({ title, message }) => `${title}: ${message}`)
    }
    const nextTexts = ['The room is open', 'Your session starts within 30 minutes', 'Your session starts within a day']
    expect(await texts()).toEqual(nextTexts.map((title) => expect.stringMatching(`^${title}: “Talk about a work” on `)))
    // Read later, none of them speaks of what will be.
    await s.goTo(`${date}10:00:00Z`)
    const past = expect.stringMatching(/^Session reminder: “Talk about a work” was planned for .+\.$/)
    expect(await texts()).toEqual([past, past, past])
  })

  test('a move reschedules the reminders: none at the old times, all at the new ones', async () => {
    const { user: creator, services } = await s.creator()
    const [service] = services
    if (!service) throw new Error('no service')
    const client = await s.t.createUser()
    const date = new Date(s.t.clock.now() + 3 * 86_400_000).toISOString().slice(0, 11)
    const { id, version } = await s.book(client, service, `${date}10:00:00.000Z`)
    const body = { expected: version, at: `${date}14:00:00.000Z` }
    await s.t.injectAs(creator, routes.moveBooking, { params: { id }, body })
    const reminded = async () =>
      (await s.notificationsOf(client)).filter((one) => one.startsWith('schedule_reminder')).length
    const dayBefore = (at: string) => new Date(Date.parse(`${date}${at}Z`) - 24 * 3_600_000).toISOString()
    await s.goTo(dayBefore('10:00:00'))
    expect(await reminded()).toBe(0)
    await s.goTo(dayBefore('14:00:00'))
    expect(await reminded()).toBe(1)
    await s.goTo(`${date}09:30:00Z`)
    expect(await reminded()).toBe(1)
    await s.goTo(`${date}13:00:00Z`)
    expect(await reminded()).toBe(2)
    await s.goTo(`${date}13:30:00Z`)
    expect(await reminded()).toBe(3)
  })

  test('a failure of our room counts against no one', async () => {
    const { services } = await s.creator()
    const [service] = services
    if (!service) throw new Error('no service')
    const client = await s.t.createUser()
    const date = new Date(s.t.clock.now() + 2 * 86_400_000).toISOString().slice(0, 11)
    const { id } = await s.book(client, service, `${date}10:00:00.000Z`)
    await s.goTo(`${date}10:05:00Z`)
    await s.t.transact((tx) => recordRoomFault(tx, id))
    await s.goTo(`${date}10:31:00Z`)
    expect(await s.read(client, { id })).toMatchObject({
      state: 'completed',
      attendedMinutes: { client: 0, creator: 0 },
    })
  })

  /** Creates a paid session that ended without anyone because our room failed. */
  async function unclearBooking() {
    const { services } = await s.creator([paidTalk])
    const [service] = services
    if (!service) throw new Error('no service')
    const client = await s.t.createUser()
    const admin = await s.t.createUser('Olga Admin', { isAdmin: true })
    const date = new Date(s.t.clock.now() + 2 * 86_400_000).toISOString().slice(0, 11)
    const { id } = await s.bookPaid(client, service, `${date}10:00:00.000Z`)
    await s.goTo(`${date}09:55:00Z`)
    await s.t.transact((tx) => recordRoomFault(tx, id))
    await s.goTo(`${date}12:00:00Z`)
    return { id, client, admin }
  }

  test('a paid session that our failure prevented is decided by an admin before its money moves', async () => {
    const { id, client, admin } = await unclearBooking()
    const over = (await s.t.injectAs(admin, routes.readBookingAsAdmin, { params: { id } })).reply
    expect(over).toMatchObject({ state: 'completed', attendanceUnclear: true, actions: ['overturn'] })
    expect(over.outcomes).toEqual(['completed', 'no_show_client', 'no_show_creator', 'no_show_both'])
    expect((await s.read(client, { id })).outcomes).toEqual([])
    const ids = async () =>
      (await s.t.injectAs(admin, routes.listNoShows, { query: { limit: 100 } })).reply.items.map((one) => one.id)
    expect(await ids()).toContain(id)
    const body = { expected: over.version, outcome: 'no_show_creator' as const, reason: 'Our room failed' }
    const turned = await s.t.injectAs(admin, routes.overturnNoShow, { params: { id }, body, key: 'faulted' })
    expect(turned.reply).toMatchObject({ state: 'no_show_creator', ended: { reason: 'Our room failed' } })
    await s.goTo(instant(Date.parse(over.endsAt) + 48 * 3_600_000))
    expect((await s.read(client, { id })).refund).toEqual({ amount: 10_500, currency: 'EUR' })
    expect(await s.ledgerFindings()).toEqual([])
  })

  test('a session that an admin leaves as it was disappears from the list, and the creator is paid', async () => {
    const { id, client, admin } = await unclearBooking()
    const { version, endsAt } = await s.read(client, { id })
    const body = { expected: version, outcome: 'completed' as const, reason: 'They met elsewhere' }
    await s.t.injectAs(admin, routes.overturnNoShow, { params: { id }, body, key: 'left' })
    const found = (await s.t.injectAs(admin, routes.listNoShows, { query: { limit: 100 } })).reply.items
    expect(found.map((one) => one.id)).not.toContain(id)
    await s.goTo(instant(Date.parse(endsAt) + 48 * 3_600_000))
    expect(await s.read(client, { id })).toMatchObject({ state: 'completed', refund: null })
  })

  test('with no one there ten minutes after the start it is a no-show of both, which an admin may overturn for two days', async () => {
    const { user: creator, services } = await s.creator()
    const [service] = services
    if (!service) throw new Error('no service')
    const client = await s.t.createUser()
    const admin = await s.t.createUser('Olga Admin', { isAdmin: true })
    const date = new Date(s.t.clock.now() + 2 * 86_400_000).toISOString().slice(0, 11)
    const { id } = await s.book(client, service, `${date}10:00:00.000Z`)
    await s.goTo(`${date}10:09:00Z`)
    expect((await s.read(client, { id })).state).toBe('in_session')
    await s.goTo(`${date}10:10:00Z`)
    const noShow = (await s.t.injectAs(admin, routes.readBookingAsAdmin, { params: { id } })).reply
    const outcomes = ['completed', 'no_show_client', 'no_show_creator']
    expect(noShow).toMatchObject({ state: 'no_show_both', actions: ['overturn'], outcomes })
    const unchanged = { expected: noShow.version, outcome: 'no_show_both' as const, reason: 'No one came' }
    expect(
      (await s.t.injectAs(admin, routes.overturnNoShow, { params: { id }, body: unchanged, key: 'same' })).problem.code,
    ).toBe('booking.same-outcome')
    const body = { expected: noShow.version, outcome: 'completed' as const, reason: 'They met by telephone' }
    const refused = await s.t.injectAs(client, routes.overturnNoShow, { params: { id }, body, key: 'o0' })
    expect(refused.status).toBe(404)
    const found = (await s.t.injectAs(admin, routes.listNoShows, { query: { limit: 100 } })).reply.items
    expect(found.find((one) => one.id === id)).toMatchObject({
      state: 'no_show_both',
      client: { id: client.id },
      overturnableUntil: new Date(Date.parse(`${date}10:10:00Z`) + 48 * 3_600_000).toISOString(),
    })
    expect((await s.t.injectAs(client, routes.listNoShows, { query: {} })).status).toBe(404)
    const turned = await s.t.injectAs(admin, routes.overturnNoShow, { params: { id }, body, key: 'o1' })
    expect(turned.reply).toMatchObject({ state: 'completed', ended: { by: 'admin', reason: body.reason } })
    for (const who of [client, creator]) {
      expect((await s.notificationsOf(who))[0]).toBe('schedule_updated appointment_update high')
      const { items } = (await s.t.injectAs(who, listNotifications, { query: {} })).reply
      expect(items[0]?.message).toContain('They met by telephone')
      expect((await s.read(who, { id })).ended?.reason).toBe(body.reason)
    }
    const left = (await s.t.injectAs(admin, routes.listNoShows, { query: { limit: 100 } })).reply.items
    expect(left.map((one) => one.id)).not.toContain(id)
    // An open list of an admin changes with the no-show and with its end, and with nothing before.
    const rows = await readStream(s.t.deps.db, { kind: 'user', id: admin.id })
    const received = rows.flatMap(({ name, payload }) => (name === bookingChanged.name ? [payload] : []))
    const versions = [noShow.version, turned.reply.version]
    expect(received.filter((change) => change['id'] === id)).toEqual(versions.map((version) => ({ id, version })))
  })

  test('a no-show is final after 48 hours: it is no longer listed and cannot be overturned', async () => {
    const { services } = await s.creator()
    const [service] = services
    if (!service) throw new Error('no service')
    const admin = await s.t.createUser('Olga Admin', { isAdmin: true })
    const date = new Date(s.t.clock.now() + 2 * 86_400_000).toISOString().slice(0, 11)
    const { id } = await s.book(await s.t.createUser(), service, `${date}10:00:00.000Z`)
    const reportedAt = Date.parse(`${date}10:10:00Z`)
    await s.goTo(new Date(reportedAt + 48 * 3_600_000 - 60_000).toISOString())
    const ids = async () =>
      (await s.t.injectAs(admin, routes.listNoShows, { query: { limit: 100 } })).reply.items.map((one) => one.id)
    expect(await ids()).toContain(id)
    await s.goTo(new Date(reportedAt + 48 * 3_600_000 + 1).toISOString())
    expect(await ids()).not.toContain(id)
    const { version } = (await s.t.injectAs(admin, routes.readBookingAsAdmin, { params: { id } })).reply
    const body = { expected: version, outcome: 'completed' as const, reason: 'Too late' }
    const late = await s.t.injectAs(admin, routes.overturnNoShow, { params: { id }, body, key: 'late' })
    expect(late.problem).toMatchObject({ status: 410, code: 'booking.overturn-expired' })
  })
})
