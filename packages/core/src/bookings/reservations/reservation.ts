import { type BookingId, type ChargeId, type UserId, type HourlyServiceId } from '../../ids.ts'
import { applyTransition, stepFrom } from '../../state-machine.ts'
import { type Minor, minor } from '../../money/money.ts'
import { currentRates } from '../../money/rates.ts'
import { type Result, ok, refuse } from '../../result.ts'
import { type Instant, instant, minute } from '../../time/instant.ts'
import {
  type Booking,
  type BookingParty,
  type BookingPrice,
  type BookingTerms,
  type ConfirmedBooking,
  confirmedFrom,
  type Decision,
  eventDataOf,
  type ExpiredBooking,
  isRequested,
  isReserved,
  isWaiting,
  nextFieldsOf,
  type Payment,
  type BookingAttempt,
  paymentOf,
  priceOf,
  type RequestedBooking,
  type Reservation,
  type WaitingBooking,
  type WithdrawnBooking,
} from '../booking.ts'
import { bookingMachine } from '../booking-states.ts'
import { type BookingEvent } from '../events.ts'
import { canBookWith, type HourlyService, reservationMs, requestMs } from '../services/hourly-service.ts'
import { type Availability, isSlotFree } from '../availability/slots.ts'

/** Returns the terms that a client agrees to by reserving a slot of a service now. */
export function agreedTermsOf(terms: HourlyService): BookingTerms {
  const { title, price, minutes, bufferBeforeMinutes, bufferAfterMinutes, noticeMinutes, confirmation, policy } = terms
  const { clientFee, creatorFee } = currentRates
  return {
    title,
    price,
    minutes,
    bufferBeforeMinutes,
    bufferAfterMinutes,
    noticeMinutes,
    confirmation,
    policy,
    clientFee,
    creatorFee,
  }
}

export type ReservationRequest = {
  readonly id: BookingId
  readonly serviceId: HourlyServiceId
  readonly creatorId: UserId
  readonly clientId: UserId
  readonly terms: HourlyService
  readonly startsAt: Instant
  readonly zones: Booking['zones']
  readonly note: string
}

/**
 * Reserves a slot for fifteen minutes, or until it starts. Refuses booking.own-service (invalid) and booking.slot-taken
 * (conflict) for any time at which the service cannot be booked.
 */
export function reserve(request: ReservationRequest, availability: Availability): Result<Decision<Reservation>> {
  const { now } = availability
  if (!canBookWith(request.creatorId, request.clientId)) return refuse('booking.own-service', 'invalid')
  if (!isSlotFree(availability, request.startsAt)) return refuse('booking.slot-taken', 'conflict', { field: 'at' })
  const { id, serviceId, creatorId, clientId, zones, note } = request
  const expiresAt = instant(Math.min(now + reservationMs, Math.max(request.startsAt, now + minute)))
  const next: Reservation = {
    id,
    serviceId,
    creatorId,
    clientId,
    zones,
    note,
    terms: agreedTermsOf(request.terms),
    state: 'reserved',
    version: 1,
    sequence: 0,
    startsAt: request.startsAt,
    expiresAt,
    attempt: null,
  }
  return ok({ next, events: [{ type: 'booking.reserved', data: { ...eventDataOf(next), expiresAt } }] })
}

/** Decides whether `by` may take a step of a reservation now. Refuses booking.reservation-expired (expired). */
function checkActive(
  booking: Booking,
  step: 'book' | 'request' | 'pay' | 'withdraw',
  by: BookingParty,
  now: Instant,
  expected?: number,
): Result<Reservation> {
  const reserved = stepFrom(bookingMachine, booking, isReserved, step, by, expected)
  if (!reserved.ok || now < reserved.value.expiresAt) return reserved
  return refuse('booking.reservation-expired', 'expired')
}

/**
 * Decides whether `by` may book the reservation without paying. Refuses booking.reservation-expired (expired) and
 * booking.payment-required (payment) if it has a price.
 */
export function checkBook(booking: Booking, by: BookingParty, now: Instant, expected?: number): Result<Reservation> {
  const reserved = checkActive(booking, bookStepOf(booking), by, now, expected)
  return reserved.ok && booking.terms.price ? refuse('booking.payment-required', 'payment') : reserved
}

/**
 * Books a free reservation: confirmed, or requested with 24 hours for the creator to answer, but no longer than until
 * the notice before the start. Refuses what `checkBook` refuses.
 */
export function book(
  booking: Booking,
  by: BookingParty,
  now: Instant,
  expected: number,
): Result<Decision<ConfirmedBooking | RequestedBooking>> {
  const reserved = checkBook(booking, by, now, expected)
  return reserved.ok ? bookWith({ attempt: null, payment: null }, booking, 'client', now) : reserved
}

