import { type BookingId, type HourlyServiceId, type UserId } from '../../ids.ts'
import { minor } from '../../money/money.ts'
import { type Result } from '../../result.ts'
import { fromIso, type Instant, instant } from '../../time/instant.ts'
import { type Booking, type Decision } from '../booking.ts'
import { agreedTermsOf } from '../reservations/reservation.ts'
import { emptySchedule, type Schedule } from '../availability/schedule.ts'
import { defaultServiceTerms, type ServiceTerms } from '../services/service-terms.ts'
import { type Availability } from '../availability/slots.ts'

/** Parses an ISO time with any offset. */
export function instantAt(text: string): Instant {
  const moment = fromIso(text)
  if (moment === undefined) throw new Error(`not an ISO time: ${text}`)
  return moment
}

export const freeTerms: ServiceTerms = {
  ...defaultServiceTerms(null),
  title: 'Talk about a work',
  minutes: 30,
  incrementMinutes: 30,
  bufferAfter: 0,
  noticeMinutes: 0,
}
export const paidTerms: ServiceTerms = { ...freeTerms, price: { amount: minor(10_000), currency: 'EUR' } }

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

/** Creates a confirmed booking of March 2027 in Berlin. */
export function sampleBooking(more: Partial<Booking> = {}, terms: ServiceTerms = paidTerms): Booking {
  return {
    // Fake ids for the tests.
    id: 'b' as BookingId,
    serviceId: 's' as HourlyServiceId,
    creatorId: 'creator' as UserId,
    clientId: 'client' as UserId,
    terms: agreedTermsOf(terms),
    zones: { client: 'Asia/Tokyo', creator: 'Europe/Berlin' },
    note: '',
    state: 'confirmed',
    version: 3,
    sequence: 0,
    startsAt: instantAt('2027-03-10T10:00:00Z'),
    expiresAt: null,
    attempt: null,
    paidChargeId: null,
    proposal: null,
    endAgreedBy: null,
    refunded: null,
    settled: terms.price === null,
    frozen: false,
    attendanceUnclear: false,
    ended: null,
    ...more,
  }
}

/** Returns the value of a decision; throws if it was refused. */
export function valueOf(result: Result<Decision> | undefined): Decision {
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
