import { type BookingId, type ChargeId, type UserId, type HourlyServiceId } from '../../ids.ts'
import { applyTransition } from '../../state-machine.ts'
import { type Minor } from '../../money/money.ts'
import { currentRates } from '../../money/rates.ts'
import { type Result, ok, refuse } from '../../result.ts'
import { type Instant, after, instant, minute } from '../../time/instant.ts'
import {
  type PaymentAttempt,
  type Booking,
  type BookingTerms,
  type Decision,
  eventDataOf,
  priceOf,
} from '../booking.ts'
import { bookingMachine } from '../booking-states.ts'
import { type ServiceTerms, reservationMs, requestMs } from '../services/service-terms.ts'
import { type Availability, isSlotFree } from '../availability/slots.ts'

/** Returns the terms that a client agrees to by reserving a slot of a service now. */
export function agreedTermsOf(terms: ServiceTerms): BookingTerms {
  const { title, price, minutes, bufferBefore, bufferAfter, noticeMinutes, confirmation, policy } = terms
  const { clientFee, creatorFee } = currentRates
  return {
    title,
    price,
    minutes,
    bufferBefore,
    bufferAfter,
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
  readonly terms: ServiceTerms
  readonly startsAt: Instant
  readonly zones: Booking['zones']
  readonly note: string
}

/**
 * Reserves a slot for fifteen minutes, or until it starts. Refuses booking.own-service (invalid) and booking.slot-taken
 * (conflict) for any time at which the service cannot be booked.
 */
export function reserve(request: ReservationRequest, availability: Availability): Result<Decision> {
  const { now } = availability
  if (request.creatorId === request.clientId) return refuse('booking.own-service', 'invalid')
  if (!isSlotFree(availability, request.startsAt)) return refuse('booking.slot-taken', 'conflict', { field: 'at' })
  const { id, serviceId, creatorId, clientId, zones, note } = request
  const next: Booking = {
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
    expiresAt: instant(Math.min(now + reservationMs, Math.max(request.startsAt, now + minute))),
    attempt: null,
    paidChargeId: null,
    proposal: null,
    endAgreedBy: null,
    refunded: null,
    settled: request.terms.price === null,
    frozen: false,
    attendanceUnclear: false,
    ended: null,
  }
  return ok({
    next,
    events: [{ type: 'booking.reserved', data: { ...eventDataOf(next), expiresAt: next.expiresAt ?? now } }],
  })
}

/**
 * Books a reservation that is paid or free: confirmed, or requested with 24 hours for the creator to answer, but no
 * longer than until the notice before the start.
 */
export function book(booking: Booking, by: 'client' | 'system', now: Instant, expected?: number): Result<Decision> {
  const needsConfirmation = booking.terms.confirmation === 'manual'
  const step = applyTransition(bookingMachine, booking, needsConfirmation ? 'request' : 'book', by, expected)
  if (!step.ok) return step
  if (booking.expiresAt !== null && now > booking.expiresAt) return refuse('booking.reservation-expired', 'expired')
  if (by === 'client' && booking.terms.price) return refuse('booking.payment-required', 'payment')
  const version = booking.version + 1
  if (!needsConfirmation) {
    const next: Booking = { ...booking, state: 'confirmed', version, expiresAt: null, attempt: null }
    return ok({ next, events: [{ type: 'booking.confirmed', data: { ...eventDataOf(next), by } }] })
  }
  const noticeStart = booking.startsAt - booking.terms.noticeMinutes * minute
  // A slot booked at the end of the notice still leaves the duration of a reservation to answer.
  const expiresAt = instant(
    Math.min(now + requestMs, Math.max(noticeStart, Math.min(now + reservationMs, booking.startsAt))),
  )
  const next: Booking = { ...booking, state: 'requested', version, expiresAt, attempt: null }
  return ok({ next, events: [{ type: 'booking.requested', data: { ...eventDataOf(next), expiresAt } }] })
}

/** Returns true if a reservation is active and being paid: another one cannot replace it. */
export function isPaymentInProgress({ state, attempt, expiresAt }: Booking, now: Instant): boolean {
  return state === 'reserved' && attempt !== null && expiresAt !== null && now < expiresAt
}

/**
 * Starts one payment attempt, which ends with the reservation. Refuses booking.nothing-to-pay (conflict) and
 * booking.payment-in-progress (conflict).
 */
export function pay(
  booking: Booking,
  input: { readonly chargeId: ChargeId; readonly expected: number },
  now: Instant,
): Result<Decision> {
  const step = applyTransition(bookingMachine, booking, 'pay', 'client', input.expected)
  if (!step.ok) return step
  const price = priceOf(booking)
  if (!price) return refuse('booking.nothing-to-pay', 'conflict')
  if (booking.expiresAt === null || now >= booking.expiresAt) return refuse('booking.reservation-expired', 'expired')
  if (booking.attempt) return refuse('booking.payment-in-progress', 'conflict')
  const { chargeId } = input
  const { clientPays: amount, currency } = price
  const attempt = { stage: 'charging', chargeId, amount, currency, expiresAt: booking.expiresAt } as const
  const next: Booking = { ...booking, version: booking.version + 1, attempt }
  const capture = booking.terms.confirmation === 'manual' ? 'later' : 'at-once'
  const data = {
    ...eventDataOf(next),
    chargeId,
    charged: amount,
    currency,
    expiresAt: attempt.expiresAt,
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
export function authorisePayment(booking: Booking, authorised: ProviderPayment): Result<Decision> {
  const { attempt } = booking
  if (!attempt || !isPaidInTime(booking, authorised) || booking.terms.confirmation !== 'manual') {
    return refuse('payment.unapplied', 'conflict')
  }
  const requested = book(booking, 'system', authorised.at)
  if (!requested.ok) return requested
  const { next, events } = requested.value
  return ok({ next: { ...next, attempt: { ...attempt, stage: 'authorised' } }, events })
}

/**
 * Confirms a booking once its payment was captured. Refuses payment.unapplied (conflict) unless it is the current
 * attempt, in full, captured before the reservation expired, or the authorised card that the creator's confirmation
 * charged; any other payment is refunded.
 */
export function confirmPayment(booking: Booking, captured: ProviderPayment): Result<Decision> {
  const { attempt } = booking
  if (!attempt) return refuse('payment.unapplied', 'conflict')
  const paid = { ...booking, paidChargeId: attempt.chargeId }
  if (isPaidInTime(booking, captured)) return book(paid, 'system', captured.at)
  const confirms = booking.state === 'requested' && attempt.stage === 'capturing' && matchesAttempt(attempt, captured)
  if (!confirms) return refuse('payment.unapplied', 'conflict')
  const step = applyTransition(bookingMachine, booking, 'confirm', 'system')
  if (!step.ok) return step
  const version = booking.version + 1
  const next: Booking = { ...paid, state: 'confirmed', version, expiresAt: null, attempt: null }
  return ok({ next, events: [{ type: 'booking.confirmed', data: { ...eventDataOf(next), by: 'creator' } }] })
}

function isPaidInTime({ state, attempt }: Booking, payment: ProviderPayment): boolean {
  return state === 'reserved' && attempt !== null && matchesAttempt(attempt, payment) && payment.at <= attempt.expiresAt
}

function matchesAttempt(attempt: PaymentAttempt, { chargeId, amount, currency }: ProviderPayment): boolean {
  return attempt.chargeId === chargeId && attempt.amount === amount && attempt.currency === currency
}

/**
 * Ends a failed payment attempt. A reservation stays and can be paid again; a request, whose card was authorised, ends
 * with nothing taken. Refuses payment.other-attempt unless it is the current attempt.
 */
export function failPayment(booking: Booking, chargeId: string, reason: string): Result<Decision> {
  const step = applyTransition(bookingMachine, booking, 'fail-payment', 'system')
  if (!step.ok) return step
  const { attempt } = booking
  if (attempt?.chargeId !== chargeId) return refuse('payment.other-attempt', 'conflict')
  const version = booking.version + 1
  if (booking.state === 'requested') {
    const ended = { by: 'system', reason: '' } as const
    const next: Booking = { ...booking, state: 'expired', version, expiresAt: null, attempt: null, ended }
    return ok({ next, events: [{ type: 'booking.expired', data: { ...eventDataOf(next), during: 'payment' } }] })
  }
  const next: Booking = { ...booking, version, attempt: null }
  const data = { ...eventDataOf(next), chargeId: attempt.chargeId, reason }
  return ok({ next, events: [{ type: 'booking.payment-failed', data }] })
}

/** Withdraws the client's reservation. */
export function withdraw(booking: Booking, expected: number): Result<Decision> {
  const step = applyTransition(bookingMachine, booking, 'withdraw', 'client', expected)
  if (!step.ok) return step
  const next: Booking = {
    ...booking,
    state: 'withdrawn',
    version: booking.version + 1,
    expiresAt: null,
    attempt: null,
    settled: true,
  }
  return ok({ next, events: [{ type: 'booking.withdrawn', data: eventDataOf(next) }] })
}

/** Expires a reservation or a request. Refuses booking.too-early (conflict) if the timer fires too soon. */
export function expire(booking: Booking, now: Instant): Result<Decision> {
  const step = applyTransition(bookingMachine, booking, 'expire', 'system')
  if (!step.ok) return step
  if (booking.expiresAt === null || now < booking.expiresAt) return refuse('booking.too-early', 'conflict')
  const during =
    booking.state === 'reserved' ? 'reservation' : booking.attempt?.stage === 'capturing' ? 'payment' : 'request'
  // Users need not see expired reservations again.
  const ended = during === 'reservation' ? null : ({ by: 'system', reason: '' } as const)
  const next: Booking = {
    ...booking,
    state: 'expired',
    version: booking.version + 1,
    expiresAt: after(booking.expiresAt, 0),
    attempt: null,
    ended,
  }
  return ok({ next, events: [{ type: 'booking.expired', data: { ...eventDataOf(next), during } }] })
}
