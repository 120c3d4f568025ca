import { type BookingId, type ChargeId, type HourlyServiceId, type UserId } from '../ids.ts'
import { type Split, split } from '../money/fees.ts'
import { type Currency, type Minor } from '../money/money.ts'
import { type Instant, instant, minute } from '../time/instant.ts'
import { type AttendanceOutcome, type BookingState, isNoShow } from './booking-states.ts'
import { type BookingEvent, type BookingEventData } from './events.ts'
import { type Interval } from './availability/schedule.ts'
import { type HourlyService } from './services/hourly-service.ts'
import { blockedInterval } from './availability/slots.ts'

export type Side = 'client' | 'creator'
/** Those who see a booking and may take a step in it. */
export type BookingParty = Side | 'admin'

/** Terms agreed at booking time; later changes of the service do not affect them. */
export type BookingTerms = Pick<
  HourlyService,
  | 'title'
  | 'price'
  | 'minutes'
  | 'bufferBeforeMinutes'
  | 'bufferAfterMinutes'
  | 'noticeMinutes'
  | 'confirmation'
  | 'policy'
> & { readonly clientFee: number; readonly creatorFee: number }

/** The card is being charged, or it is authorised with nothing taken and being captured later. */
export type AttemptStage = 'charging' | 'authorised' | 'capturing'

/** The price of a booking with its fees. */
export type BookingPrice = Split & { readonly currency: Currency }

/** One attempt to pay for a booking; `amount` is what the client pays, fee included. */
export type BookingAttempt<Stage extends AttemptStage = AttemptStage> = {
  readonly stage: Stage
  readonly chargeId: ChargeId
  readonly amount: Minor
  readonly currency: Currency
  readonly expiresAt: Instant
}

/** The charge that paid for a booking, and where its money is. */
export type Payment = {
  readonly chargeId: ChargeId
  /** True once all money has been refunded or released. */
  readonly settled: boolean
  /** In minor units, fee included; 0 while nothing was refunded. */
  readonly refunded: Minor
  /** True once the client's bank took the money back: nothing moves any more. */
  readonly frozen: boolean
}

/** A new start that one side proposes to the other. */
export type MoveProposal = {
  readonly by: Side
  readonly startsAt: Instant
  readonly note: string
  readonly expiresAt: Instant
}

export type BookingEnder = Side | 'admin' | 'system'
/** Who ended a booking, or decided its outcome, and why. */
export type BookingEnd<By extends BookingEnder = BookingEnder> = { readonly by: By; readonly reason: string }

/** The fields of every booking. */
export type BookingFields = {
  readonly id: BookingId
  readonly serviceId: HourlyServiceId
  readonly creatorId: UserId
  readonly clientId: UserId
  readonly terms: BookingTerms
  readonly zones: { readonly client: string; readonly creator: string }
  readonly note: string
  readonly version: number
  /**
   * Sequence of the calendar entry, which exists from confirmation on; grows with each move and with the cancellation.
   */
  readonly sequence: number
  readonly startsAt: Instant
}

type InState<State extends BookingState, Own = unknown> = BookingFields & { readonly state: State } & Own
/** When a reservation or a request expires. */
type Expiring = { readonly expiresAt: Instant }
/** The payment; null if it is free, or if nothing was taken before it ended. */
type Payable = { readonly payment: Payment | null }
/** The side that agreed first to end early. */
type Endable = { readonly endAgreedBy: Side | null }

/** A slot kept for the client, whose card is charged or authorised once they pay. */
export type Reservation = InState<'reserved', Expiring & { readonly attempt: BookingAttempt<'charging'> | null }>
/** A request keeps its card authorised, with nothing taken, until the creator confirms and it is being captured. */
export type RequestedBooking = InState<
  'requested',
  Expiring & Payable & { readonly attempt: BookingAttempt<'authorised' | 'capturing'> | null }
