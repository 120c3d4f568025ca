import { accountChanged } from '@veranda/contract/accounts/events.ts'
import * as routes from '@veranda/contract/bookings/routes.ts'
import { listSandboxMail } from '@veranda/contract/sandbox/routes.ts'
import { changePreferences } from '@veranda/contract/notifications/routes.ts'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStream } from '../../../platform/events/streams.ts'
import { type MailServer, startMailServer } from '../../../testing/mail-server.ts'
import { parseICalendar } from './testing/parse-icalendar.ts'
import { type BookingScenario, freeTalk, monday, bookingScenario } from '../testing/booking-scenario.ts'

let s: BookingScenario
let mailServer: MailServer

beforeAll(async () => {
  mailServer = await startMailServer()
  s = await bookingScenario({
    env: { ...mailServer.env, PUBLIC_URL: 'https://veranda.test' },
  })
})
afterAll(async () => {
  await s.t.close()
  await mailServer.close()
})

async function parsed(mail: { raw: Buffer } | undefined) {
  if (!mail) throw new Error('no mail arrived')
  const whole = await PostalMime.parse(mail.raw)
  const part = whole.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  if (!part) throw new Error('no calendar in the mail')
  const content =
    typeof part.content === 'string' ? part.content : Buffer.from(part.content as ArrayBuffer).toString('utf8')
  return { whole, method: part.method, ...parseICalendar(content) }
}

test('by real mail: booked across a clock change, moved and cancelled, one UID, a growing SEQUENCE, the right time in both zones', async () => {
  const { user: creator, services } = await s.creator([freeTalk], {
    timeZone: 'Europe/Berlin',
    weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '17:00' })),
    overrides: [],
    absences: [],
    travels: [],
  })
  const [service] = services
  if (!service) throw new Error('no service')
  const client = await s.t.createUser('Maya Client', { timeZone: 'Asia/Tokyo' })
  // Sunday the 28th is the day on which the clocks in Berlin go forward.
  const booked = await s.book(client, service, '2027-03-27T09:00:00.000Z')
  await s.runUntilIdle()
  expect(mailServer.received.map(({ to }) => to).toSorted()).toEqual([client.email, creator.email].toSorted())
  const mail = await parsed(mailServer.received.find(({ to }) => to === client.email))
  const [event] = mail.events
  expect(mail.method).toBe('REQUEST')
  expect(mail.calendar.get('METHOD')).toBe('REQUEST')
  expect(mail.calendar.get('VERSION')).toBe('2.0')
  expect(event?.get('UID')).toBe(`${booked.id}@veranda`)
  expect(event?.get('SEQUENCE')).toBe('0')
  expect(event?.get('DTSTART')).toBe('20270327T090000Z')
  expect(event?.get('DTEND')).toBe('20270327T093000Z')
  expect(event?.get('STATUS')).toBe('CONFIRMED')
  expect(event?.get('ORGANIZER')).toContain('hello@veranda.test')
  expect(event?.get('ATTENDEE')).toContain(client.email)
  expect(mail.whole.text).not.toContain(creator.email)
  expect(mail.whole.subject).toBe('Booked: Talk about a work with Pablo Creator')
  // Both zones are written out: ten in the morning in Berlin, six in the evening in Tokyo.
  expect(mail.whole.text).toMatch(/Saturday,? 27 March 2027.*18:00.*18:30.*\(Asia\/Tokyo\)/)
  expect(mail.whole.text).toMatch(/Saturday,? 27 March 2027.*10:00.*10:30.*\(Europe\/Berlin\)/)
  expect(mail.whole.text).toContain(`https://veranda.test/rooms/${booked.id}`)

  mailServer.received.length = 0
  const to = '2027-03-28T08:00:00.000Z'
  const params = { id: booked.id }
  await s.t.injectAs(client, routes.moveBooking, { params, body: { expected: booked.version, at: to } })
  await s.runUntilIdle()
  const moved = await parsed(mailServer.received.find(({ to: address }) => address === creator.email))
  expect(moved.events[0]?.get('UID')).toBe(`${booked.id}@veranda`)
  expect(moved.events[0]?.get('SEQUENCE')).toBe('1')
  expect(moved.events[0]?.get('DTSTART')).toBe('20270328T080000Z')
  // Ten o'clock again, now in summer time, followed by the previous time.
  expect(moved.whole.text).toMatch(/Sunday,? 28 March 2027.*10:00.*CEST.*\(Europe\/Berlin\)/)
  expect(moved.whole.text).toMatch(/Saturday,? 27 March 2027.*10:00.*CET.*\(Europe\/Berlin\)/)

  mailServer.received.length = 0
  const body = { expected: booked.version + 1, reason: 'I’m ill.', refund: null }
  await s.t.injectAs(creator, routes.cancelBooking, { params, body, key: 'gone' })
  await s.runUntilIdle()
  expect(mailServer.received.length).toBe(2)
  const gone = await parsed(mailServer.received.find(({ to: address }) => address === client.email))
  expect(gone.method).toBe('CANCEL')
  expect(gone.whole.text).toContain('Reason: “I’m ill.”')
  expect(gone.calendar.get('METHOD')).toBe('CANCEL')
  expect(gone.events[0]?.get('UID')).toBe(`${booked.id}@veranda`)
  expect(gone.events[0]?.get('SEQUENCE')).toBe('2')
  expect(gone.events[0]?.get('STATUS')).toBe('CANCELLED')
  for (const { raw } of mailServer.received) expect(raw.toString('utf8')).not.toMatch(/[^\r]\n/)
})

