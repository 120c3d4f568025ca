import { type BookingId, type ChargeId, type UserId, type HourlyServiceId } from '../ids.ts'
import { type PricePart } from '../money/fees.ts'
import { type Currency, type Minor } from '../money/money.ts'
import { type CaptureTiming } from '../payments/charges/charge-states.ts'
import { type Instant } from '../time/instant.ts'
import { type BookingState, type AttendanceOutcome } from './booking-states.ts'

export type BookingEventData = {
  readonly bookingId: BookingId
  readonly serviceId: HourlyServiceId
  readonly clientId: UserId
  readonly creatorId: UserId
  readonly title: string
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly version: number
  readonly sequence: number
}

type EventActor = 'client' | 'creator' | 'admin' | 'system'
type RefundData = { readonly refund: Minor; readonly currency: Currency | null }
export const reminders = ['day', 'hour', 'half-hour', 'enter'] as const
export type Reminder = (typeof reminders)[number]

/** All events of bookings and hourly services, with their data. Amounts in minor units, fees included. */
export type BookingEvents = {
  'hourly-service.changed': { readonly creatorId: UserId; readonly serviceId: HourlyServiceId }
  'schedule.changed': { readonly creatorId: UserId }
  'booking.reserved': BookingEventData & { readonly expiresAt: Instant }
  'booking.payment-started': BookingEventData & {
    readonly chargeId: ChargeId
    readonly charged: Minor
    readonly currency: Currency
    readonly expiresAt: Instant
    readonly capture: CaptureTiming
  }
  /** The creator confirmed: the authorised card is being charged, and that payment confirms. */
  'booking.capture-started': BookingEventData & { readonly chargeId: ChargeId }
  'booking.payment-failed': BookingEventData & { readonly chargeId: ChargeId; readonly reason: string }
  /** Payment, or an authorised card, for an expired reservation; it is refunded or released automatically. */
  'booking.paid-too-late': BookingEventData & {
    /** The next free start, and those that follow it. */
    readonly next: Instant | null
    readonly more?: readonly Instant[]
  }
  'booking.requested': BookingEventData & { readonly expiresAt: Instant }
  'booking.confirmed': BookingEventData & { readonly by: EventActor }
  'booking.declined': BookingEventData & { readonly reason: string }
  /** `payment`: the card of a request could no longer be charged. */
  'booking.expired': BookingEventData & { readonly during: 'reservation' | 'request' | 'payment' }
  'booking.withdrawn': BookingEventData
  'booking.move-proposed': BookingEventData & { readonly by: 'client' | 'creator'; readonly newTime: Instant }
  'booking.move-proposal-closed': BookingEventData & {
    readonly proposedBy: 'client' | 'creator'
    readonly how: 'declined' | 'withdrawn' | 'expired'
  }
  /** `startsAt` is the new time. */
  'booking.moved': BookingEventData & { readonly oldTime: Instant; readonly by: 'client' | 'creator' }
  'booking.cancelled': BookingEventData &
    RefundData & {
      readonly by: EventActor
      readonly reason: string
      readonly from: BookingState
      /** Less than 24 hours before the start. */
      readonly late: boolean
    }
  'booking.reminded': BookingEventData & { readonly which: Reminder }
  'booking.started': BookingEventData
  'booking.completed': BookingEventData & { readonly clientMinutes: number; readonly creatorMinutes: number }
  'booking.no-show': BookingEventData & { readonly who: 'client' | 'creator' | 'both' }
  'booking.overturned': BookingEventData & { readonly to: AttendanceOutcome; readonly reason: string }
  /** The payment was divided: each side's part. */
  'booking.settled': BookingEventData &
    RefundData & {
      readonly creatorReceives: Minor
      /** The creator's part of the price, with its share of both fees. */
      readonly released: PricePart
      readonly availableAt: Instant
    }
}

export type BookingEventType = keyof BookingEvents

/** An event with its data; with a type argument, that event. */
export type BookingEvent<T extends BookingEventType = BookingEventType> = {
  [K in T]: { readonly type: K; readonly data: BookingEvents[K] }
}[T]
