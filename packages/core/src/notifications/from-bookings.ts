import { type BookingEvent, type BookingFacts, type Reminder } from '../bookings/events.ts'
import { type Instant, toIso } from '../time/instant.ts'
import { type Draft } from './draft.ts'
import { type Priority } from './types.ts'

type Side = 'client' | 'creator'
type Kind = Pick<Draft, 'type' | 'live'>

const update: Kind = { type: 'appointment_update', live: 'schedule_updated' }
const created: Kind = { type: 'appointment_update', live: 'schedule_created' }
const cancelled: Kind = { type: 'appointment_canceled', live: 'schedule_cancelled' }
const reminder: Kind = { type: 'appointment_reminder', live: 'schedule_reminder' }

const reminderPriority: Readonly<Record<Reminder, Priority>> = {
  day: 'low',
  hour: 'high',
  'half-hour': 'urgent',
  enter: 'urgent',
}

/** Notifications of sessions, after the domain's table; who acted is left out by routing. */
export function bookingNotices(event: BookingEvent): Draft[] {
  switch (event.type) {
    case 'booking.requested': {
      const { expiresAt } = event.data
      const one = about(event.type, event.data, 'creator', created, 'high')
      return [{ ...one, params: { ...one.params, until: toIso(expiresAt) } }]
    }
    case 'booking.confirmed':
      return both((side) => ({
        ...about(`${event.type}.${side}`, event.data, side, created, 'medium'),
        mailedApart: true,
      }))
    case 'booking.declined':
      return [about(event.type, event.data, 'client', cancelled, 'high')]
    case 'booking.expired':
      if (event.data.during === 'hold') return []
      {
        const key = event.data.during === 'payment' ? 'booking.not-charged' : 'booking.request-lapsed'
        return both((side) => about(`${key}.${side}`, event.data, side, cancelled, 'high'))
      }
    case 'booking.payment-failed': {
      const kind: Kind = { type: 'payment', live: 'payment_update' }
      const { chargeId } = event.data
      const one = about(event.type, event.data, 'client', kind, 'high')
      return [{ ...one, mandatory: 'failed-payment', data: { ...one.data, transactionId: chargeId } }]
    }
    case 'booking.paid-too-late': {
      const { next, more = [], creatorId } = event.data
      const one = about(next === null ? event.type : `${event.type}.next`, event.data, 'client', cancelled, 'high')
      const found: Record<string, string> = next === null ? {} : { newTime: toIso(next) }
      const data = { ...one.data, ...found, actionUrl: `/talent/${creatorId}` }
      // To be said one after the other; the way leads to where each can be taken.
      const said = next === null ? found : { newTime: [next, ...more].map(toIso).join(' ') }
      return [{ ...one, params: { ...one.params, ...said }, data }]
    }
    case 'booking.move-proposed': {
      const { newTime } = event.data
      return [withTimes(about(event.type, event.data, other(event.data.by), update, 'high'), { newTime })]
    }
    case 'booking.move-refused': {
      const { how, proposedBy } = event.data
      const to = how === 'withdrawn' ? other(proposedBy) : proposedBy
      return [about(`${event.type}.${how}`, event.data, to, update, 'medium')]
    }
    case 'booking.moved': {
      const { oldTime, startsAt } = event.data
      return both((side) => ({
        ...withTimes(about(event.type, event.data, side, update, 'high'), { oldTime, newTime: startsAt }),
        mailedApart: true,
      }))
    }
    case 'booking.cancelled':
      return both((side) => cancelNotice(event, side))
    case 'booking.reminded': {
      const { which, startsAt } = event.data
      const near = which === 'half-hour' || which === 'enter'
      return both((side) => {
        const one = about(`${event.type}.${which}`, event.data, side, reminder, reminderPriority[which])
        return { ...one, startsAt, data: near ? { ...one.data, ...ways(event.data.bookingId) } : one.data }
      })
    }
    case 'booking.no-show': {
      const { who } = event.data
      return both((side) => {
        const missing = who === 'both' ? 'both' : (who === 'client') === (side === 'client') ? 'you' : 'other'
        return about(`${event.type}.${missing}`, event.data, side, update, 'high')
      })
    }
    case 'booking.overturned':
      return both((side) => {
        const one = about(`${event.type}.${event.data.to}`, event.data, side, update, 'high')
        return { ...one, params: { ...one.params, reason: event.data.reason } }
      })
    case 'session.changed':
    case 'schedule.changed':
    case 'booking.held':
    case 'booking.payment-started':
    case 'booking.capture-started':
    case 'booking.given-back':
    case 'booking.started':
    case 'booking.completed':
    case 'booking.settled':
      return []
  }
}

function cancelNotice({ type, data }: BookingEvent<'booking.cancelled'>, side: Side): Draft {
  const { late, refund, currency, from } = data
  const paid = refund > 0 && currency !== null
  const one = about(`${type}${paid ? `.refund-${side}` : ''}`, data, side, cancelled, late ? 'urgent' : 'high')
  return {
    ...one,
    mandatory: late ? 'late-cancellation' : null,
    // A request was in nobody's calendar, so that no calendar file calls it off.
    mailedApart: from !== 'requested',
    params: paid ? { ...one.params, amount: refund, currency } : one.params,
    data: paid ? { ...one.data, refundAmount: refund, currency } : one.data,
  }
}

/** For each side, in the order of the people's ids: whoever writes for both of two people takes them in that order. */
function both(make: (side: Side) => Draft): Draft[] {
  const personOf = ({ to }: Draft) => ('person' in to ? to.person : '')
  return [make('client'), make('creator')].toSorted((a, b) => (personOf(a) < personOf(b) ? -1 : 1))
}

function other(side: Side): Side {
  return side === 'client' ? 'creator' : 'client'
}

function withTimes(draft: Draft, times: Readonly<Record<string, Instant>>): Draft {
  const written = Object.fromEntries(Object.entries(times).map(([name, at]) => [name, toIso(at)]))
  return { ...draft, params: { ...draft.params, ...written }, data: { ...draft.data, ...written } }
}

function about(key: string, facts: BookingFacts, side: Side, kind: Kind, priority: Priority): Draft {
  const { bookingId, title, startsAt } = facts
  const time = toIso(startsAt)
  return {
    ...kind,
    to: { person: side === 'client' ? facts.clientId : facts.creatorId, role: side },
    priority,
    mandatory: null,
    key,
    params: { title, time },
    data: { appointmentId: bookingId, time, location: 'Veranda', actionUrl: pathOf(bookingId) },
  }
}

/** The page of a session, where Join appears. */
/** Soon before the start the way leads into the room. */
function ways(bookingId: string) {
  const room = `/rooms/${bookingId}`
  return { joinUrl: room, actionUrl: room }
}

function pathOf(bookingId: string): string {
  return `/booking/confirm/${bookingId}`
}
