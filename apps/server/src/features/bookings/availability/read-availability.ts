import { type Booking } from '@veranda/core/bookings/booking.ts'
import { quotaStates } from '@veranda/core/bookings/booking-states.ts'
import { type Interval, type Schedule, emptySchedule } from '@veranda/core/bookings/availability/schedule.ts'
import { type HourlyService } from '@veranda/core/bookings/services/hourly-service.ts'
import { type Availability } from '@veranda/core/bookings/availability/slots.ts'
import { isCurrency, minor } from '@veranda/core/money/money.ts'
import { type Instant, day, instant } from '@veranda/core/time/instant.ts'
import { type Selectable, sql } from 'kysely'
import { type Db } from '../../../platform/db/database.ts'
import { type BookingTables } from '../../../platform/db/tables/bookings.ts'

export type HourlyServiceRow = Selectable<BookingTables['hourly_services']>

/** A service with everything that decides when it is free. */
export type BookableService = {
  readonly service: HourlyServiceRow
  readonly terms: HourlyService
  readonly availability: Availability
}

export type AvailabilityQuery = {
  readonly serviceId: string
  /** User whose own time counts, too; null for a visitor. */
  readonly clientId: string | null
  readonly within: Interval
  readonly now: Instant
  /**
   * Booking to be moved. It does not block itself, but its current time is not offered; it keeps the length, buffers
   * and notice it was booked with, and can move even when the service is no longer offered.
   */
  readonly movingBooking?: Pick<Booking, 'id' | 'terms' | 'startsAt'> | undefined
}

type AvailabilityRow = HourlyServiceRow & {
  user_zone: string
  time_zone: string | null
  weekly: Schedule['weekly']
  overrides: Schedule['overrides']
  absences: Schedule['absences']
  travels: Schedule['travels']
  creator_busy: [Instant, Instant][]
  client_busy: [Instant, Instant][]
  quota_starts: Instant[]
}

/**
 * Reads what the core needs to compute the free starts of a service within a time range, in one statement: the service,
 * its creator's schedule, occupied time, and the starts that count for its limits. Undefined if there is no such
 * service.
 */
export async function readAvailability(db: Db, query: AvailabilityQuery): Promise<BookableService | undefined> {
  const { serviceId, clientId, within, now, movingBooking } = query
  const movingId = movingBooking?.id ?? null
  const searchRange = sql`tstzrange(${new Date(within.from - day)}, ${new Date(within.to + day)})`
  const busy = (userId: ReturnType<typeof sql>) => sql`(
    select coalesce(json_agg(json_build_array(${epochMs('lower(o.blocked)')}, ${epochMs('upper(o.blocked)')})), '[]')
    from occupancy o
    where o.user_id = ${userId} and o.blocked && ${searchRange}
      and (o.expires_at is null or o.expires_at > ${new Date(now)})
      and o.booking_id is distinct from ${movingId}::uuid)`
  const { rows } = await sql<AvailabilityRow>`
    select s.*, u.time_zone as user_zone, c.time_zone, c.weekly, c.overrides, c.absences, c.travels,
      ${busy(sql`s.creator_id`)} as creator_busy,
      ${clientId === null ? sql`'[]'::json` : busy(sql`${clientId}::uuid`)} as client_busy,
      case when s.max_per_day is null and s.max_per_week is null then '[]'::json else (
        select coalesce(json_agg(${epochMs('b.starts_at')}), '[]') from bookings b
        where b.service_id = s.id and b.state = any(${[...quotaStates]}::text[])
          and b.starts_at between ${new Date(within.from - 8 * day)} and ${new Date(within.to + 8 * day)}
          and (b.expires_at is null or b.expires_at > ${new Date(now)})
          and b.id is distinct from ${movingId}::uuid) end as quota_starts
    from hourly_services s
      join users u on u.id = s.creator_id
      left join schedules c on c.user_id = s.creator_id
    where s.id = ${serviceId} ${movingBooking ? sql`` : sql`and s.removed_at is null and u.closed_at is null and u.deletion_at is null and u.suspended_at is null`}`.execute(
    db,
  )
  const [row] = rows
  if (!row) return undefined
  const currentTerms = toServiceTerms(row)
  const terms = movingBooking ? { ...currentTerms, ...agreedTiming(movingBooking) } : currentTerms
  const intervals = (pairs: readonly [Instant, Instant][]) => pairs.map(([from, to]) => ({ from, to }))
  return {
    service: row,
    terms,
    availability: {
      terms,
      schedule: toSchedule(row) ?? emptySchedule(row.user_zone),
      creatorBusy: intervals(row.creator_busy),
      clientBusy: intervals(row.client_busy),
      quotaStarts: row.quota_starts,
      ...(movingBooking && { currentStart: movingBooking.startsAt }),
      now,
    },
  }
}

function agreedTiming({ terms }: Pick<Booking, 'terms'>) {
  const { minutes, bufferBeforeMinutes, bufferAfterMinutes, noticeMinutes } = terms
  return { minutes, bufferBeforeMinutes, bufferAfterMinutes, noticeMinutes }
}

/** Returns the interval from now to the largest horizon. */
export function horizonFrom(now: Instant, days = 366): Interval {
  return { from: now, to: instant(now + days * day) }
}

function epochMs(column: string) {
  return sql.raw(`(extract(epoch from ${column}) * 1000)::bigint`)
}

export function toServiceTerms(row: HourlyServiceRow): HourlyService {
  const { price, currency } = row
  if (currency !== null && !isCurrency(currency))
    throw new RangeError(`stored hourly service has unknown currency ${currency}`)
  return {
    title: row.title,
    price: price === null || currency === null ? null : { amount: minor(price), currency },
    ...toBookingRules(row),
  }
}

/** Maps the booking rules of a stored service, without title and price. */
export function toBookingRules(row: HourlyServiceRow): Omit<HourlyService, 'title' | 'price'> {
  return {
    minutes: row.minutes,
    bufferBeforeMinutes: row.buffer_before_minutes,
    bufferAfterMinutes: row.buffer_after_minutes,
    noticeMinutes: row.notice_minutes,
    horizonDays: row.horizon_days,
    incrementMinutes: row.increment_minutes,
    maxPerDay: row.max_per_day,
    maxPerWeek: row.max_per_week,
    confirmation: row.confirmation,
    policy: row.policy,
  }
}

type ScheduleColumns = Pick<AvailabilityRow, 'time_zone' | 'weekly' | 'overrides' | 'absences' | 'travels'>

export function toSchedule(row: ScheduleColumns): Schedule | undefined {
  const { time_zone: timeZone, weekly, overrides, absences, travels } = row
  return timeZone === null ? undefined : { timeZone, weekly, overrides, absences, travels }
}