>
export type ConfirmedBooking = InState<'confirmed', Payable & Endable & { readonly proposal: MoveProposal | null }>
export type StartedBooking = InState<'in_session', Payable & Endable>
/** A booking whose session took place or was missed; `ended` only if an admin overturned the outcome. */
export type DecidedBooking = InState<
  AttendanceOutcome,
  Payable & {
    /** True if our failure left the attendance unclear: an admin decides the outcome. */
    readonly attendanceUnclear: boolean
    readonly ended: BookingEnd<'admin'> | null
  }
>
export type DeclinedBooking = InState<'declined', Payable & { readonly ended: BookingEnd<'creator'> }>
export type CancelledBooking = InState<'cancelled', Payable & { readonly ended: BookingEnd<Side | 'admin'> }>
/** An expired reservation, which its users need not see again, has no `ended`. */
export type ExpiredBooking = InState<'expired', Payable & { readonly ended: BookingEnd<'system'> | null }>
export type WithdrawnBooking = InState<'withdrawn'>

/** A booking that waits for a step until it expires. */
export type WaitingBooking = Reservation | RequestedBooking
/** A booking whose session can be joined. */
export type MeetingBooking = ConfirmedBooking | StartedBooking
/** A booking whose money, if any was taken, is refunded or released. */
export type ClosedBooking = DecidedBooking | DeclinedBooking | CancelledBooking | ExpiredBooking

/** A booking that may have a payment. */
type PayableBooking = RequestedBooking | MeetingBooking | ClosedBooking
/** A booking whose payment was captured. */
export type PaidBooking = PayableBooking & { readonly payment: Payment }

/** A booking as the core sees it: one row, with the fields of its state. */
export type Booking = WaitingBooking | MeetingBooking | ClosedBooking | WithdrawnBooking

/** The booking after a decision, with the events in order. */
export type Decision<Next extends Booking = Booking> = { readonly next: Next; readonly events: readonly BookingEvent[] }

export const isReserved = (booking: Booking): booking is Reservation => booking.state === 'reserved'
export const isRequested = (booking: Booking): booking is RequestedBooking => booking.state === 'requested'
export const isWaiting = (booking: Booking): booking is WaitingBooking => isReserved(booking) || isRequested(booking)
export const isConfirmed = (booking: Booking): booking is ConfirmedBooking => booking.state === 'confirmed'

export function isMeeting(booking: Booking): booking is MeetingBooking {
  return isConfirmed(booking) || booking.state === 'in_session'
}

/** Returns true if it is decided who came to the session, and who did not. */
export function isDecided(booking: Booking): booking is DecidedBooking {
  return booking.state === 'completed' || isNoShow(booking.state)
}

export function isClosed(booking: Booking): booking is ClosedBooking {
  return isDecided(booking) || ['declined', 'cancelled', 'expired'].includes(booking.state)
}

export function isPaid(booking: Booking): booking is PaidBooking {
  return paymentOf(booking) !== null
}

/** Returns the fields that every state has, with the next version, for a step to a state without the present fields. */
export function nextFieldsOf(booking: Booking): BookingFields {
  const { id, serviceId, creatorId, clientId, terms, zones, note, version, sequence, startsAt } = booking
  return { id, serviceId, creatorId, clientId, terms, zones, note, version: version + 1, sequence, startsAt }
}

/** Returns the confirmed booking that a reservation or a request becomes. */
export function confirmedFrom(booking: Booking, payment: Payment | null): ConfirmedBooking {
  return { ...nextFieldsOf(booking), state: 'confirmed', payment, proposal: null, endAgreedBy: null }
}

/** Returns the running payment attempt of a reservation or a request. */
export function attemptOf(booking: Booking): BookingAttempt | null {
  return isWaiting(booking) ? booking.attempt : null
}

/** Returns the payment of a booking; null if it is free or nothing was taken. */
export function paymentOf(booking: Booking): Payment | null {
  return 'payment' in booking ? booking.payment : null
}

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
export function priceOf({ terms }: Pick<Booking, 'terms'>): BookingPrice | undefined {
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
