import { type Booking, type Side, endOf } from '@veranda/core/bookings/booking.ts'
import { joinUrl } from '@veranda/core/bookings/join-url.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import ical, {
  ICalAttendeeStatus,
  ICalCalendarMethod,
  type ICalCalendar,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { type Deps } from '../../deps.ts'
import { ownAddress } from '../../http/own-address.ts'
import { sentence } from '../../say.ts'
import { bothTimes } from './both-times.ts'

/** A booking as one of its people has it in their calendar. */
export type Entry = {
  readonly booking: Booking
  readonly side: Side
  readonly otherName: string
  readonly reader: { readonly name: string; readonly email: string; readonly language: string }
}

export type Method = 'REQUEST' | 'CANCEL' | 'PUBLISH'

/**
 * RFC 5545 and RFC 5546: the UID stays the same for life, SEQUENCE grows with each move and with the cancellation. Times
 * are in UTC, which every calendar shows on its owner's own clock.
 */
export function calendarOf(entries: readonly Entry[], method: Method, now: Instant, deps: Pick<Deps, 'env'>): string {
  return written(entries, method, now, deps)
}

/** The same as an address that a calendar program asks again every hour: with a name, which a single file has no use for. */
export function feedOf(entries: readonly Entry[], now: Instant, deps: Pick<Deps, 'env'>): string {
  return written(entries, 'PUBLISH', now, deps, { name: 'Veranda', ttl: 3_600 })
}

function written(entries: readonly Entry[], method: Method, now: Instant, deps: Pick<Deps, 'env'>, more: object = {}) {
  const calendar = ical({
    prodId: { company: 'Veranda', product: 'Veranda', language: 'EN' },
    method: ICalCalendarMethod[method],
    ...more,
  })
  for (const entry of entries) addEntry(calendar, entry, method, now, deps)
  return calendar.toString()
}

function addEntry(calendar: ICalCalendar, entry: Entry, method: Method, now: Instant, deps: Pick<Deps, 'env'>): void {
  const { booking, otherName, reader } = entry
  const { language } = reader
  const address = addressOf(joinUrl(booking.id), deps)
  const event = calendar.createEvent({
    id: `${booking.id}@veranda`,
    sequence: booking.sequence,
    stamp: new Date(now),
    start: new Date(booking.startsAt),
    end: new Date(endOf(booking)),
    summary: sentence('calendar', 'entry.summary', { title: booking.terms.title, other: otherName }, language),
    description: [
      bothTimes(booking, language),
      sentence('calendar', 'entry.description', { other: otherName, address }, language),
      ...(booking.note === '' ? [] : [booking.note]),
    ].join('\n'),
    location: address,
    url: address,
    status: statusOf(booking.state),
    transparency: ICalEventTransparency.OPAQUE,
  })
  // Neither side learns the other's address: the platform invites each by itself.
  event.organizer({ name: 'Veranda', email: senderOf(deps) })
  // RFC 5546, 3.2.1: what is published has an organizer and no attendee.
  if (method === 'PUBLISH') return
  event.createAttendee({ name: reader.name, email: reader.email, status: ICalAttendeeStatus.ACCEPTED, rsvp: false })
}

function statusOf(state: Booking['state']): ICalEventStatus {
  if (state === 'cancelled') return ICalEventStatus.CANCELLED
  return state === 'requested' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED
}

/** Our own path, made whole for a calendar or a mail. */
export function addressOf(path: string, { env }: Pick<Deps, 'env'>): string {
  return `${ownAddress(env)}${path}`
}

function senderOf({ env }: Pick<Deps, 'env'>): string {
  return /<([^>]+)>/.exec(env.mailFrom)?.[1] ?? env.mailFrom
}
