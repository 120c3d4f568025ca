import { bookingActions } from '@veranda/core/bookings/actions.ts'
import { bookingStates, outcomes } from '@veranda/core/bookings/booking-states.ts'
import { chargeStates } from '@veranda/core/payments/charge-states.ts'
import * as z from 'zod/mini'
import { id, isoInstant, minor, money, page, pageQuery, person, text, timeZone } from '../shapes.ts'
import { expected } from './session-schemas.ts'

export const bookingState = z.enum(bookingStates)

// A booking

export const bookingPart = z.enum(['client', 'creator', 'operator'])
const charge = z.object({
  id,
  state: z.enum(chargeStates),
  failure: z.nullable(z.string()),
  expiresAt: isoInstant,
})

export const booking = z.object({
  id,
  version: z.int(),
  state: bookingState,
  /** What the reader is in it. */
  part: bookingPart,
  service: z.object({ id, title: z.string(), minutes: z.int(), confirmation: z.enum(['at-once', 'by-hand']) }),
  creator: person,
  client: person,
  startsAt: isoInstant,
  endsAt: isoInstant,
  /** The client's zone when it was booked, and the creator's where they are at the start. */
  zones: z.object({ client: z.string(), creator: z.string() }),
  /** Null is free. */
  price: z.nullable(money),
  clientPays: z.nullable(money),
  creatorReceives: z.nullable(money),
  /** As it was when it was booked. */
  policy: z.array(z.object({ hoursBefore: z.int(), refundPercent: z.int() })),
  /** Cancelling gives all back, and moving to a time as far off needs no consent, until then; null when it never does. */
  freeUntil: z.nullable(isoInstant),
  note: z.string(),
  /** The server's clock when it answered, to count down from. */
  now: isoInstant,
  /** When a hold or a request lapses by itself. */
  expiresAt: z.nullable(isoInstant),
  /** The running or last attempt to pay; only for the client. */
  charge: z.nullable(charge),
  /** Where the money stands; null before it is paid and when it is free. */
  money: z.nullable(
    z.object({
      place: z.enum([
        'reserved',
        'let-go',
        'charging',
        'protected',
        'pending',
        'available',
        'refunding',
        'refunded',
        'divided',
      ]),
      amount: money,
      movesAt: z.nullable(isoInstant),
    }),
  ),
  /** What was given back, or is on its way back. */
  refund: z.nullable(money),
  /** A new time that one side asks the other for. */
  proposal: z.nullable(
    z.object({
      by: z.enum(['client', 'creator']),
      startsAt: isoInstant,
      endsAt: isoInstant,
      note: z.string(),
      expiresAt: isoInstant,
    }),
  ),
  /** When Join appears, and where it leads; null when it never will. */
  join: z.nullable(z.object({ from: isoInstant, until: isoInstant, url: z.string() })),
  /** It ended with a fault of ours in it and somebody hardly there, so an operator may say what it was. */
  faulted: z.boolean(),
  /** Minutes each side was there, once it is over; null before. */
  presence: z.nullable(z.object({ client: z.int(), creator: z.int() })),
  /** Why it was declined or cancelled, and by whom. */
  ended: z.nullable(z.object({ by: z.enum(['client', 'creator', 'operator', 'system']), reason: z.string() })),
  actions: z.array(z.enum(bookingActions)),
  history: z.array(
    z.object({ what: z.string(), by: z.nullable(z.enum(['client', 'creator', 'operator'])), at: isoInstant }),
  ),
  /** The calendar file, by our own path; null before it is confirmed. */
  calendarUrl: z.nullable(z.string()),
})
export type Booking = z.infer<typeof booking>

export const holdBody = z.strictObject({ serviceId: id, at: isoInstant, timeZone, note: z.optional(text(1000, 0)) })
export type HoldBody = z.infer<typeof holdBody>
export const bookingExpected = z.strictObject({ expected })
export type BookingExpected = z.infer<typeof bookingExpected>
/** `method` is a token of `GET /payments/methods`. */
export const payBody = z.strictObject({ expected, method: text(200) })
export type PayBody = z.infer<typeof payBody>
export const bookingReason = z.strictObject({ expected, reason: text(1000, 0) })
export type BookingReason = z.infer<typeof bookingReason>
export const moveBody = z.strictObject({ expected, at: isoInstant, note: z.optional(text(1000, 0)) })
export type MoveBody = z.infer<typeof moveBody>

