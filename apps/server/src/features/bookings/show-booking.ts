import { type Booking as BookingView } from '@veranda/contract/bookings/schemas.ts'
import { bookingActionsFor } from '@veranda/core/bookings/actions.ts'
import { type Booking, type Side, endOf, priceOf } from '@veranda/core/bookings/booking.ts'
import { isMissed } from '@veranda/core/bookings/booking-states.ts'
import { joinUrl } from '@veranda/core/bookings/join-url.ts'
import { freeUntil } from '@veranda/core/bookings/policy.ts'
import { joinWindow, minutesThere } from '@veranda/core/bookings/presence.ts'
import { payoutAfter } from '@veranda/core/bookings/session-terms.ts'
import { type Instant, after, minute, toIso } from '@veranda/core/time/instant.ts'
import { showPerson } from '../../access/person.ts'
import { toBooking } from './rows.ts'
import { presenceOfRow, type WholeBooking } from './whole-booking.ts'

const quiet = new Set([
  'booking.settled',
  'booking.reminded',
  'booking.payment-started',
  'booking.payment-failed',
  'booking.capture-started',
])

/** A booking as one side, or an operator, sees it at this moment. */
export function showBooking(row: WholeBooking, part: Side | 'operator', now: Instant): BookingView {
  const booking = toBooking(row)
  const { terms, startsAt, proposal, expiresAt, ended } = booking
  const price = priceOf(booking)
  const whole = (amount: number) => (price ? { amount, currency: price.currency } : null)
  const until = freeUntil(terms.policy, startsAt)
  const waiting = booking.state === 'held' || booking.state === 'requested'
  return {
    id: booking.id,
    version: booking.version,
    state: booking.state,
    part,
    service: {
      id: booking.serviceId,
      title: terms.title,
      minutes: terms.minutes,
      confirmation: terms.confirmation,
    },
    creator: showPerson(row.creator),
    client: showPerson(row.client),
    startsAt: toIso(startsAt),
    endsAt: toIso(endOf(booking)),
    zones: booking.zones,
    price: price ? whole(price.price) : null,
    clientPays: price ? whole(price.clientPays) : null,
    creatorReceives: price ? whole(price.creatorReceives) : null,
    policy: terms.policy.map(({ hoursBefore, refundPercent }) => ({ hoursBefore, refundPercent })),
    freeUntil: until === undefined ? null : toIso(until),
    note: booking.note,
    now: toIso(now),
    expiresAt: waiting && expiresAt !== null ? toIso(expiresAt) : null,
    charge:
      part === 'client' && row.charge
        ? {
            id: row.charge.id,
            state: row.charge.state,
            failure: row.charge.failure,
            expiresAt: toIso(row.charge.expires_at),
          }
        : null,
    money: moneyOf(row, booking),
    refund: booking.refunded === null ? null : whole(booking.refunded),
    proposal: proposal && {
      by: proposal.by,
      startsAt: toIso(proposal.startsAt),
      endsAt: toIso(after(proposal.startsAt, terms.minutes * minute)),
      note: proposal.note,
      expiresAt: toIso(proposal.expiresAt),
    },
    join: joinOf(booking),
    faulted: booking.faulted,
    presence: presenceShown(row, booking),
    ended: ended && { by: ended.by, reason: ended.reason },
    actions: bookingActionsFor(booking, part, now),
    history: row.history
      .filter(({ type }) => !quiet.has(type))
      .map(({ type, actor_id: actor, at }) => ({
        what: type.replace('booking.', ''),
        by:
          actor === null
            ? null
            : actor === row.client_id
              ? 'client'
              : actor === row.creator_id
                ? 'creator'
                : 'operator',
        at: toIso(at),
      })),
    calendarUrl: hasCalendar(booking) ? `/api/bookings/${booking.id}/calendar.ics` : null,
  }
}

/** Where and when one comes in; never for what is not agreed, or over. */
export function joinOf(booking: Pick<Booking, 'id' | 'state' | 'startsAt' | 'terms'>): BookingView['join'] {
  if (booking.state !== 'confirmed' && booking.state !== 'in_session') return null
  const { from, to } = joinWindow({ startsAt: booking.startsAt, endsAt: endOf(booking) })
  return { from: toIso(from), until: toIso(to), url: joinUrl(booking.id) }
}

/** What was once confirmed can be downloaded, its cancellation too; a request never. */
export function hasCalendar({ state, sequence }: Pick<Booking, 'state' | 'sequence'>): boolean {
  if (state === 'cancelled') return sequence > 0
  return state === 'confirmed' || state === 'in_session' || state === 'completed' || isMissed(state)
}

function presenceShown(row: WholeBooking, booking: Booking): BookingView['presence'] {
  if (booking.state !== 'completed' && !isMissed(booking.state)) return null
  const meeting = { startsAt: booking.startsAt, endsAt: endOf(booking) }
  const presence = presenceOfRow(row)
  return {
    client: minutesThere(meeting, presence, 'client'),
    creator: minutesThere(meeting, presence, 'creator'),
  }
}

function moneyOf(row: WholeBooking, booking: Booking): BookingView['money'] {
  const price = priceOf(booking)
  if (!price) return null
  const shown = (
    place: NonNullable<BookingView['money']>['place'],
    amount: number,
    movesAt: Instant | null = null,
  ) => ({
    place,
    amount: { amount, currency: price.currency },
    movesAt: movesAt === null ? null : toIso(movesAt),
  })
  const { attempt } = booking
  if (attempt) return shown(attempt.stage === 'authorised' ? 'reserved' : 'charging', attempt.amount)
  if (!booking.paidBy) {
    const { charge } = row
    return charge?.state === 'authorised' || charge?.state === 'voided' ? shown('let-go', price.clientPays) : null
  }
  if (!booking.settled) {
    const ended = booking.state === 'completed' || isMissed(booking.state)
    return shown('protected', price.price, ended ? after(endOf(booking), payoutAfter) : null)
  }
  const { refunded } = booking
  if (refunded === price.clientPays) return shown(row.charge?.refunded ? 'refunded' : 'refunding', refunded)
  if (refunded !== null) return shown('divided', refunded)
  return shown(row.available ? 'available' : 'pending', price.price)
}