function bookStepOf({ terms }: Booking): 'book' | 'request' {
  return terms.confirmation === 'manual' ? 'request' : 'book'
}

/** Books a reservation with the authorised card of a request, with a payment, or with neither if it is free. */
function bookWith(
  { attempt, payment }: Pick<RequestedBooking, 'attempt' | 'payment'>,
  booking: Booking,
  by: 'client' | 'system',
  now: Instant,
): Result<Decision<ConfirmedBooking | RequestedBooking>> {
  const action = bookStepOf(booking)
  const step = applyTransition(bookingMachine, booking, action, by)
  if (!step.ok) return step
  if (action === 'book') {
    const next = confirmedFrom(booking, payment)
    return ok({ next, events: [{ type: 'booking.confirmed', data: { ...eventDataOf(next), by } }] })
  }
  const noticeStart = booking.startsAt - booking.terms.noticeMinutes * minute
  // A slot booked at the end of the notice still leaves the duration of a reservation to answer.
  const expiresAt = instant(
    Math.min(now + requestMs, Math.max(noticeStart, Math.min(now + reservationMs, booking.startsAt))),
  )
  const next: RequestedBooking = { ...nextFieldsOf(booking), state: 'requested', expiresAt, attempt, payment }
  return ok({ next, events: [{ type: 'booking.requested', data: { ...eventDataOf(next), expiresAt } }] })
}

/** Returns true if a reservation is active and being paid: another one cannot replace it. */
export function isPaymentInProgress(booking: Booking, now: Instant): boolean {
  return isReserved(booking) && booking.attempt !== null && now < booking.expiresAt
}

/**
 * Decides whether `by` may pay the reservation now, and returns it with its price. Refuses booking.reservation-expired
 * (expired), booking.nothing-to-pay (conflict) and booking.payment-in-progress (conflict).
 */
export function checkPay(
  booking: Booking,
  by: BookingParty,
  now: Instant,
  expected?: number,
): Result<{ readonly reserved: Reservation; readonly price: BookingPrice }> {
  const reserved = checkActive(booking, 'pay', by, now, expected)
  if (!reserved.ok) return reserved
  const price = priceOf(booking)
  if (!price) return refuse('booking.nothing-to-pay', 'conflict')
  if (reserved.value.attempt) return refuse('booking.payment-in-progress', 'conflict')
  return ok({ reserved: reserved.value, price })
}

/** Starts one payment attempt, which ends with the reservation. Refuses what `checkPay` refuses. */
export function pay(
  booking: Booking,
  by: BookingParty,
  input: { readonly chargeId: ChargeId; readonly expected: number },
  now: Instant,
): Result<Decision<Reservation>> {
  const payable = checkPay(booking, by, now, input.expected)
  if (!payable.ok) return payable
  const { reserved, price } = payable.value
  const { expiresAt } = reserved
  const { chargeId } = input
  const { clientPays: amount, currency } = price
  const attempt = { stage: 'charging', chargeId, amount, currency, expiresAt } as const
  const next: Reservation = { ...reserved, version: booking.version + 1, attempt }
  const capture = booking.terms.confirmation === 'manual' ? 'later' : 'at-once'
  const data = {
    ...eventDataOf(next),
    chargeId,
    charged: amount,
    currency,
    expiresAt,
    capture,
  } as const
  return ok({ next, events: [{ type: 'booking.payment-started', data }] })
}

/** A payment or authorisation that a provider reports; amounts in minor units. */
export type ProviderPayment = {
  readonly chargeId: string
  readonly amount: Minor
  readonly currency: string
  readonly at: Instant
}

/**
 * Requests the booking once its card is authorised; nothing is taken before the creator confirms. Refuses
 * payment.unapplied (conflict) unless it is the current attempt of a reservation with manual confirmation, in full and
 * in time; such a card is released.
 */
export function authorisePayment(
  booking: Booking,
  authorised: ProviderPayment,
): Result<Decision<ConfirmedBooking | RequestedBooking>> {
  const attempt = attemptPaidInTime(booking, authorised)
  if (!attempt || booking.terms.confirmation !== 'manual') return refuse('payment.unapplied', 'conflict')
  return bookWith({ attempt: { ...attempt, stage: 'authorised' }, payment: null }, booking, 'system', authorised.at)
}

/**
 * Confirms a booking once its payment was captured. Refuses payment.unapplied (conflict) unless it is the current
 * attempt, in full, captured before the reservation expired, or the authorised card that the creator's confirmation
 * charged; any other payment is refunded.
 */
