import { type Booking, endOf, joinUrl, type Side } from '@veranda/core/bookings/booking.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import ical, {
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { type Deps } from '../../../platform/deps.ts'
import { publicAddress } from '../../../platform/http/server-address.ts'
import { t } from '../../../platform/i18n.ts'
import { formatInBothZones } from './format-booking-time.ts'

/** A booking as one of its two users has it in the calendar. */
export type CalendarEntry = {
  readonly booking: Booking
  readonly side: Side
  readonly otherName: string
  readonly reader: { readonly name: string; readonly email: string | null; readonly language: string }
}

export type CalendarMethod = 'REQUEST' | 'CANCEL' | 'PUBLISH'

/**
 * Builds an iCalendar file (RFC 5545 and RFC 5546): the UID never changes, SEQUENCE grows with each move and with the
 * cancellation. Times are in UTC; every calendar shows them in its owner's zone.
 */
export function buildCalendar(
  entries: readonly CalendarEntry[],
  method: CalendarMethod,
  now: Instant,
  deps: Pick<Deps, 'env'>,
): string {
  return renderCalendar(entries, method, now, deps)
}

/** Builds the feed that a calendar program reads every hour. It has a name, which a single file does not need. */
export function buildFeed(entries: readonly CalendarEntry[], now: Instant, deps: Pick<Deps, 'env'>): string {
  return renderCalendar(entries, 'PUBLISH', now, deps, { name: 'Veranda', ttl: 3_600 })
}

function renderCalendar(
  entries: readonly CalendarEntry[],
  method: CalendarMethod,
  now: Instant,
  deps: Pick<Deps, 'env'>,
  more: object = {},
) {
  const calendar = ical({
    prodId: { company: 'Veranda', product: 'Veranda', language: 'EN' },
    method: ICalCalendarMethod[method],
    ...more,
  })
  for (const entry of entries) addEntry(calendar, entry, method, now, deps)
  // The library leaves the last line open, which RFC 5545 (3.1) does not allow.
  return `${calendar.toString()}\r\n`
}

function addEntry(
  calendar: ICalCalendar,
  entry: CalendarEntry,
  method: CalendarMethod,
  now: Instant,
  deps: Pick<Deps, 'env'>,
): void {
  const { booking, otherName, reader } = entry
  const { language } = reader
  const address = absoluteUrl(joinUrl(booking.id), deps)
  const event = calendar.createEvent({
    id: `${booking.id}@veranda`,
    sequence: booking.sequence,
    stamp: new Date(now),
    start: new Date(booking.startsAt),
    end: new Date(endOf(booking)),
    summary: t('bookings/calendar', 'entry.summary', { title: booking.terms.title, other: otherName }, language),
    description: [
      formatInBothZones(booking, language),
      t('bookings/calendar', 'entry.description', { other: otherName, address }, language),
      ...(booking.note === '' ? [] : [booking.note]),
    ].join('\n'),
    location: address,
    url: address,
    status: statusOf(booking.state),
    transparency: ICalEventTransparency.OPAQUE,
  })
  // Neither side learns the other's address: the platform invites each of them separately.
  event.organizer({ name: 'Veranda', email: senderAddress(deps) })
  // RFC 5546, 3.2.1: a published event has an organizer and no attendee.
  if (method === 'PUBLISH') return
  if (reader.email === null) return
  event.createAttendee({ name: reader.name, email: reader.email, status: ICalAttendeeStatus.ACCEPTED, rsvp: false })
}

function statusOf(state: Booking['state']): ICalEventStatus {
  if (state === 'cancelled') return ICalEventStatus.CANCELLED
  return state === 'requested' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED
}

/** Returns the absolute URL of one of our paths, for a calendar or a mail. */
export function absoluteUrl(path: string, { env }: Pick<Deps, 'env'>): string {
  return `${publicAddress(env)}${path}`
}

function senderAddress({ env }: Pick<Deps, 'env'>): string {
  return /<([^>]+)>/.exec(env.mailFrom)?.[1] ?? env.mailFrom
}
