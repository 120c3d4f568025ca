import { type BookingId, type ChargeId, type HourlyServiceId, type UserId } from '../../ids.ts'
import { minor } from '../../money/money.ts'
import { type Result } from '../../result.ts'
import { day, fromIso, type Instant, instant } from '../../time/instant.ts'
import {
  type Booking,
  type BookingFields,
  type ConfirmedBooking,
  type DecidedBooking,
  type Decision,
  type Payment,
} from '../booking.ts'
import { type AttendanceOutcome, type BookingState } from '../booking-states.ts'
import { agreedTermsOf } from '../reservations/reservation.ts'
import { emptySchedule, type Schedule } from '../availability/schedule.ts'
import { defaultServiceTerms, type HourlyService } from '../services/hourly-service.ts'
import { type Availability } from '../availability/slots.ts'

/** Parses an ISO time with any offset. */
export function instantAt(text: string): Instant {
  const moment = fromIso(text)
  if (moment === undefined) throw new Error(`not an ISO time: ${text}`)
  return moment
}

export const freeTerms: HourlyService = {
  ...defaultServiceTerms(null),
  title: 'Talk about a work',
  minutes: 30,
  incrementMinutes: 30,
  bufferAfterMinutes: 0,
  noticeMinutes: 0,
}
export const paidTerms: HourlyService = { ...freeTerms, price: { amount: minor(10_000), currency: 'EUR' } }

/** Creates a schedule with the same open hours every day. */
export function dailySchedule(timeZone: string, from: string, to: string, more: Partial<Schedule> = {}): Schedule {
  return {
    ...emptySchedule(timeZone),
    weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, to })),
    ...more,
  }
}

export function sampleAvailability(more: Partial<Availability> & Pick<Availability, 'schedule' | 'now'>): Availability {
  return { terms: freeTerms, creatorBusy: [], clientBusy: [], quotaStarts: [], ...more }
}

/** Creates what every booking of March 2027 in Berlin has. */
function sampleFields(terms: HourlyService): BookingFields {
  return {
    // Fake ids for the tests.
    id: 'b' as BookingId,
    serviceId: 's' as HourlyServiceId,
    creatorId: 'creator' as UserId,
    clientId: 'client' as UserId,
    terms: agreedTermsOf(terms),
    zones: { client: 'Asia/Tokyo', creator: 'Europe/Berlin' },
    note: '',
    version: 3,
    sequence: 0,
    startsAt: instantAt('2027-03-10T10:00:00Z'),
  }
}

export const samplePayment: Payment = {
  chargeId: 'c' as ChargeId,
  settled: false,
  refunded: minor(0),
  frozen: false,
}

/** Creates a confirmed booking, paid unless it is free. */
export function sampleBooking(
  more: Partial<ConfirmedBooking> = {},
  terms: HourlyService = paidTerms,
): ConfirmedBooking {
  const payment = terms.price ? samplePayment : null
  return { ...sampleFields(terms), state: 'confirmed', payment, proposal: null, endAgreedBy: null, ...more }
}

/** Creates the booking with its outcome: completed or a no-show. */
export function decidedBooking(state: AttendanceOutcome, more: Partial<DecidedBooking> = {}): DecidedBooking {
  const fields = { payment: samplePayment, attendanceUnclear: false, ended: null }
  return { ...sampleFields(paidTerms), state, ...fields, ...more }
}

/** Creates a booking in a state, with the fields that belong to it; its card is charged, or its payment was captured. */
export function bookingIn(state: BookingState): Booking {
  const fields = sampleFields(paidTerms)
  const payment = samplePayment
  const expiresAt = plusMs(fields.startsAt, -day)
  const { chargeId } = payment
  const attempt = { chargeId, amount: minor(10_500), currency: 'EUR', expiresAt } as const
  const ended = { reason: 'Ill' }
  switch (state) {
    case 'reserved':
      return { ...fields, state, expiresAt, attempt: { ...attempt, stage: 'charging' } }
    case 'requested':
      return { ...fields, state, expiresAt, attempt: { ...attempt, stage: 'authorised' }, payment: null }
    case 'confirmed':
      return sampleBooking()
    case 'in_session':
      return { ...fields, state, payment, endAgreedBy: null }
    case 'completed':
    case 'no_show_client':
    case 'no_show_creator':
    case 'no_show_both':
      return decidedBooking(state)
    case 'declined':
      return { ...fields, state, payment: null, ended: { ...ended, by: 'creator' } }
    case 'expired':
      return { ...fields, state, payment: null, ended: { ...ended, by: 'system' } }
    case 'withdrawn':
      return { ...fields, state }
    case 'cancelled':
      return { ...fields, state, payment, ended: { ...ended, by: 'client' } }
  }
}

/** Returns the value of a decision; throws if it was refused. */
export function valueOf<Next extends Booking>(result: Result<Decision<Next>> | undefined): Decision<Next> {
  if (!result?.ok) throw new Error(`refused: ${result?.refusal.code ?? 'nothing to say'}`)
  return result.value
}

/** Returns the error code of a refused decision; throws if it was not refused. */
export function errorCodeOf(result: Result<unknown> | undefined): string {
  if (!result || result.ok) throw new Error('not refused')
  return result.refusal.code
}

/** Formats instants as wall times in a zone, `DD HH:MM±offset`. */
export function wallTimes(starts: readonly Instant[], timeZone: string): string[] {
  return starts.map((start) => {
    const there = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timeZone)
    return `${String(there.day).padStart(2, '0')} ${there.toPlainTime().toString().slice(0, 5)}${there.offset}`
  })
}

export function plusMs(from: Instant, milliseconds: number): Instant {
  return instant(from + milliseconds)
}
