import { bookingActions } from '@veranda/core/bookings/booking-actions.ts'
import {
  attendanceOutcomes,
  bookingStates,
  meetingStates,
  waitingStates,
} from '@veranda/core/bookings/booking-states.ts'
import * as z from 'zod/mini'
import {
  id,
  isoInstant,
  minorUnits,
  money,
  page,
  pageQuery,
  userSummary,
  text,
  timeZone,
  multilineText,
} from '../shared-schemas.ts'
import { chargebackFlag, paymentAttempt } from '../payments/charges/schemas.ts'
import { expected } from './services/schemas.ts'

export const bookingState = z.enum(bookingStates)

// A booking

export const bookingRole = z.enum(['client', 'creator', 'admin'])

/** The price, what the client pays with the fee, and what the creator receives. */
const bookingCost = z.object({ price: money, clientPays: money, creatorReceives: money })

const bookingFields = {
  id,
  version: z.int(),
  /** Role of the reader in the booking. */
  viewerRole: bookingRole,
  service: z.object({ id, title: z.string(), minutes: z.int(), confirmation: z.enum(['instant', 'manual']) }),
  creator: userSummary,
  client: userSummary,
  startsAt: isoInstant,
  endsAt: isoInstant,
  /** The client's zone at booking time, and the creator's zone at the start. */
  zones: z.object({ client: z.string(), creator: z.string() }),
  /** Null if free. */
  cost: z.nullable(bookingCost),
  /** Policy at booking time. */
  policy: z.array(z.object({ hoursBefore: z.int(), refundPercent: z.int() })),
  note: z.string(),
  /** Server time of the reply, to count down from. */
  now: isoInstant,
  /** The current or last payment attempt; only for the client. */
  charge: z.nullable(paymentAttempt),
  chargeback: z.nullable(chargebackFlag),
  /** True if our failure left the attendance unclear, so that an admin may decide the outcome. */
  attendanceUnclear: z.boolean(),
  actions: z.array(z.enum(bookingActions)),
  /** The outcomes that an admin may choose now; empty for the two sides. */
  outcomes: z.array(z.enum(attendanceOutcomes)),
  history: z.array(
    z.object({ type: z.string(), by: z.nullable(z.enum(['client', 'creator', 'admin'])), at: isoInstant }),
  ),
  /** True for the client while their card refuses the refund; they can give a bank account under Payments. */
  refundFailed: z.boolean(),
}
const none = {
  expiresAt: z.null(),
  proposal: z.null(),
  join: z.null(),
  attendedMinutes: z.null(),
  ended: z.null(),
  refund: z.null(),
  calendarUrl: z.null(),
}
/** Where the money is while the booking waits: on the client's card, unless the card was charged for a request. */
const waitingMoney = z.object({
  place: z.enum(['charging', 'authorised', 'voided', 'protected']),
  amount: money,
  movesAt: z.null(),
})
/** Where the money can be once it is settled. */
const settledPlaces = ['pending', 'available', 'refunding', 'refunded', 'partly-refunded'] as const
/** Path of the calendar file; null for an admin, who is not in the session. */
const calendarUrl = z.nullable(z.string())
/** Amount refunded or being refunded; null for none. */
const refund = z.nullable(money)
const calledOffFields = {
  refund,
  /** Null if free, and if nothing was authorised or taken. */
  money: z.nullable(
    z.object({ place: z.enum(['voided', 'protected', ...settledPlaces]), amount: money, movesAt: z.null() }),
  ),
}
/** A new start proposed by one side to the other. */
const moveProposal = z.object({
  by: z.enum(['client', 'creator']),
  startsAt: isoInstant,
  endsAt: isoInstant,
  note: z.string(),
  expiresAt: isoInstant,
})
/** When and where to join. */
const join = z.object({ from: isoInstant, until: isoInstant, url: z.string() })
/** Reason and actor of a decline, a cancellation or an overturned outcome. */
const ended = z.object({ by: z.enum(['client', 'creator', 'admin', 'system']), reason: z.string() })

/** A booking, with the fields of its state; those of other states are null. */
export const booking = z.discriminatedUnion('state', [
  z.object({
    ...bookingFields,
    ...none,
    state: z.enum(waitingStates),
    /** When the reservation or the request expires automatically. */
    expiresAt: isoInstant,
    /** Null if free, and before a card is charged. */
    money: z.nullable(waitingMoney),
  }),
  z.object({
    ...bookingFields,
    ...none,
    state: z.enum(meetingStates),
    /** Null while neither side proposes a new start. */
    proposal: z.nullable(moveProposal),
    join,
    /** Null if free. */
    money: z.nullable(z.object({ place: z.literal('protected'), amount: money, movesAt: z.null() })),
    calendarUrl,
  }),
  z.object({
    ...bookingFields,
    ...none,
    state: z.enum(attendanceOutcomes),
    /** Null if free. */
    money: z.nullable(
      z.union([
        /** `movesAt` is when it is released or refunded. */
        z.object({ place: z.literal('protected'), amount: money, movesAt: isoInstant }),
        z.object({ place: z.enum(settledPlaces), amount: money, movesAt: z.null() }),
      ]),
    ),
    refund,
    calendarUrl,
    /** Minutes that each side was present. */
    attendedMinutes: z.object({ client: z.int(), creator: z.int() }),
    /** Null unless an admin overturned the outcome. */
    ended: z.nullable(ended),
  }),
  z.object({ ...bookingFields, ...none, ...calledOffFields, state: z.literal('declined'), ended }),
  z.object({
    ...bookingFields,
    ...none,
    ...calledOffFields,
    state: z.literal('cancelled'),
    ended,
    /** Also null for a request that was cancelled: it was in no calendar. */
    calendarUrl,
  }),
  // `ended` says so when a request ran out without an answer; it is null for a reservation that was not booked.
  z.object({
    ...bookingFields,
    ...none,
    ...calledOffFields,
    state: z.enum(['expired', 'withdrawn']),
    ended: z.nullable(ended),
  }),
])
export type Booking = z.infer<typeof booking>

