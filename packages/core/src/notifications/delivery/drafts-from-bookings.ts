import { type BookingEvent, type BookingEventData, type Reminder } from '../../bookings/events.ts'
import { quoteText } from '../../text.ts'
import { type Instant, toIso } from '../../time/instant.ts'
import { type NotificationDraft, withReason } from './notification-draft.ts'
import { type Priority } from '../types.ts'

type Side = 'client' | 'creator'
type DraftKind = Pick<NotificationDraft, 'type' | 'eventName'>

const updatedKind: DraftKind = { type: 'appointment_update', eventName: 'schedule_updated' }
const createdKind: DraftKind = { type: 'appointment_update', eventName: 'schedule_created' }
const cancelledKind: DraftKind = { type: 'appointment_canceled', eventName: 'schedule_cancelled' }
const reminderKind: DraftKind = { type: 'appointment_reminder', eventName: 'schedule_reminder' }

const reminderPriority: Readonly<Record<Reminder, Priority>> = {
  day: 'low',
  hour: 'high',
  'half-hour': 'urgent',
  enter: 'urgent',
}

/** Drafts the notifications of booking events, by the table in the domain document; routing leaves out the actor. */
export function bookingDrafts(event: BookingEvent): NotificationDraft[] {
  switch (event.type) {
    case 'booking.requested': {
      const { expiresAt, clientId } = event.data
      const one = bookingDraft(event.type, event.data, 'creator', createdKind, 'high')
      return [{ ...one, from: clientId, params: { ...one.params, until: toIso(expiresAt) } }]
    }
    case 'booking.confirmed':
      return forBothSides((side) => ({
        ...bookingDraft(`${event.type}.${side}`, event.data, side, createdKind, 'medium'),
        mailedSeparately: true,
      }))
    case 'booking.declined':
      return [withReason(bookingDraft(event.type, event.data, 'client', cancelledKind, 'high'), event.data.reason)]
    case 'booking.expired':
      if (event.data.during === 'reservation') return []
      {
        const key = event.data.during === 'payment' ? 'booking.not-charged' : 'booking.request-expired'
        return forBothSides((side) => bookingDraft(`${key}.${side}`, event.data, side, cancelledKind, 'high'))
      }
    case 'booking.payment-failed': {
      const kind: DraftKind = { type: 'payment', eventName: 'payment_update' }
      const { chargeId } = event.data
      const one = bookingDraft(event.type, event.data, 'client', kind, 'high')
      return [{ ...one, mandatory: 'failed-payment', data: { ...one.data, transactionId: chargeId } }]
    }
    case 'booking.paid-too-late': {
      const { next, more = [], creatorId } = event.data
      const one = bookingDraft(
        next === null ? event.type : `${event.type}.next`,
        event.data,
        'client',
        cancelledKind,
        'high',
      )
      const nextSlot: Record<string, string> = next === null ? {} : { newTime: toIso(next) }
      const data = { ...one.data, ...nextSlot, actionUrl: `/talent/${creatorId}` }
      // The text lists all free times; the link leads to where each can be booked.
      const spokenTimes = next === null ? nextSlot : { newTime: [next, ...more].map(toIso).join(' ') }
      return [{ ...one, params: { ...one.params, ...spokenTimes }, data }]
    }
    case 'booking.move-proposed': {
      const { newTime } = event.data
      return [
        withTimes(bookingDraft(event.type, event.data, otherSide(event.data.by), updatedKind, 'high'), { newTime }),
      ]
    }
    case 'booking.move-proposal-closed': {
      const { how, proposedBy } = event.data
      const to = how === 'withdrawn' ? otherSide(proposedBy) : proposedBy
      return [bookingDraft(`${event.type}.${how}`, event.data, to, updatedKind, 'medium')]
    }
    case 'booking.moved': {
      const { oldTime, startsAt } = event.data
      return forBothSides((side) => ({
        ...withTimes(bookingDraft(event.type, event.data, side, updatedKind, 'high'), { oldTime, newTime: startsAt }),
        mailedSeparately: true,
      }))
    }
    case 'booking.cancelled':
      return forBothSides((side) => cancellationDraft(event, side))
    case 'booking.reminded': {
      const { which, startsAt } = event.data
      const isNear = which === 'half-hour' || which === 'enter'
      return forBothSides((side) => {
        const one = bookingDraft(`${event.type}.${which}`, event.data, side, reminderKind, reminderPriority[which])
        return { ...one, startsAt, data: isNear ? { ...one.data, ...roomLinks(event.data.bookingId) } : one.data }
      })
    }
    case 'booking.no-show': {
      const { who } = event.data
      return forBothSides((side) => {
        const missing = who === 'both' ? 'both' : (who === 'client') === (side === 'client') ? 'you' : 'other'
        return bookingDraft(`${event.type}.${missing}`, event.data, side, updatedKind, 'high')
      })
    }
    case 'booking.overturned':
      return forBothSides((side) => {
        const one = bookingDraft(`${event.type}.${event.data.to}`, event.data, side, updatedKind, 'high')
        return { ...one, params: { ...one.params, reason: quoteText(event.data.reason) } }
      })
    case 'hourly-service.changed':
    case 'schedule.changed':
    case 'booking.reserved':
    case 'booking.payment-started':
    case 'booking.capture-started':
    case 'booking.withdrawn':
    case 'booking.started':
    case 'booking.completed':
    case 'booking.settled':
      return []
  }
}

