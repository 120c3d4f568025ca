import * as routes from '@veranda/contract/bookings/routes.ts'
import { hour, instant, minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingScenario, everyDay, paidTalk, bookingScenario } from '../testing/booking-scenario.ts'

let s: BookingScenario
beforeAll(async () => {
  s = await bookingScenario()
})
afterAll(() => s.t.close())

const always = {
  ...everyDay,
  timeZone: 'UTC',
  weekly: everyDay.weekly.map(({ weekday }) => ({ weekday, from: '00:00', to: '24:00' })),
}
const terms = { ...paidTalk, noticeMinutes: 720, policy: [{ hoursBefore: 24, refundPercent: 100 }] }
const iso = (ms: number) => new Date(ms).toISOString()
/** Returns a full hour, `hours` hours from now. */
const inHours = (hours: number) => Math.ceil(s.t.clock.now() / hour) * hour + hours * hour

async function paidBooking(hours: number, schedule: typeof always = always) {
  const { user: creator, services } = await s.creator([terms], schedule)
  const [service] = services
  if (!service) throw new Error('no service')
  const client = await s.t.createUser()
  const booking = await s.bookPaid(client, service, iso(inHours(hours)))
  const share = async () =>
    (await s.t.injectAs(client, routes.previewCancellation, { params: { id: booking.id } })).reply.refundPercent
  return { creator, client, service, booking, params: { id: booking.id }, share }
}

test("a creator cannot move a paid session to minutes from now, whatever the service's notice is by then", async () => {
  const { creator, client, service, booking, params, share } = await paidBooking(240)
  expect(await share()).toBe(100)
  const changed = { ...terms, noticeMinutes: 0, incrementMinutes: 5 }
  await s.t.injectAs(creator, routes.changeHourlyService, { params: { id: service.id }, body: changed })
  const at = iso(Math.ceil((s.t.clock.now() + minute) / (5 * minute)) * 5 * minute)
  const body = { at, expected: booking.version }
  const alone = await s.t.injectAs(creator, routes.moveBooking, { params, body })
  expect(alone.problem).toMatchObject({ status: 409, code: 'booking.move-needs-consent' })
  // It cannot even be proposed: it is less than the agreed notice.
  const asked = await s.t.injectAs(creator, routes.proposeBookingMove, { params, body })
  expect(asked.problem).toMatchObject({ status: 409, code: 'booking.slot-taken' })
  const today = iso(s.t.clock.now()).slice(0, 10)
  const query = { from: today, to: today, timeZone: 'UTC', movingBookingId: booking.id }
  const { reply } = await s.t.injectAs(creator, routes.listSlots, { params: { id: service.id }, query })
  const [first] = reply.days.flatMap(({ slots }) => slots)
  expect(Date.parse(first?.at ?? iso(0))).toBeGreaterThanOrEqual(s.t.clock.now() + 720 * minute)
  expect(await share()).toBe(100)
  expect((await s.read(client, booking)).startsAt).toBe(booking.startsAt)
})

test("a move into the cancellation window needs the other side's consent, and the refund only shrinks with it", async () => {
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
  const asked = await s.t.injectAs(creator, routes.proposeBookingMove, { params, body })
  expect(asked.reply.proposal?.by).toBe('creator')
  expect(await share()).toBe(100)
  const yes = { expected: asked.reply.version }
  const moved = await s.t.injectAs(client, routes.acceptBookingMove, { params, body: yes })
  expect([moved.status, moved.reply.startsAt, await share()]).toEqual([200, body.at, 0])
})

test('a proposal can be accepted even after the minimum notice has passed', async () => {
  const { creator, client, booking, params } = await paidBooking(14)
  const at = iso(Date.parse(booking.startsAt) + hour)
  const asked = await s.t.injectAs(creator, routes.proposeBookingMove, {
    params,
    body: { at, expected: booking.version },
  })
  await s.goTo(instant(Date.parse(at) - 12 * hour + minute))
  expect((await s.read(client, booking)).actions).toContain('accept-move')
  const body = { expected: asked.reply.version }
  const yes = await s.t.injectAs(client, routes.acceptBookingMove, { params, body })
  expect([yes.status, yes.reply.startsAt]).toEqual([200, at])
})

test("a session moved past the day of the creator's travel is shown in the new zone", async () => {
  const dateIn = (hours: number) => iso(inHours(hours)).slice(0, 10)
  const schedule = { ...always, travels: [{ from: dateIn(8 * 24), timeZone: 'Asia/Kathmandu' }] }
  const { client, booking, params } = await paidBooking(120, schedule)
  expect(booking.zones.creator).toBe('UTC')
  const at = `${dateIn(11 * 24)}T10:15:00.000Z`
  const moved = await s.t.injectAs(client, routes.moveBooking, { params, body: { at, expected: booking.version } })
  expect(moved.reply.zones).toEqual({ client: 'Asia/Tokyo', creator: 'Asia/Kathmandu' })
  expect((await s.read(client, booking)).zones.creator).toBe('Asia/Kathmandu')
})
