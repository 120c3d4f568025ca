import { type BookingId, type ChargeId, type PersonId, type SessionId } from '../ids.ts'
import { takeStep } from '../machine.ts'
import { type Minor } from '../money/money.ts'
import { currentRates } from '../money/rates.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type Instant, after, instant, minute } from '../time/instant.ts'
import { type Attempt, type Booking, type BookingTerms, type Decided, factsOf, priceOf } from './booking.ts'
import { bookingMachine } from './booking-states.ts'
import { type SessionTerms, holdLasts, requestLasts } from './session-terms.ts'
import { type Availability, isFree } from './slots.ts'

/** What is agreed to by holding a slot of a service today. */
export function termsOf(terms: SessionTerms): BookingTerms {
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

export type Wish = {
  readonly id: BookingId
  readonly serviceId: SessionId
  readonly creatorId: PersonId
  readonly clientId: PersonId
  readonly terms: SessionTerms
  readonly at: Instant
  readonly zones: Booking['zones']
  readonly note: string
}

/**
 * Holds a slot for fifteen minutes, or until it starts. Refuses booking.with-oneself (invalid) and booking.slot-taken
 * (conflict) for any moment at which the service cannot be booked.
 */
export function hold(wish: Wish, availability: Availability): Result<Decided> {
  const { now } = availability
  if (wish.creatorId === wish.clientId) return refuse('booking.with-oneself', 'invalid')
  if (!isFree(availability, wish.at)) return refuse('booking.slot-taken', 'conflict', { field: 'at' })
  const { id, serviceId, creatorId, clientId, zones, note } = wish
  const next: Booking = {
    id,
    serviceId,
    creatorId,
    clientId,
    zones,
    note,
    terms: termsOf(wish.terms),
    state: 'held',
    version: 1,
    sequence: 0,
    startsAt: wish.at,
    expiresAt: instant(Math.min(now + holdLasts, Math.max(wish.at, now + minute))),
    attempt: null,
    paidBy: null,
    proposal: null,
    endAgreedBy: null,
    refunded: null,
    settled: wish.terms.price === null,
    frozen: false,
    faulted: false,
    ended: null,
  }
  return ok({
    next,
    events: [{ type: 'booking.held', data: { ...factsOf(next), expiresAt: next.expiresAt ?? now } }],
  })
}

/**
 * What a hold becomes once it is paid or free: confirmed, or a request that the creator has 24 hours to answer, and
 * no longer than until the notice before the start.
 */
export function finishHold(
  booking: Booking,
  by: 'client' | 'system',
  now: Instant,
  expected?: number,
): Result<Decided> {
  const asks = booking.terms.confirmation === 'by-hand'
  const step = takeStep(bookingMachine, booking, asks ? 'request' : 'book', by, expected)
  if (!step.ok) return step
  if (booking.expiresAt !== null && now > booking.expiresAt) return refuse('booking.hold-over', 'expired')
  if (by === 'client' && booking.terms.price) return refuse('booking.not-free', 'payment')
  const version = booking.version + 1
  if (!asks) {
    const next: Booking = { ...booking, state: 'confirmed', version, expiresAt: null, attempt: null }
    return ok({ next, events: [{ type: 'booking.confirmed', data: { ...factsOf(next), by } }] })
  }
  const last = booking.startsAt - booking.terms.noticeMinutes * minute
  // What was booked on the last moment of the notice still leaves the time of a hold to answer.
  const expiresAt = instant(Math.min(now + requestLasts, Math.max(last, Math.min(now + holdLasts, booking.startsAt))))
  const next: Booking = { ...booking, state: 'requested', version, expiresAt, attempt: null }
  return ok({ next, events: [{ type: 'booking.requested', data: { ...factsOf(next), expiresAt } }] })
}

/** Whether a hold is live and its payment under way: it cannot make room for another. */
export function isBeingPaid({ state, attempt, expiresAt }: Booking, now: Instant): boolean {
  return state === 'held' && attempt !== null && expiresAt !== null && now < expiresAt
}

/** Starts one attempt to pay, which ends with the hold. Refuses booking.free (conflict) and booking.paying (conflict). */
export function pay(
  booking: Booking,
  input: { readonly chargeId: ChargeId; readonly expected: number },
  now: Instant,
): Result<Decided> {
  const step = takeStep(bookingMachine, booking, 'pay', 'client', input.expected)
  if (!step.ok) return step
  const price = priceOf(booking)
  if (!price) return refuse('booking.free', 'conflict')
  if (booking.expiresAt === null || now >= booking.expiresAt) return refuse('booking.hold-over', 'expired')
  if (booking.attempt) return refuse('booking.paying', 'conflict')
  const { chargeId } = input
  const { clientPays: amount, currency } = price
  const attempt = { stage: 'charging', chargeId, amount, currency, expiresAt: booking.expiresAt } as const
  const next: Booking = { ...booking, version: booking.version + 1, attempt }
  const capture = booking.terms.confirmation === 'by-hand' ? 'later' : 'at-once'
  const data = { ...factsOf(next), chargeId, charged: amount, currency, expiresAt: attempt.expiresAt, capture } as const
  return ok({ next, events: [{ type: 'booking.payment-started', data }] })
}

/** What a provider says it took from a card, or may take; amounts in minor units. */
export type Taken = {
  readonly chargeId: string
  readonly amount: Minor
  readonly currency: string
  readonly at: Instant
}

/**
 * The card can be charged: the request stands, and nothing is taken before the creator says yes. Refuses
 * payment.unapplied (conflict) unless it is the running attempt of a held request, to the unit and in time; such a card
 * is let go.
 */
export function authorisePayment(booking: Booking, authorised: Taken): Result<Decided> {
  const { attempt } = booking
  if (!attempt || !isInTime(booking, authorised) || booking.terms.confirmation !== 'by-hand') {
    return refuse('payment.unapplied', 'conflict')
  }
  const asked = finishHold(booking, 'system', authorised.at)
  if (!asked.ok) return asked
  const { next, events } = asked.value
  return ok({ next: { ...next, attempt: { ...attempt, stage: 'authorised' } }, events })
}

/**
 * The provider took money. Refuses payment.unapplied (conflict) unless it is that of the running attempt, to the unit,
 * taken before the hold was over, or of the authorised card that the creator's yes had charged; such money goes back.
 */
export function confirmPayment(booking: Booking, captured: Taken): Result<Decided> {
  const { attempt } = booking
  if (!attempt) return refuse('payment.unapplied', 'conflict')
  const paid = { ...booking, paidBy: attempt.chargeId }
  if (isInTime(booking, captured)) return finishHold(paid, 'system', captured.at)
  const confirms = booking.state === 'requested' && attempt.stage === 'capturing' && isOf(attempt, captured)
  if (!confirms) return refuse('payment.unapplied', 'conflict')
  const step = takeStep(bookingMachine, booking, 'confirm', 'system')
  if (!step.ok) return step
  const version = booking.version + 1
  const next: Booking = { ...paid, state: 'confirmed', version, expiresAt: null, attempt: null }
  return ok({ next, events: [{ type: 'booking.confirmed', data: { ...factsOf(next), by: 'creator' } }] })
}

function isInTime({ state, attempt }: Booking, taken: Taken): boolean {
  return state === 'held' && attempt !== null && isOf(attempt, taken) && taken.at <= attempt.expiresAt
}

function isOf(attempt: Attempt, { chargeId, amount, currency }: Taken): boolean {
  return attempt.chargeId === chargeId && attempt.amount === amount && attempt.currency === currency
}

/**
 * The provider said no. A hold stays and may be paid again; a request, whose card was authorised, is over, with nothing
 * taken. Refuses payment.other-attempt for any but the running one.
 */
export function failPayment(booking: Booking, chargeId: string, reason: string): Result<Decided> {
  const step = takeStep(bookingMachine, booking, 'fail-payment', 'system')
  if (!step.ok) return step
  const { attempt } = booking
  if (attempt?.chargeId !== chargeId) return refuse('payment.other-attempt', 'conflict')
  const version = booking.version + 1
  if (booking.state === 'requested') {
    const ended = { by: 'system', reason: '' } as const
    const next: Booking = { ...booking, state: 'expired', version, expiresAt: null, attempt: null, ended }
    return ok({ next, events: [{ type: 'booking.expired', data: { ...factsOf(next), during: 'payment' } }] })
  }
  const next: Booking = { ...booking, version, attempt: null }
  const data = { ...factsOf(next), chargeId: attempt.chargeId, reason }
  return ok({ next, events: [{ type: 'booking.payment-failed', data }] })
}

/** The client lets the slot go. */
export function giveBack(booking: Booking, expected: number): Result<Decided> {
  const step = takeStep(bookingMachine, booking, 'give-back', 'client', expected)
  if (!step.ok) return step
  const next: Booking = {
    ...booking,
    state: 'given_back',
    version: booking.version + 1,
    expiresAt: null,
    attempt: null,
    settled: true,
  }
  return ok({ next, events: [{ type: 'booking.given-back', data: factsOf(next) }] })
}

/** A hold or a request lapses. Refuses booking.too-early (conflict) for a timer that fires too soon. */
export function expire(booking: Booking, now: Instant): Result<Decided> {
  const step = takeStep(bookingMachine, booking, 'expire', 'system')
  if (!step.ok) return step
  if (booking.expiresAt === null || now < booking.expiresAt) return refuse('booking.too-early', 'conflict')
  const during = booking.state === 'held' ? 'hold' : booking.attempt?.stage === 'capturing' ? 'payment' : 'request'
  // A hold that lapses is nothing that anybody needs to see again.
  const ended = during === 'hold' ? null : ({ by: 'system', reason: '' } as const)
  const next: Booking = {
    ...booking,
    state: 'expired',
    version: booking.version + 1,
    expiresAt: after(booking.expiresAt, 0),
    attempt: null,
    ended,
  }
  return ok({ next, events: [{ type: 'booking.expired', data: { ...factsOf(next), during } }] })
}