export function confirmPayment(
  booking: Booking,
  captured: ProviderPayment,
): Result<Decision<ConfirmedBooking | RequestedBooking>> {
  const attempt = attemptPaidInTime(booking, captured)
  if (attempt) return bookWith({ attempt: null, payment: paymentBy(attempt) }, booking, 'system', captured.at)
  const charging = isRequested(booking) ? booking.attempt : null
  if (charging?.stage !== 'capturing' || !matchesAttempt(charging, captured)) {
    return refuse('payment.unapplied', 'conflict')
  }
  const step = stepFrom(bookingMachine, booking, isRequested, 'confirm', 'system')
  if (!step.ok) return step
  const next = confirmedFrom(booking, paymentBy(charging))
  return ok({ next, events: [{ type: 'booking.confirmed', data: { ...eventDataOf(next), by: 'creator' } }] })
}

function paymentBy({ chargeId }: BookingAttempt): Payment {
  return { chargeId, settled: false, refunded: minor(0), frozen: false }
}

/** Returns the attempt of a reservation that this payment matches, in full and in time. */
function attemptPaidInTime(booking: Booking, payment: ProviderPayment): Reservation['attempt'] {
  const attempt = isReserved(booking) ? booking.attempt : null
  return attempt && matchesAttempt(attempt, payment) && payment.at <= attempt.expiresAt ? attempt : null
}

function matchesAttempt(attempt: BookingAttempt, { chargeId, amount, currency }: ProviderPayment): boolean {
  return attempt.chargeId === chargeId && attempt.amount === amount && attempt.currency === currency
}

/**
 * Ends a failed payment attempt. A reservation stays and can be paid again; a request, whose card was authorised, ends
 * with nothing taken. Refuses payment.other-attempt unless it is the current attempt.
 */
export function failPayment(
  booking: Booking,
  chargeId: string,
  reason: string,
): Result<Decision<Reservation | ExpiredBooking>> {
  const step = stepFrom(bookingMachine, booking, isWaiting, 'fail-payment', 'system')
  if (!step.ok) return step
  const { attempt } = step.value
  if (attempt?.chargeId !== chargeId) return refuse('payment.other-attempt', 'conflict')
  if (isRequested(step.value)) return ok(expireAs('payment', step.value))
  const next: Reservation = { ...step.value, version: booking.version + 1, attempt: null }
  const data = { ...eventDataOf(next), chargeId: attempt.chargeId, reason }
  return ok({ next, events: [{ type: 'booking.payment-failed', data }] })
}

/** Decides whether `by` may withdraw the reservation now. Refuses booking.reservation-expired (expired). */
export function checkWithdraw(
  booking: Booking,
  by: BookingParty,
  now: Instant,
  expected?: number,
): Result<Reservation> {
  return checkActive(booking, 'withdraw', by, now, expected)
}

/** Withdraws the client's reservation. Refuses what `checkWithdraw` refuses. */
export function withdraw(
  booking: Booking,
  by: BookingParty,
  expected: number,
  now: Instant,
): Result<Decision<WithdrawnBooking>> {
  const reserved = checkWithdraw(booking, by, now, expected)
  if (!reserved.ok) return reserved
  const next: WithdrawnBooking = { ...nextFieldsOf(booking), state: 'withdrawn' }
  return ok({ next, events: [{ type: 'booking.withdrawn', data: eventDataOf(next) }] })
}

/** Expires a reservation or a request. Refuses booking.too-early (conflict) if the timer fires too soon. */
export function expire(booking: Booking, now: Instant): Result<Decision<ExpiredBooking>> {
  const step = stepFrom(bookingMachine, booking, isWaiting, 'expire', 'system')
  if (!step.ok) return step
  const { attempt, expiresAt, state } = step.value
  if (now < expiresAt) return refuse('booking.too-early', 'conflict')
  if (state === 'reserved') return ok(expireAs('reservation', step.value))
  return ok(expireAs(attempt?.stage === 'capturing' ? 'payment' : 'request', step.value))
}

function expireAs(
  during: BookingEvent<'booking.expired'>['data']['during'],
  booking: WaitingBooking,
): Decision<ExpiredBooking> {
  const next: ExpiredBooking = {
    ...nextFieldsOf(booking),
    state: 'expired',
    payment: paymentOf(booking),
    // Users need not see expired reservations again.
    ended: isReserved(booking) ? null : { by: 'system', reason: '' },
  }
  return { next, events: [{ type: 'booking.expired', data: { ...eventDataOf(next), during } }] }
}