export const reserveSlotBody = z.strictObject({
  serviceId: id,
  at: isoInstant,
  timeZone,
  note: z.optional(multilineText(1000, 0)),
  /** A project of both, which lists the session on its page. */
  projectId: z.optional(id),
})
export type ReserveSlotBody = z.infer<typeof reserveSlotBody>
export const bookingVersionBody = z.strictObject({ expected })
export type BookingVersionBody = z.infer<typeof bookingVersionBody>
/** `method` is a token of `GET /payments/methods`. */
export const payBookingBody = z.strictObject({ expected, method: text(200) })
export type PayBookingBody = z.infer<typeof payBookingBody>
export const bookingReasonBody = z.strictObject({ expected, reason: multilineText(1000, 0) })
export type BookingReasonBody = z.infer<typeof bookingReasonBody>
export const moveBookingBody = z.strictObject({ expected, at: isoInstant, note: z.optional(multilineText(1000, 0)) })
export type MoveBookingBody = z.infer<typeof moveBookingBody>

/** Result of cancelling now. Show it before the button, and send its amount along. */
export const cancellationPreview = z.object({
  version: z.int(),
  /** Null if nothing was paid. */
  paid: z.nullable(money),
  refund: z.nullable(money),
  /** Amount only authorised on the client's card, which would be released; null if none. */
  authorised: z.nullable(money),
  refundPercent: z.int(),
  /** When the refund shrinks; null if it no longer changes. */
  changesAt: z.nullable(isoInstant),
})
export type CancellationPreview = z.infer<typeof cancellationPreview>
/** `refund` is the amount that was shown; if it has changed since, the call is refused with 409 and nothing happens. */
export const cancelBookingBody = z.strictObject({
  expected,
  reason: multilineText(1000, 0),
  refund: z.nullable(minorUnits),
})
export type CancelBookingBody = z.infer<typeof cancelBookingBody>

export const overturnNoShowBody = z.strictObject({
  expected,
  outcome: z.enum(attendanceOutcomes),
  reason: multilineText(1000),
})
export type OverturnNoShowBody = z.infer<typeof overturnNoShowBody>

// Lists

export const bookingSummary = z.object({
  id,
  state: bookingState,
  viewerRole: z.enum(['client', 'creator']),
  title: z.string(),
  other: userSummary,
  startsAt: isoInstant,
  endsAt: isoInstant,
  price: z.nullable(money),
  /** Waiting on the reader: a request to answer, a proposal, or a reservation to finish. */
  pendingOnMe: z.boolean(),
  join: z.nullable(join),
})
export type BookingSummary = z.infer<typeof bookingSummary>

/**
 * `upcoming` is earliest first, `past` latest first; `waiting` is the part of the upcoming ones that waits on the
 * reader. Without `state`, expired and withdrawn reservations are left out.
 */
export const bookingsQuery = z.object({
  ...pageQuery.shape,
  when: z.optional(z.enum(['upcoming', 'waiting', 'past'])),
  viewerRole: z.optional(z.enum(['client', 'creator'])),
  state: z.optional(bookingState),
  /** Lists the reader's sessions of one project, and no others. */
  projectId: z.optional(id),
})
export type BookingsQuery = z.infer<typeof bookingsQuery>
export const bookingPage = page(bookingSummary)
export type BookingPage = z.infer<typeof bookingPage>

/**
 * A no-show, or a completed session with unclear attendance, as an admin sees it; `overturnableUntil` is the deadline
 * for a decision.
 */
export const noShowBooking = z.object({
  id,
  state: z.enum(attendanceOutcomes),
  title: z.string(),
  client: userSummary,
  creator: userSummary,
  startsAt: isoInstant,
  endsAt: isoInstant,
  price: z.nullable(money),
  overturnableUntil: isoInstant,
})
export const noShowPage = page(noShowBooking)
export type NoShowPage = z.infer<typeof noShowPage>

/** A coming booking with the steps that the reader may take now, each on this version. */
export const nextBooking = z.extend(bookingSummary, { version: z.int(), actions: z.array(z.enum(bookingActions)) })
export type NextBooking = z.infer<typeof nextBooking>

/** At most 100 days. */
export const calendarQuery = z.object({ from: isoInstant, to: isoInstant })
export type CalendarQuery = z.infer<typeof calendarQuery>
/** Bookings in a time range; `open` and `absences` only for a creator. */
export const calendar = z.object({
  items: z.array(bookingSummary),
  open: z.array(z.object({ from: isoInstant, to: isoInstant })),
  absences: z.array(z.object({ from: isoInstant, to: isoInstant, note: z.string() })),
})
export type Calendar = z.infer<typeof calendar>

/** Private address of the user's calendar. Anyone who knows it can read it, so it can be renewed. */
export const calendarFeed = z.object({ url: z.string(), renewedAt: isoInstant })
export type CalendarFeed = z.infer<typeof calendarFeed>
export const calendarFeedParams = z.object({ token: z.string().check(z.minLength(20), z.maxLength(100)) })
export type CalendarFeedParams = z.infer<typeof calendarFeedParams>
