import * as z from 'zod/mini'
import { currency, id, isoInstant, minor, money, mostOfOnePrice, person, text, timeZone } from '../shapes.ts'

/** A day of the calendar, `YYYY-MM-DD`, in the zone that goes with it. */
export const calendarDate = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/))
/** A time of the wall clock, `HH:MM`; `24:00` is the end of the day. */
export const wallTime = z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/))
/** The number of the row that a command expects to change; a stale one is refused with 409. */
export const expected = z.int().check(z.gte(0))

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
  /** Instead of the week on that day; no ranges is a day off, also from hours that the evening before runs on into it. */
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

/**
 * Why this reader cannot book any of these: they are the reader's own, shown as others see them, or the reader is paying
 * for `bookingId` with this creator, and none are shown until that is over.
 */
const notBookable = z.discriminatedUnion('reason', [
  z.object({ reason: z.literal('own') }),
  z.object({ reason: z.literal('paying'), bookingId: id }),
])

/** Days that have slots, in the visitor's zone; `next` is the first free start at or after `from`, even beyond `to`. */
export const slots = z.object({
  timeZone: z.string(),
  minutes: z.int(),
  days: z.array(z.object({ date: z.string(), slots: z.array(z.object({ at: isoInstant, endsAt: isoInstant })) })),
  next: z.nullable(isoInstant),
  notBookable: z.nullable(notBookable),
})
export type Slots = z.infer<typeof slots>