test('users who switched mail off get none, except for a session cancelled within a day of its start', async () => {
  const { user: creator, services } = await s.creator()
  const [service] = services
  if (!service) throw new Error('no service')
  const client = await s.t.createUser('Nora Nomail')
  await s.t.injectAs(client, changePreferences, { body: { channels: { email: false } } })
  mailServer.received.length = 0
  const booked = await s.book(client, service, '2027-03-15T12:00:00.000Z')
  await s.runUntilIdle()
  expect(mailServer.received.map(({ to }) => to)).toEqual([creator.email])
  const body = { expected: booked.version, reason: '', refund: null }
  await s.t.injectAs(creator, routes.cancelBooking, { params: { id: booked.id }, body, key: 'late' })
  await s.runUntilIdle()
  expect(mailServer.received.map(({ to }) => to).toSorted()).toEqual(
    [client.email, creator.email, creator.email].toSorted(),
  )
})

test('a cancelled request was in no calendar, so no one gets a file; after confirmation both sides do', async () => {
  const { user: creator, services } = await s.creator([{ ...freeTalk, confirmation: 'manual' }])
  const [service] = services
  if (!service) throw new Error('no service')
  const client = await s.t.createUser('Rita Requests')
  mailServer.received.length = 0
  const asked = await s.book(client, service, '2027-03-17T12:00:00.000Z')
  expect(asked.state).toBe('requested')
  const called = { expected: asked.version, reason: '', refund: null }
  const off = await s.t.injectAs(client, routes.cancelBooking, { params: { id: asked.id }, body: called, key: 'asked' })
  expect(off.reply).toMatchObject({ state: 'cancelled', calendarUrl: null })
  const download = (id: string) => s.t.injectAs(client, routes.readCalendarFile, { params: { id } })
  expect((await download(asked.id)).status).toBe(404)
  await s.runUntilIdle()
  const calendars = () => mailServer.received.filter(({ raw }) => raw.includes('text/calendar'))
  expect(calendars().map(({ to }) => to)).toEqual([])

  mailServer.received.length = 0
  const secondBooking = await s.book(client, service, '2027-03-17T13:00:00.000Z')
  const at = { params: { id: secondBooking.id } }
  const sure = await s.t.injectAs(creator, routes.confirmBooking, { ...at, body: { expected: secondBooking.version } })
  const body = { expected: sure.reply.version, reason: '', refund: null }
  const over = await s.t.injectAs(client, routes.cancelBooking, { ...at, body, key: 'sure' })
  expect(over.reply.calendarUrl).not.toBeNull()
  expect((await download(secondBooking.id)).status).toBe(200)
  await s.runUntilIdle()
  const methods = await Promise.all(calendars().map(async (mail) => (await parsed(mail)).method))
  expect(methods).toEqual(['CANCEL', 'CANCEL'])
})

