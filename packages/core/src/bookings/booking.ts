import { type BookingId, type ChargeId, type HourlyServiceId, type UserId } from '../ids.ts'
import { type Split, split } from '../money/fees.ts'
import { type Currency, type Minor } from '../money/money.ts'
import { type Instant, instant, minute } from '../time/instant.ts'
import { type BookingState } from './booking-states.ts'
import { type BookingEvent, type BookingEventData } from './events.ts'
import { type Interval } from './availability/schedule.ts'
import { type ServiceTerms } from './services/service-terms.ts'
import { blockedInterval } from './availability/slots.ts'

export type Side = 'client' | 'creator'

/** Terms agreed at booking time; later changes of the service do not affect them. */
export type BookingTerms = Pick<
  ServiceTerms,
  'title' | 'price' | 'minutes' | 'bufferBefore' | 'bufferAfter' | 'noticeMinutes' | 'confirmation' | 'policy'
> & { readonly clientFee: number; readonly creatorFee: number }

/**
 * One payment attempt; `amount` is what the client pays, fee included. A request keeps its card authorised, with
 * nothing taken, until the creator confirms and it is being captured.
 */
export type PaymentAttempt = {
  readonly stage: 'charging' | 'authorised' | 'capturing'
  readonly chargeId: ChargeId
  readonly amount: Minor
  readonly currency: Currency
  readonly expiresAt: Instant
}

/** A new start that one side proposes to the other. */
export type MoveProposal = {
  readonly by: Side
  readonly startsAt: Instant
  readonly note: string
  readonly expiresAt: Instant
}

export type Booking = {
  readonly id: BookingId
  readonly serviceId: HourlyServiceId
  readonly creatorId: UserId
  readonly clientId: UserId
  readonly terms: BookingTerms
  readonly zones: { readonly client: string; readonly creator: string }
  readonly note: string
  readonly state: BookingState
  readonly version: number
  /**
   * Sequence of the calendar entry, which exists from confirmation on; grows with each move and with the cancellation.
   */
  readonly sequence: number
  readonly startsAt: Instant
  /** When a reservation or a request expires. */
  readonly expiresAt: Instant | null
  readonly attempt: PaymentAttempt | null
  /** The charge that paid for it. */
  readonly paidChargeId: ChargeId | null
  readonly proposal: MoveProposal | null
  /** The side that agreed first to end early. */
  readonly endAgreedBy: Side | null
  /** In minor units, fee included; null while nothing was refunded. */
  readonly refunded: Minor | null
  /** True once all money has been refunded or released. */
  readonly settled: boolean
  readonly frozen: boolean
  /** True if our failure left the attendance unclear: an admin decides the outcome. */
  readonly attendanceUnclear: boolean
  readonly ended: { readonly by: Side | 'admin' | 'system'; readonly reason: string } | null
}

/** The booking after a decision, with the events in order. */
export type Decision = { readonly next: Booking; readonly events: readonly BookingEvent[] }

/** Returns the end of the session. */
export function endOf(booking: Pick<Booking, 'startsAt' | 'terms'>): Instant {
  return instant(booking.startsAt + booking.terms.minutes * minute)
}

/** Returns the creator's time that it blocks, with the buffers of its terms. */
export function creatorBusyInterval(booking: Pick<Booking, 'startsAt' | 'terms'>): Interval {
  return blockedInterval(booking.terms, booking.startsAt)
}

/** Returns the client's time that it blocks: the session without buffers. */
export function clientBusyInterval(booking: Pick<Booking, 'startsAt' | 'terms'>): Interval {
  return { from: booking.startsAt, to: endOf(booking) }
}

/** Returns what both sides pay and get; undefined if free. */
export function priceOf({ terms }: Pick<Booking, 'terms'>): (Split & { readonly currency: Currency }) | undefined {
  return terms.price ? { ...split(terms.price.amount, terms), currency: terms.price.currency } : undefined
}

/** Returns the user's side; undefined for a stranger. */
export function sideOf(booking: Pick<Booking, 'clientId' | 'creatorId'>, userId: string): Side | undefined {
  if (userId === booking.clientId) return 'client'
  return userId === booking.creatorId ? 'creator' : undefined
}

export function otherSide(side: Side): Side {
  return side === 'client' ? 'creator' : 'client'
}

/** Returns the data that every booking event carries. */
export function eventDataOf(booking: Booking): BookingEventData {
  const { id, serviceId, clientId, creatorId, terms, startsAt, version, sequence } = booking
  return {
    bookingId: id,
    serviceId,
    clientId,
    creatorId,
    title: terms.title,
    startsAt,
    endsAt: endOf(booking),
    version,
    sequence,
  }
}

/** Returns the path of a booking's room; before it opens the page shows when it does. */
export function joinUrl(bookingId: string): string {
  return `/rooms/${bookingId}`
}
