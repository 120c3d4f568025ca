import { type Booking, joinUrl } from '@veranda/core/bookings/booking.ts'
import { type BookingEvent } from '@veranda/core/bookings/events.ts'
import { quoteText } from '@veranda/core/text.ts'
import { type Instant, instant } from '@veranda/core/time/instant.ts'
import { type Db } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { t } from '../../../platform/i18n.ts'
import { worker } from '../../../platform/jobs/worker.ts'
import { findCalendarEntries } from './calendar-entry.repository.ts'
import { formatInBothZones, formatInZone } from './format-booking-time.ts'
import { absoluteUrl, buildCalendar, type CalendarEntry } from './icalendar.ts'

const queueName = 'bookings.calendar-mail'

type CalendarChange = 'confirmed' | 'moved' | 'cancelled'
type CalendarMailJob = {
  bookingId: string
  userId: string
  change: CalendarChange
  /** Sequence of the calendar entry that this mail is about; a later change sends its own mail. */
  sequence: number
  startsAt: Instant
  oldTime: Instant | null
  /** Cancelled within 24 hours of the start: sent even if the user switched mail off. */
  late: boolean
}

/** Checks whether a user accepts mails of this type; passed in by the composition root. */
export type IsMailAllowed = (
  db: Db,
  userId: string,
  type: 'appointment_update' | 'appointment_canceled',
) => Promise<boolean>

type CalendarEvent =
  | BookingEvent<'booking.confirmed'>
  | BookingEvent<'booking.moved'>
  | BookingEvent<'booking.cancelled'>

/** Enqueues a calendar mail to both sides when a booking is confirmed, moved or cancelled by anyone. */
export const enqueueCalendarMail = eventHandler<CalendarEvent>(
  'bookings-enqueue-calendar-mail',
  ['booking.confirmed', 'booking.moved', 'booking.cancelled'],
  async ({ tx, event, deps }) => {
    const { type, data } = event
    // A cancelled request was in no calendar.
    if (type === 'booking.cancelled' && data.from === 'requested') return
    const change: CalendarChange =
      type === 'booking.confirmed' ? 'confirmed' : type === 'booking.moved' ? 'moved' : 'cancelled'
    for (const userId of [data.clientId, data.creatorId]) {
      const job: CalendarMailJob = {
        bookingId: data.bookingId,
        userId,
        change,
        sequence: data.sequence,
        startsAt: data.startsAt,
        oldTime: type === 'booking.moved' ? data.oldTime : null,
        late: type === 'booking.cancelled' && data.late,
      }
      await deps.jobs.enqueue(tx, queueName, job, { key: `${data.bookingId}:${userId}:${change}:${data.sequence}` })
    }
  },
)

/** Sends a user the calendar file with the time in both zones. Skips changes that have been superseded. */
export function calendarMailer(isMailAllowed: IsMailAllowed) {
  return worker<CalendarMailJob>(queueName, async (job, deps) => {
    const type = job.change === 'cancelled' ? 'appointment_canceled' : 'appointment_update'
    if (job.late || (await isMailAllowed(deps.db, job.userId, type))) await sendCalendar(job, deps)
  })
}

async function sendCalendar(job: CalendarMailJob, deps: Deps): Promise<void> {
  const [found] = await findCalendarEntries(deps.db, job.userId, { id: job.bookingId })
  if (!found || found.booking.sequence !== job.sequence) return
  const { email } = found.reader
  if (email === null) return
  const cancelled = job.change === 'cancelled'
  const booking: Booking = { ...found.booking, startsAt: instant(job.startsAt) }
  const entry: CalendarEntry = { ...found, booking }
  const { reader, otherName } = entry
  const { language } = reader
  const params = { title: booking.terms.title, other: otherName, name: reader.name.split(' ', 1)[0] ?? reader.name }
  const tMail = (part: 'subject' | 'text') => t('bookings/calendar', `mail.${job.change}.${part}`, params, language)
  const reason = booking.state === 'cancelled' ? quoteText(booking.ended.reason) : ''
  const text = [
    t('bookings/calendar', 'mail.greeting', params, language),
    tMail('text'),
    formatInBothZones(booking, language),
    ...(job.oldTime === null ? [] : [previousTimeText(booking, instant(job.oldTime), language)]),
    ...(reason === '' ? [] : [t('bookings/calendar', 'mail.reason', { reason }, language)]),
    absoluteUrl(joinUrl(booking.id), deps),
  ].join('\n\n')
  const method = cancelled ? 'CANCEL' : 'REQUEST'
  await deps.gateways.mail.send({
    to: email,
    subject: tMail('subject'),
    text,
    calendar: { method, name: 'veranda.ics', content: buildCalendar([entry], method, deps.clock.now(), deps) },
  })
}

/** Formats the previous time in both zones. */
function previousTimeText(booking: Booking, oldTime: Instant, language: string): string {
  const length = booking.terms.minutes * 60_000
  const { client, creator } = booking.zones
  const zones = client === creator ? [client] : [client, creator]
  const times = zones.map((zone) => formatInZone(zone, oldTime, instant(oldTime + length), language)).join('\n')
  return t('bookings/calendar', 'mail.formerly', { times }, language)
}