/** What cancelling now would do. Show it before the button is pressed, and send its amount along. */
export const cancellation = z.object({
  version: z.int(),
  /** Null when nothing was paid. */
  paid: z.nullable(money),
  refund: z.nullable(money),
  /** What is only authorised on the client's card and let go; null when nothing is. */
  reserved: z.nullable(money),
  refundPercent: z.int(),
  /** When less is given back than now; null when nothing changes any more. */
  changesAt: z.nullable(isoInstant),
})
export type Cancellation = z.infer<typeof cancellation>
/** `refund` is the amount that was shown; when it is another by now the call is refused with 409 and nothing happens. */
export const cancelBody = z.strictObject({ expected, reason: text(1000, 0), refund: z.nullable(minor) })
export type CancelBody = z.infer<typeof cancelBody>

export const overturnBody = z.strictObject({
  expected,
  outcome: z.enum(outcomes),
  reason: text(1000),
})
export type OverturnBody = z.infer<typeof overturnBody>

// Lists

export const appointment = z.object({
  id,
  state: bookingState,
  part: z.enum(['client', 'creator']),
  title: z.string(),
  other: person,
  startsAt: isoInstant,
  endsAt: isoInstant,
  price: z.nullable(money),
  /** Somebody waits for the reader: a request to answer, a proposal, a hold to finish. */
  waitsForMe: z.boolean(),
  join: z.nullable(z.object({ from: isoInstant, until: isoInstant, url: z.string() })),
})
export type Appointment = z.infer<typeof appointment>

/** `coming` is earliest first, `past` latest first; `waiting` is what of the coming waits for the reader. Without `states`, lapsed and given-back holds are left out. */
export const appointmentsQuery = z.object({
  ...pageQuery.shape,
  when: z.optional(z.enum(['coming', 'waiting', 'past'])),
  part: z.optional(z.enum(['client', 'creator'])),
  state: z.optional(bookingState),
})
export type AppointmentsQuery = z.infer<typeof appointmentsQuery>
export const appointmentPage = page(appointment)
export type AppointmentPage = z.infer<typeof appointmentPage>

/**
 * Where somebody did not come, or what `completed` with a fault of ours in it, as an operator finds it; `until` is how
 * long it can be overturned.
 */
export const missedBooking = z.object({
  id,
  state: z.enum(outcomes),
  title: z.string(),
  client: person,
  creator: person,
  startsAt: isoInstant,
  endsAt: isoInstant,
  price: z.nullable(money),
  until: isoInstant,
})
export type MissedBooking = z.infer<typeof missedBooking>
export const missedPage = page(missedBooking)
export type MissedPage = z.infer<typeof missedPage>

export const nextAppointments = z.object({ now: isoInstant, items: z.array(appointment) })
export type NextAppointments = z.infer<typeof nextAppointments>

/** At most 100 days. */
export const calendarQuery = z.object({ from: isoInstant, to: isoInstant })
export type CalendarQuery = z.infer<typeof calendarQuery>
/** What stands in a stretch of time; `open` and `absences` only for a creator. */
export const calendar = z.object({
  items: z.array(appointment),
  open: z.array(z.object({ from: isoInstant, to: isoInstant })),
  absences: z.array(z.object({ from: isoInstant, to: isoInstant, note: z.string() })),
})
export type Calendar = z.infer<typeof calendar>

/** The private address of one's calendar; whoever knows it reads it, so it can be renewed. */
export const feed = z.object({ url: z.string(), renewedAt: isoInstant })
export type Feed = z.infer<typeof feed>
export const feedParams = z.object({ token: z.string().check(z.minLength(20), z.maxLength(100)) })
export type FeedParams = z.infer<typeof feedParams>
