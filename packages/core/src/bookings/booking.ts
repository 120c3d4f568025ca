import { type BookingId, type ChargeId, type PersonId, type SessionId } from '../ids.ts'
import { type Split, split } from '../money/fees.ts'
import { type Currency, type Minor } from '../money/money.ts'
import { type Instant, instant, minute } from '../time/instant.ts'
import { type BookingState } from './booking-states.ts'
import { type BookingEvent, type BookingFacts } from './events.ts'
import { type Interval } from './schedule.ts'
import { type SessionTerms } from './session-terms.ts'
import { blockedOf } from './slots.ts'

export type Side = 'client' | 'creator'

/** What was agreed when it was booked; later changes of the service touch it no more. */
export type BookingTerms = Pick<
  SessionTerms,
  'title' | 'price' | 'minutes' | 'bufferBefore' | 'bufferAfter' | 'noticeMinutes' | 'confirmation' | 'policy'
> & { readonly clientFee: number; readonly creatorFee: number }

/**
 * One attempt to pay; `amount` is what the client pays, fee included. A request keeps its card authorised, with nothing
 * taken, until the creator says yes and it is being captured.
 */
export type Attempt = {
  readonly stage: 'charging' | 'authorised' | 'capturing'
  readonly chargeId: ChargeId
  readonly amount: Minor
  readonly currency: Currency
  readonly expiresAt: Instant
}

/** A new start that one side asks the other for. */
export type Proposal = {
  readonly by: Side
  readonly startsAt: Instant
  readonly note: string
  readonly expiresAt: Instant
}

export type Booking = {
  readonly id: BookingId
  readonly serviceId: SessionId
  readonly creatorId: PersonId
  readonly clientId: PersonId
  readonly terms: BookingTerms
  readonly zones: { readonly client: string; readonly creator: string }
  readonly note: string
  readonly state: BookingState
  readonly version: number
  /** Of the calendar entry, which there is from the confirmation on; grows when it is moved or cancelled. */
  readonly sequence: number
  readonly startsAt: Instant
  /** When a hold or a request lapses. */
  readonly expiresAt: Instant | null
  readonly attempt: Attempt | null
  /** The charge that paid for it. */
  readonly paidBy: ChargeId | null
  readonly proposal: Proposal | null
  /** The side that said first that it is over. */
  readonly endAgreedBy: Side | null
  /** In minor units, fee included; null while nothing was given back. */
  readonly refunded: Minor | null
  /** Whether the money has found its end. */
  readonly settled: boolean
  readonly frozen: boolean
  /** It ended with a fault of ours in it, and somebody was hardly there: an operator says what it was. */
  readonly faulted: boolean
  readonly ended: { readonly by: Side | 'operator' | 'system'; readonly reason: string } | null
}

/** What a decision makes of a booking, with what happened, in order. */
export type Decided = { readonly next: Booking; readonly events: readonly BookingEvent[] }

/** The end of the session. */
export function endOf(booking: Pick<Booking, 'startsAt' | 'terms'>): Instant {
  return instant(booking.startsAt + booking.terms.minutes * minute)
}

/** The creator's time that it blocks, with the buffers of its terms. */
export function creatorBlock(booking: Pick<Booking, 'startsAt' | 'terms'>): Interval {
  return blockedOf(booking.terms, booking.startsAt)
}

/** The client's time that it blocks: the session alone. */
export function clientBlock(booking: Pick<Booking, 'startsAt' | 'terms'>): Interval {
  return { from: booking.startsAt, to: endOf(booking) }
}

/** What both sides pay and get; undefined when it is free. */
export function priceOf({ terms }: Pick<Booking, 'terms'>): (Split & { readonly currency: Currency }) | undefined {
  return terms.price ? { ...split(terms.price.amount, terms), currency: terms.price.currency } : undefined
}

/** The side somebody is on; undefined for a stranger. */
export function sideOf(booking: Pick<Booking, 'clientId' | 'creatorId'>, person: string): Side | undefined {
  if (person === booking.clientId) return 'client'
  return person === booking.creatorId ? 'creator' : undefined
}

export function otherSide(side: Side): Side {
  return side === 'client' ? 'creator' : 'client'
}

/** What every event about a booking says. */
export function factsOf(booking: Booking): BookingFacts {
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
