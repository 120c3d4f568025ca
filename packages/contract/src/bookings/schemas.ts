import * as z from 'zod/mini'
import {
  currency,
  id,
  isoInstant,
  minor,
  money,
  mostOfOnePrice,
  page,
  pageQuery,
  person,
  text,
  timeZone,
} from '../shapes.ts'

export const bookingStates = [
  'held',
  'requested',
  'confirmed',
  'in_session',
  'completed',
  'no_show_client',
  'no_show_provider',
  'no_show_both',
  'declined',
  'expired',
  'given_back',
  'cancelled',
] as const
export const bookingState = z.enum(bookingStates)
export type BookingState = (typeof bookingStates)[number]

/** What a reader may do with a booking now, by the table that the server decides with. */
export const bookingActions = [
  'book',
  'pay',
  'give-back',
  'confirm',
  'decline',
  'move',
  'propose-move',
  'accept-move',
  'decline-move',
  'withdraw-move',
  'cancel',
  'enter',
  'complete',
  'overturn',
] as const
export type BookingAction = (typeof bookingActions)[number]

/** A day of the calendar, `YYYY-MM-DD`, in the zone that goes with it. */
export const calendarDate = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/))
/** A time of the wall clock, `HH:MM`; `24:00` is the end of the day. */
export const wallTime = z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/))
/** The number of the row that a command expects to change; a stale one is refused with 409. */
const expected = z.int().check(z.gte(0))

// What can be booked

/** Cancelling at least `hoursBefore` the start gives back `refundPercent` of what was paid; the first that fits counts. */
export const policyTier = z.strictObject({
  hoursBefore: z.int().check(z.gte(0), z.lte(720)),
  refundPercent: z.int().check(z.gte(0), z.lte(100)),
})
export type PolicyTier = z.infer<typeof policyTier>

const minutes = (from: number, to: number) => z.int().check(z.gte(from), z.lte(to))

export const sessionBody = z.strictObject({
  title: text(120),
  description: text(2000, 0),
  /** Null is free. */
  price: z.nullable(z.strictObject({ amount: minor.check(z.gte(100), z.lte(mostOfOnePrice)), currency })),
  minutes: minutes(5, 480),
  bufferBefore: minutes(0, 240),
  bufferAfter: minutes(0, 240),
  /** How long before its start a session can still be booked, at the latest. */
  noticeMinutes: minutes(0, 30 * 24 * 60),
  horizonDays: minutes(1, 365),
  /** Distance of the starts from each other, counted from the beginning of each range of the schedule. */
  incrementMinutes: minutes(5, 480),
  /** At most so many sessions of this service on one day (week from Monday) of the creator's calendar. */
  perDay: z.nullable(minutes(1, 50)),
  perWeek: z.nullable(minutes(1, 200)),
  confirmation: z.enum(['at-once', 'by-hand']),
  /** From the longest to the shortest; later than all gives nothing back. At most five. */
  policy: z.array(policyTier).check(z.maxLength(5)),
})
export type SessionBody = z.infer<typeof sessionBody>

/** A service that can be booked. */
export const session = z.object({
  ...sessionBody.shape,
  id,
  creatorId: id,
  price: z.nullable(money),
  /** With the client's fee; null is free. */
  clientPays: z.nullable(money),
  policy: z.array(z.object({ hoursBefore: z.int(), refundPercent: z.int() })),
})
export type Session = z.infer<typeof session>
export const sessionList = z.object({ items: z.array(session) })
export type SessionList = z.infer<typeof sessionList>

/** A creator's services for whoever looks, with the next free start of each (null: none within the horizon). */
export const talentSessions = z.object({
  creator: person,
  timeZone: z.string(),
  items: z.array(z.object({ ...session.shape, nextFree: z.nullable(isoInstant) })),
})
export type TalentSessions = z.infer<typeof talentSessions>

// When

