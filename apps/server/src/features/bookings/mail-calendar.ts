import { type Booking } from '@veranda/core/bookings/booking.ts'
import { type BookingEvent } from '@veranda/core/bookings/events.ts'
import { joinUrl } from '@veranda/core/bookings/join-url.ts'
import { type Instant, instant } from '@veranda/core/time/instant.ts'
import { type Db } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { worker } from '../../jobs/jobs.ts'
import { reaction } from '../../log/react.ts'
import { sentence } from '../../say.ts'
import { bothTimes, timeIn } from './both-times.ts'
import { entriesFor } from './calendar-entries.ts'
import { type Entry, addressOf, calendarOf } from './calendar-file.ts'

const queue = 'bookings.mail'

type What = 'confirmed' | 'moved' | 'cancelled'
type MailJob = {
  bookingId: string
  personId: string
  what: What
  /** Of the entry that this mail is about; a later one has its own mail. */
  sequence: number
  startsAt: Instant
  oldTime: Instant | null
  /** Called off within 24 hours of the start: told whatever one has switched off. */
  late: boolean
}

/** Whether somebody lets things of this type come by mail; handed in by the composition root. */
export type MayMail = (
  db: Db,
  personId: string,
  type: 'appointment_update' | 'appointment_canceled',
) => Promise<boolean>

type Told = BookingEvent<'booking.confirmed'> | BookingEvent<'booking.moved'> | BookingEvent<'booking.cancelled'>

/** Both sides get the calendar file of what is agreed, moved or called off, whoever did it. */
export const mailCalendars = reaction<Told>(
  'bookings-mail-calendars',
  ['booking.confirmed', 'booking.moved', 'booking.cancelled'],
  async ({ tx, event, deps }) => {
    const { type, data } = event
    // A request that is cancelled was in nobody's calendar.
    if (type === 'booking.cancelled' && data.from === 'requested') return
    const what: What = type === 'booking.confirmed' ? 'confirmed' : type === 'booking.moved' ? 'moved' : 'cancelled'
    for (const personId of [data.clientId, data.creatorId]) {
      const job: MailJob = {
        bookingId: data.bookingId,
        personId,
        what,
        sequence: data.sequence,
        startsAt: data.startsAt,
        oldTime: type === 'booking.moved' ? data.oldTime : null,
        late: type === 'booking.cancelled' && data.late,
      }
      await deps.jobs.enqueue(tx, queue, job, { key: `${data.bookingId}:${personId}:${what}:${data.sequence}` })
    }
  },
)

/** Sends one person the file, with the time written out on both clocks. What was overtaken meanwhile is not sent. */
export function calendarMailer(mayMail: MayMail) {
  return worker<MailJob>(queue, async (job, deps) => {
    const type = job.what === 'cancelled' ? 'appointment_canceled' : 'appointment_update'
    if (job.late || (await mayMail(deps.db, job.personId, type))) await sendCalendar(job, deps)
  })
}

async function sendCalendar(job: MailJob, deps: Deps): Promise<void> {
  const [found] = await entriesFor(deps.db, job.personId, { id: job.bookingId })
  if (!found || found.booking.sequence !== job.sequence) return
  const cancelled = job.what === 'cancelled'
  const booking: Booking = { ...found.booking, startsAt: instant(job.startsAt) }
  const entry: Entry = { ...found, booking }
  const { reader, otherName } = entry
  const { language } = reader
  const params = { title: booking.terms.title, other: otherName, name: reader.name.split(' ', 1)[0] ?? reader.name }
  const say = (part: 'subject' | 'text') => sentence('calendar', `mail.${job.what}.${part}`, params, language)
  const text = [
    sentence('calendar', 'mail.greeting', params, language),
    say('text'),
    bothTimes(booking, language),
    ...(job.oldTime === null ? [] : [formerly(booking, instant(job.oldTime), language)]),
    addressOf(joinUrl(booking.id), deps),
  ].join('\n\n')
  const method = cancelled ? 'CANCEL' : 'REQUEST'
  await deps.gateways.mail.send({
    to: reader.email,
    subject: say('subject'),
    text,
    calendar: { method, name: 'veranda.ics', content: calendarOf([entry], method, deps.clock.now(), deps) },
  })
}

/** The time that it had before, on both clocks. */
function formerly(booking: Booking, oldTime: Instant, language: string): string {
  const length = booking.terms.minutes * 60_000
  const { client, creator } = booking.zones
  const zones = client === creator ? [client] : [client, creator]
  const times = zones.map((zone) => timeIn(zone, oldTime, instant(oldTime + length), language)).join('\n')
  return sentence('calendar', 'mail.formerly', { times }, language)
}