function cancellationDraft({ type, data }: BookingEvent<'booking.cancelled'>, side: Side): NotificationDraft {
  const { late, refund, currency, from } = data
  const paid = refund > 0 && currency !== null
  const one = bookingDraft(
    `${type}${paid ? `.refund-${side}` : ''}`,
    data,
    side,
    cancelledKind,
    late ? 'urgent' : 'high',
  )
  return withReason(
    {
      ...one,
      mandatory: late ? 'late-cancellation' : null,
      // A request has no calendar entry, so no calendar file cancels it.
      mailedSeparately: from !== 'requested',
      params: paid ? { ...one.params, amount: refund, currency } : one.params,
      data: paid ? { ...one.data, refundAmount: refund, currency } : one.data,
    },
    data.reason,
  )
}

/** Drafts for both sides in the order of user ids: every writer of two users' rows uses this order. */
function forBothSides(make: (side: Side) => NotificationDraft): NotificationDraft[] {
  const recipientOf = ({ to }: NotificationDraft) => ('user' in to ? to.user : '')
  return [make('client'), make('creator')].toSorted((a, b) => (recipientOf(a) < recipientOf(b) ? -1 : 1))
}

function otherSide(side: Side): Side {
  return side === 'client' ? 'creator' : 'client'
}

function withTimes(draft: NotificationDraft, times: Readonly<Record<string, Instant>>): NotificationDraft {
  const isoTimes = Object.fromEntries(Object.entries(times).map(([name, at]) => [name, toIso(at)]))
  return { ...draft, params: { ...draft.params, ...isoTimes }, data: { ...draft.data, ...isoTimes } }
}

function bookingDraft(
  key: string,
  facts: BookingEventData,
  side: Side,
  kind: DraftKind,
  priority: Priority,
): NotificationDraft {
  const { bookingId, title, startsAt } = facts
  const time = toIso(startsAt)
  return {
    ...kind,
    to: { user: side === 'client' ? facts.clientId : facts.creatorId, role: side },
    priority,
    mandatory: null,
    key,
    params: { title, time },
    data: { appointmentId: bookingId, time, location: 'Veranda', actionUrl: bookingPath(bookingId) },
  }
}

/** Returns the links into the room, for a booking that starts soon. */
function roomLinks(bookingId: string) {
  const path = `/rooms/${bookingId}`
  return { joinUrl: path, actionUrl: path }
}

function bookingPath(bookingId: string): string {
  return `/booking/confirm/${bookingId}`
}
