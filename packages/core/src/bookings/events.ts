import { type BookingId, type ChargeId, type PersonId, type SessionId } from '../ids.ts'
import { type Part } from '../money/fees.ts'
import { type Currency, type Minor } from '../money/money.ts'
import { type CaptureWhen } from '../payments/charge-states.ts'
import { type Instant } from '../time/instant.ts'
import { type BookingState, type Outcome } from './booking-states.ts'

export type BookingFacts = {
  readonly bookingId: BookingId
  readonly serviceId: SessionId
  readonly clientId: PersonId
  readonly creatorId: PersonId
  readonly title: string
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly version: number
  readonly sequence: number
}

type By = 'client' | 'creator' | 'operator' | 'system'
type Refund = { readonly refund: Minor; readonly currency: Currency | null }
export const reminders = ['day', 'hour', 'half-hour', 'enter'] as const
export type Reminder = (typeof reminders)[number]

/** Every event of bookings and of what can be booked, with its data. Amounts in minor units, fees included. */
export type BookingEvents = {
  'session.changed': { readonly creatorId: PersonId; readonly serviceId: SessionId }
  'schedule.changed': { readonly creatorId: PersonId }
  'booking.held': BookingFacts & { readonly expiresAt: Instant }
  'booking.payment-started': BookingFacts & {
    readonly chargeId: ChargeId
    readonly charged: Minor
    readonly currency: Currency
    readonly expiresAt: Instant
    readonly capture: CaptureWhen
  }
  /** The creator said yes: the authorised card is charged, and that confirms. */
  'booking.capture-started': BookingFacts & { readonly chargeId: ChargeId }
  'booking.payment-failed': BookingFacts & { readonly chargeId: ChargeId; readonly reason: string }
  /** Money, or an authorised card, for a hold that was over; it refunds itself, or is let go. */
  'booking.paid-too-late': BookingFacts & {
    /** The next free start, and those that follow it. */
    readonly next: Instant | null
    readonly more?: readonly Instant[]
  }
  'booking.requested': BookingFacts & { readonly expiresAt: Instant }
  'booking.confirmed': BookingFacts & { readonly by: By }
  'booking.declined': BookingFacts & { readonly reason: string }
  /** During `payment`: the card of a request could not be charged any more. */
  'booking.expired': BookingFacts & { readonly during: 'hold' | 'request' | 'payment' }
  'booking.given-back': BookingFacts
  'booking.move-proposed': BookingFacts & { readonly by: 'client' | 'creator'; readonly newTime: Instant }
  'booking.move-refused': BookingFacts & {
    readonly proposedBy: 'client' | 'creator'
    readonly how: 'declined' | 'withdrawn' | 'lapsed'
  }
  /** `startsAt` is the new time. */
  'booking.moved': BookingFacts & { readonly oldTime: Instant; readonly by: 'client' | 'creator' }
  'booking.cancelled': BookingFacts &
    Refund & {
      readonly by: By
      readonly reason: string
      readonly from: BookingState
      /** Less than 24 hours before the start. */
      readonly late: boolean
    }
  'booking.reminded': BookingFacts & { readonly which: Reminder }
  'booking.started': BookingFacts
  'booking.completed': BookingFacts & { readonly clientMinutes: number; readonly creatorMinutes: number }
  'booking.no-show': BookingFacts & { readonly who: 'client' | 'provider' | 'both' }
  'booking.overturned': BookingFacts & { readonly to: Outcome; readonly reason: string }
  /** What was paid has found its end: each side's part. */
  'booking.settled': BookingFacts &
    Refund & {
      readonly creatorReceives: Minor
      /** The creator's part of the price, with its share of both fees. */
      readonly released: Part
      readonly availableAt: Instant
    }
}

export type BookingEventType = keyof BookingEvents

/** An event with its data; with a type, that one. */
export type BookingEvent<T extends BookingEventType = BookingEventType> = {
  [K in T]: { readonly type: K; readonly data: BookingEvents[K] }
}[T]
