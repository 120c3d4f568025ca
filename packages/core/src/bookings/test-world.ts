import { type BookingId, type PersonId, type SessionId } from '../ids.ts'
import { minor } from '../money/money.ts'
import { type Instant, fromIso, instant } from '../time/instant.ts'
import { type Booking } from './booking.ts'
import { type Decided } from './booking.ts'
import { type Result } from '../result.ts'
import { termsOf } from './hold.ts'
import { type Schedule, emptySchedule } from './schedule.ts'
import { type SessionTerms, defaultTerms } from './session-terms.ts'
import { type Availability } from './slots.ts'

/** A moment from its ISO text, with whatever offset. */
export function at(text: string): Instant {
  const moment = fromIso(text)
  if (moment === undefined) throw new Error(`not a moment: ${text}`)
  return moment
}

export const free: SessionTerms = {
  ...defaultTerms(null),
  title: 'Talk about a work',
  minutes: 30,
  incrementMinutes: 30,
  bufferAfter: 0,
  noticeMinutes: 0,
}
export const paid: SessionTerms = { ...free, price: { amount: minor(10_000), currency: 'EUR' } }

/** Open every day at the same hours. */
export function daily(timeZone: string, from: string, to: string, more: Partial<Schedule> = {}): Schedule {
  return {
    ...emptySchedule(timeZone),
    weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, to })),
    ...more,
  }
}

export function availability(more: Partial<Availability> & Pick<Availability, 'schedule' | 'now'>): Availability {
  return { terms: free, creatorBusy: [], clientBusy: [], counted: [], ...more }
}

/** A confirmed booking of March 2027 in Berlin. */
export function booking(more: Partial<Booking> = {}, terms: SessionTerms = paid): Booking {
  return {
    // Made up for the tests.
    id: 'b' as BookingId,
    serviceId: 's' as SessionId,
    creatorId: 'creator' as PersonId,
    clientId: 'client' as PersonId,
    terms: termsOf(terms),
    zones: { client: 'Asia/Tokyo', creator: 'Europe/Berlin' },
    note: '',
    state: 'confirmed',
    version: 3,
    sequence: 0,
    startsAt: at('2027-03-10T10:00:00Z'),
    expiresAt: null,
    attempt: null,
    paidBy: null,
    proposal: null,
    endAgreedBy: null,
    refunded: null,
    settled: terms.price === null,
    frozen: false,
    faulted: false,
    ended: null,
    ...more,
  }
}

/** The value of a decision that must be good. */
export function good(result: Result<Decided> | undefined): Decided {
  if (!result?.ok) throw new Error(`refused: ${result?.refusal.code ?? 'nothing to say'}`)
  return result.value
}

/** The code of a decision that must be refused. */
export function codeOf(result: Result<unknown> | undefined): string {
  if (!result || result.ok) throw new Error('not refused')
  return result.refusal.code
}

/** Wall-clock times of moments in a zone, `DD HH:MM±offset`. */
export function walls(starts: readonly Instant[], timeZone: string): string[] {
  return starts.map((start) => {
    const there = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timeZone)
    return `${String(there.day).padStart(2, '0')} ${there.toPlainTime().toString().slice(0, 5)}${there.offset}`
  })
}

export function later(from: Instant, milliseconds: number): Instant {
  return instant(from + milliseconds)
}