test('the downloaded file and the private feed can be parsed; renewing the address disables the old one', async () => {
  const { user: creator, services } = await s.creator()
  const [service] = services
  if (!service) throw new Error('no service')
  const client = await s.t.createUser('Maya Client')
  const one = await s.book(client, service, '2027-03-29T09:00:00.000Z')
  await s.book(await s.t.createUser(), service, '2027-03-30T10:00:00.000Z')
  const get = async (url: string, cookie?: string) =>
    s.t.app.http.inject({ method: 'GET', url, headers: cookie ? { cookie } : {} })
  expect(one.calendarUrl).toBe(`/api/bookings/${one.id}/calendar.ics`)
  const file = await get(one.calendarUrl ?? '', client.cookie)
  expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="veranda-\w+\.ics"$/)
  expect(file.headers['cache-control']).toBe('private, no-store')
  expect(file.body).not.toMatch(/[^\r]\n/)
  const single = parseICalendar(file.body)
  expect(single.events[0]?.get('DTSTART')).toBe('20270329T090000Z')
  // RFC 5546, 3.2.1; a stored file invites no one.
  expect(single.calendar.get('METHOD')).toBe('PUBLISH')
  expect(single.events[0]?.get('ORGANIZER')).toContain('hello@veranda.test')
  expect(single.events[0]?.has('ATTENDEE')).toBe(false)
  expect(file.body).not.toMatch(/REFRESH-INTERVAL|X-PUBLISHED-TTL/)
  expect((await get(one.calendarUrl ?? '')).statusCode).toBe(404)

  const feed = (await s.t.injectAs(creator, routes.readCalendarFeed)).reply
  expect((await s.t.injectAs(creator, routes.readCalendarFeed)).reply).toEqual(feed)
  const path = new URL(feed.url).pathname
  const feedFile = await get(path)
  expect(feedFile.headers['cache-control']).toBe('private, no-store')
  const read = parseICalendar(feedFile.body)
  expect(read.calendar.get('METHOD')).toBe('PUBLISH')
  expect([...read.calendar.keys()].some((name) => name.startsWith('REFRESH-INTERVAL'))).toBe(true)
  expect(read.events.map((event) => event.get('DTSTART'))).toEqual(['20270329T090000Z', '20270330T100000Z'])
  // The creator's other tabs receive the new address as a change of their account.
  const changes = async () => {
    await s.runUntilIdle()
    const stream = await readStream(s.t.deps.db, { kind: 'user', id: creator.id })
    return stream.filter(({ name }) => name === accountChanged.name).length
  }
  const before = await changes()
  const renewed = (await s.t.injectAs(creator, routes.renewCalendarFeed)).reply
  expect(renewed.url).not.toBe(feed.url)
  expect((await changes()) - before).toBe(1)
  expect((await get(path)).statusCode).toBe(404)
  expect((await get(new URL(renewed.url).pathname)).statusCode).toBe(200)
})

test('of more sessions than fit, a feed keeps all upcoming ones and the most recent past ones', async () => {
  const { user: creator, services } = await s.creator()
  const [service] = services
  if (!service) throw new Error('no service')
  const { id } = await s.book(await s.t.createUser('Busy Client'), service, '2027-04-05T09:00:00.000Z')
  // One per hour, back from eight this morning: more than fit.
  await sql`insert into bookings select (json_populate_record(b, json_build_object('id', gen_random_uuid(),
      'state', 'completed', 'starts_at', ${new Date(monday)}::timestamptz - n * interval '1 hour',
      'ends_at', ${new Date(monday)}::timestamptz - n * interval '1 hour' + interval '30 minutes'))).*
    from bookings b, generate_series(1, 1_200) n where b.id = ${id}`.execute(s.t.deps.db)
  const feed = (await s.t.injectAs(creator, routes.readCalendarFeed)).reply
  const { body } = await s.t.app.http.inject({ method: 'GET', url: new URL(feed.url).pathname })
  const starts = parseICalendar(body).events.map((event) => event.get('DTSTART') ?? '')
  expect(starts).toHaveLength(1_000)
  expect(starts.slice(-2)).toEqual(['20270315T070000Z', '20270405T090000Z'])
  expect(starts).toEqual(starts.toSorted())
})

test("without a mail server each side finds their own mail with its calendar file in the sandbox, and no one else's", async () => {
  const other = await bookingScenario()
  try {
    const { services } = await other.creator()
    const [service] = services
    if (!service) throw new Error('no service')
    const client = await other.t.createUser()
    await other.book(client, service, '2027-03-29T09:00:00.000Z')
    await other.runUntilIdle()
    const { reply, headers } = await other.t.injectAs(client, listSandboxMail)
    // Mails have links that open an account.
    expect(headers['cache-control']).toBe('no-store')
    const invitation = reply.items.find(({ calendar }) => calendar !== null)
    expect(invitation?.subject).toContain(service.title)
    expect(invitation?.calendar?.content).toContain('METHOD:REQUEST')
    expect((await other.t.injectAs(await other.t.createUser(), listSandboxMail)).reply.items).toEqual([])
    expect((await other.t.injectAs(null, listSandboxMail)).status).toBe(401)
  } finally {
    await other.t.close()
  }
})
