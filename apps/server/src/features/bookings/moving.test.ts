import * as routes from '@veranda/contract/bookings/routes.ts'
import { hour, instant, minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SessionStory, everyDay, paidTalk, sessionStory } from './testing/session-story.ts'

let s: SessionStory
beforeAll(async () => {
  s = await sessionStory()
})
afterAll(() => s.t.close())

const always = {
  ...everyDay,
  timeZone: 'UTC',
  weekly: everyDay.weekly.map(({ weekday }) => ({ weekday, from: '00:00', to: '24:00' })),
}
const terms = { ...paidTalk, noticeMinutes: 720, policy: [{ hoursBefore: 24, refundPercent: 100 }] }
const iso = (ms: number) => new Date(ms).toISOString()
/** A full hour, so many hours from now. */
const inHours = (hours: number) => Math.ceil(s.t.clock.now() / hour) * hour + hours * hour

async function paidBooking(hours: number, schedule: typeof always = always) {
  const { person: creator, services } = await s.creator([terms], schedule)
  const [service] = services
  if (!service) throw new Error('no service')
  const client = await s.t.person()
  const booking = await s.bookPaid(client, service, iso(inHours(hours)))
  const share = async () =>
    (await s.t.injectAs(client, routes.readCancellation, { params: { id: booking.id } })).reply.refundPercent
  return { creator, client, service, booking, params: { id: booking.id }, share }
}

test('a creator cannot move a paid session to minutes from now, whatever the service says meanwhile', async () => {
  const { creator, client, service, booking, params, share } = await paidBooking(240)
  expect(await share()).toBe(100)
  const changed = { ...terms, noticeMinutes: 0, incrementMinutes: 5 }
  await s.t.injectAs(creator, routes.changeSession, { params: { id: service.id }, body: changed })
  const at = iso(Math.ceil((s.t.clock.now() + minute) / (5 * minute)) * 5 * minute)
  const body = { at, expected: booking.version }
  const alone = await s.t.injectAs(creator, routes.moveBooking, { params, body })
  expect(alone.problem).toMatchObject({ status: 409, code: 'booking.move-needs-consent' })
  // Not even to ask for: less than the notice that was agreed on.
  const asked = await s.t.injectAs(creator, routes.proposeMove, { params, body })
  expect(asked.problem).toMatchObject({ status: 409, code: 'booking.slot-taken' })
  const today = iso(s.t.clock.now()).slice(0, 10)
  const query = { from: today, to: today, timeZone: 'UTC', moving: booking.id }
  const { reply } = await s.t.injectAs(creator, routes.listSlots, { params: { id: service.id }, query })
  const [first] = reply.days.flatMap(({ slots }) => slots)
  expect(Date.parse(first?.at ?? iso(0))).toBeGreaterThanOrEqual(s.t.clock.now() + 720 * minute)
  expect(await share()).toBe(100)
  expect((await s.read(client, booking)).startsAt).toBe(booking.startsAt)
})

test('a move into the window asks the other side, and the refund falls only with their yes', async () => {
  const { creator, client, booking, params, share } = await paidBooking(120)
  for (const [who, hours] of [
    [client, 15],
    [creator, 15],
    [creator, 26],
  ] as const) {
    const body = { at: iso(inHours(hours)), expected: booking.version }
    const alone = await s.t.injectAs(who, routes.moveBooking, { params, body })
    expect(alone.problem?.code).toBe('booking.move-needs-consent')
  }
  expect((await s.read(creator, booking)).actions).toEqual(['move', 'propose-move', 'cancel'])
  const body = { at: iso(inHours(15)), expected: booking.version }
  const asked = await s.t.injectAs(creator, routes.proposeMove, { params, body })
  expect(asked.reply.proposal?.by).toBe('creator')
  expect(await share()).toBe(100)
  const yes = { expected: asked.reply.version }
  const moved = await s.t.injectAs(client, routes.acceptMove, { params, body: yes })
  expect([moved.status, moved.reply.startsAt, await share()]).toEqual([200, body.at, 0])
})

test('a proposal that is offered for acceptance can be accepted, the minimum notice over or not', async () => {
  const { creator, client, booking, params } = await paidBooking(14)
  const at = iso(Date.parse(booking.startsAt) + hour)
  const asked = await s.t.injectAs(creator, routes.proposeMove, { params, body: { at, expected: booking.version } })
  await s.goTo(instant(Date.parse(at) - 12 * hour + minute))
  expect((await s.read(client, booking)).actions).toContain('accept-move')
  const body = { expected: asked.reply.version }
  const yes = await s.t.injectAs(client, routes.acceptMove, { params, body })
  expect([yes.status, yes.reply.startsAt]).toEqual([200, at])
})

test('moved over the day on which the creator travels, it is told on the clock of the new place', async () => {
  const dateIn = (hours: number) => iso(inHours(hours)).slice(0, 10)
  const schedule = { ...always, travels: [{ from: dateIn(8 * 24), timeZone: 'Asia/Kathmandu' }] }
  const { client, booking, params } = await paidBooking(120, schedule)
  expect(booking.zones.creator).toBe('UTC')
  const at = `${dateIn(11 * 24)}T10:15:00.000Z`
  const moved = await s.t.injectAs(client, routes.moveBooking, { params, body: { at, expected: booking.version } })
  expect(moved.reply.zones).toEqual({ client: 'Asia/Tokyo', creator: 'Asia/Kathmandu' })
  expect((await s.read(client, booking)).zones.creator).toBe('Asia/Kathmandu')
})
