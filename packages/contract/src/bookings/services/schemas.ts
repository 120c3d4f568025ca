import { hourlyServiceActions } from '@veranda/core/bookings/services/hourly-service.ts'
import * as z from 'zod/mini'
import {
  currency,
  id,
  isoInstant,
  minorUnits,
  money,
  maxPriceMinorUnits,
  userSummary,
  text,
  timeZone,
  multilineText,
} from '../../shared-schemas.ts'

/** A calendar day, `YYYY-MM-DD`, in the zone that goes with it. */
export const calendarDate = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/))
/** A wall clock time, `HH:MM`; `24:00` is the end of the day. */
export const wallTime = z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/))
/** Version of the row that a command expects to change; a stale one is refused with 409. */
export const expected = z.int().check(z.gte(0))

// Hourly services

/**
 * Cancelling at least `hoursBefore` the start refunds `refundPercent` of what was paid; the first tier that fits
 * counts.
 */
export const policyTier = z.strictObject({
  hoursBefore: z.int().check(z.gte(0), z.lte(720)),
  refundPercent: z.int().check(z.gte(0), z.lte(100)),
})
export type PolicyTier = z.infer<typeof policyTier>

const intBetween = (from: number, to: number) => z.int().check(z.gte(from), z.lte(to))

export const hourlyServiceBody = z.strictObject({
  title: text(120),
  description: multilineText(2000, 0),
  /** Null if free. */
  price: z.nullable(z.strictObject({ amount: minorUnits.check(z.gte(100), z.lte(maxPriceMinorUnits)), currency })),
  minutes: intBetween(5, 480),
  bufferBeforeMinutes: intBetween(0, 240),
  bufferAfterMinutes: intBetween(0, 240),
  /** Minimum time between booking and start. */
  noticeMinutes: intBetween(0, 30 * 24 * 60),
  horizonDays: intBetween(1, 365),
  /** Distance between starts, counted from the beginning of each schedule range. */
  incrementMinutes: intBetween(5, 480),
  /** Maximum sessions of this service per day (and per week from Monday) of the creator's calendar. */
  maxPerDay: z.nullable(intBetween(1, 50)),
  maxPerWeek: z.nullable(intBetween(1, 200)),
  confirmation: z.enum(['instant', 'manual']),
  /** From the longest to the shortest; after the last one nothing is refunded. At most five. */
  policy: z.array(policyTier).check(z.maxLength(5)),
})
export type HourlyServiceBody = z.infer<typeof hourlyServiceBody>

/** A service that can be booked by the hour. */
export const hourlyService = z.object({
  ...hourlyServiceBody.shape,
  id,
  creatorId: id,
  /** The price, and what the client pays for it, the fee included; null if free. */
  price: z.nullable(z.object({ ...money.shape, clientPays: money })),
  policy: z.array(z.object({ hoursBefore: z.int(), refundPercent: z.int() })),
})
export type HourlyService = z.infer<typeof hourlyService>
export const hourlyServiceList = z.object({ items: z.array(hourlyService) })
export type HourlyServiceList = z.infer<typeof hourlyServiceList>

/** A creator's hourly services for visitors, with the next free start of each (null if none within the horizon). */
export const creatorServices = z.object({
  creator: userSummary,
  timeZone: z.string(),
  /** Steps that the reader may take with these services. */
  actions: z.array(z.enum(hourlyServiceActions)),
  items: z.array(z.object({ ...hourlyService.shape, nextFree: z.nullable(isoInstant) })),
})
export type CreatorServices = z.infer<typeof creatorServices>

// Availability

/** A wall clock range; `to` at or before `from` is on the next day. */
export const wallRange = z.strictObject({ from: wallTime, to: wallTime })
export type WallRange = z.infer<typeof wallRange>

/** A creator's availability. `weekday` is 1 for Monday to 7 for Sunday. */
export const scheduleBody = z.strictObject({
  timeZone,
  weekly: z
    .array(z.strictObject({ weekday: z.int().check(z.gte(1), z.lte(7)), ...wallRange.shape }))
    .check(z.maxLength(70)),
  /** Replaces the week on that day; no ranges is a day off, also from hours that continue from the evening before. */
  overrides: z
    .array(z.strictObject({ date: calendarDate, ranges: z.array(wallRange).check(z.maxLength(10)) }))
    .check(z.maxLength(400)),
  absences: z.array(z.strictObject({ from: isoInstant, to: isoInstant, note: text(120, 0) })).check(z.maxLength(200)),
  /** From that day on the schedule is meant in this zone, until the next entry. */
  travels: z.array(z.strictObject({ from: calendarDate, timeZone })).check(z.maxLength(100)),
  /** Version of the schedule that was read; a stale one is refused with 409. */
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

/**
 * Days are the visitor's. `from` is today at the earliest, at most 100 days are returned. `movingBookingId` frees that
 * booking's own time.
 */
export const slotsQuery = z.object({
  from: calendarDate,
  to: calendarDate,
  timeZone,
  movingBookingId: z.optional(id),
})
export type SlotsQuery = z.infer<typeof slotsQuery>

/**
 * Why this reader cannot book any slot: the service is their own and shown as others see it, or they are paying for
 * `bookingId` with this creator, and none are shown until that ends.
 */
const notBookable = z.discriminatedUnion('reason', [
  z.object({ reason: z.literal('own') }),
  z.object({ reason: z.literal('paying'), bookingId: id }),
])

/** Days with slots, in the visitor's zone; `next` is the first free start at or after `from`, even beyond `to`. */
export const slots = z.object({
  timeZone: z.string(),
  minutes: z.int(),
  days: z.array(z.object({ date: z.string(), slots: z.array(z.object({ at: isoInstant, endsAt: isoInstant })) })),
  next: z.nullable(isoInstant),
  notBookable: z.nullable(notBookable),
})
export type Slots = z.infer<typeof slots>