/** From and to on the wall clock; `to` at or before `from` passes midnight into the next day. */
export const wallRange = z.strictObject({ from: wallTime, to: wallTime })
export type WallRange = z.infer<typeof wallRange>

/** A creator's availability. `weekday` is 1 for Monday to 7 for Sunday. */
export const scheduleBody = z.strictObject({
  timeZone,
  weekly: z
    .array(z.strictObject({ weekday: z.int().check(z.gte(1), z.lte(7)), ...wallRange.shape }))
    .check(z.maxLength(70)),
  /** Instead of the week on that day; no ranges is a day off. */
  overrides: z
    .array(z.strictObject({ date: calendarDate, ranges: z.array(wallRange).check(z.maxLength(10)) }))
    .check(z.maxLength(400)),
  absences: z.array(z.strictObject({ from: isoInstant, to: isoInstant, note: text(120, 0) })).check(z.maxLength(200)),
  /** From that day on the week is meant in this zone, until the next entry. */
  travels: z.array(z.strictObject({ from: calendarDate, timeZone })).check(z.maxLength(100)),
  /** Of the schedule that was read; a stale one is refused with 409. */
  expected,
})
export type ScheduleBody = z.infer<typeof scheduleBody>

export const schedule = z.object({
  timeZone: z.string(),
  weekly: z.array(z.object({ weekday: z.int(), from: z.string(), to: z.string() })),
  overrides: z.array(z.object({ date: z.string(), ranges: z.array(z.object({ from: z.string(), to: z.string() })) })),
  absences: z.array(z.object({ from: isoInstant, to: isoInstant, note: z.string() })),
  travels: z.array(z.object({ from: z.string(), timeZone: z.string() })),
  version: z.int(),
})
export type Schedule = z.infer<typeof schedule>

/** Days are the visitor's. `from` is today at the earliest, at most 100 days are answered. `moving` frees a booking's own time. */
export const slotsQuery = z.object({
  from: calendarDate,
  to: calendarDate,
  timeZone,
  moving: z.optional(id),
})
export type SlotsQuery = z.infer<typeof slotsQuery>

/** Days that have slots, in the visitor's zone; `next` is the first free start at or after `from`, even beyond `to`. */
export const slots = z.object({
  timeZone: z.string(),
  minutes: z.int(),
  days: z.array(z.object({ date: z.string(), slots: z.array(z.object({ at: isoInstant, endsAt: isoInstant })) })),
  next: z.nullable(isoInstant),
})
export type Slots = z.infer<typeof slots>

// A booking

export const bookingPart = z.enum(['client', 'creator', 'operator'])
const charge = z.object({
  id,
  state: z.enum(['created', 'needs_confirmation', 'captured', 'failed', 'expired', 'refunded']),
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
  /** Each side's zone when it was booked. */
  zones: z.object({ client: z.string(), creator: z.string() }),
  /** Null is free. */
  price: z.nullable(money),
  clientPays: z.nullable(money),
  creatorReceives: z.nullable(money),
  /** As it was when it was booked. */
  policy: z.array(z.object({ hoursBefore: z.int(), refundPercent: z.int() })),
  /** Moving needs no consent, and cancelling gives all back, until then; null when it never does. */
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
      place: z.enum(['charging', 'protected', 'pending', 'available', 'refunding', 'refunded', 'divided']),
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
  outcome: z.enum(['completed', 'no_show_client', 'no_show_provider', 'no_show_both']),
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

/** `coming` is earliest first, `past` latest first. Without `states`, lapsed and given-back holds are left out. */
export const appointmentsQuery = z.object({
  ...pageQuery.shape,
  when: z.optional(z.enum(['coming', 'past'])),
  part: z.optional(z.enum(['client', 'creator'])),
  state: z.optional(bookingState),
})
export type AppointmentsQuery = z.infer<typeof appointmentsQuery>
export const appointmentPage = page(appointment)
export type AppointmentPage = z.infer<typeof appointmentPage>

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
