import { type Booking } from '@veranda/core/bookings/booking.ts'
import { countedStates } from '@veranda/core/bookings/booking-states.ts'
import { type Interval, type Schedule, emptySchedule } from '@veranda/core/bookings/schedule.ts'
import { type SessionTerms } from '@veranda/core/bookings/session-terms.ts'
import { type Availability } from '@veranda/core/bookings/slots.ts'
import { isCurrency, minor } from '@veranda/core/money/money.ts'
import { type Instant, day, instant } from '@veranda/core/time/instant.ts'
import { type Selectable, sql } from 'kysely'
import { type Db } from '../../db/database.ts'
import { type BookingTables } from '../../db/tables/bookings.ts'

export type ServiceRow = Selectable<BookingTables['session_services']>

/** A service with all that decides when it is free. */
export type Offer = {
  readonly service: ServiceRow
  readonly terms: SessionTerms
  readonly availability: Availability
}

export type Question = {
  readonly serviceId: string
  /** Whose own time counts too; nobody's for a visitor. */
  readonly clientId: string | null
  readonly within: Interval
  readonly now: Instant
  /**
   * A booking that is to be moved does not stand in its own way, but its present time is no other; it keeps the length,
   * buffers and notice it was booked with, and can be moved even when the service is no longer offered.
   */
  readonly moving?: Pick<Booking, 'id' | 'terms' | 'startsAt'> | undefined
}

type Row = ServiceRow & {
  person_zone: string
  time_zone: string | null
  weekly: Schedule['weekly']
  overrides: Schedule['overrides']
  absences: Schedule['absences']
  travels: Schedule['travels']
  creator_busy: [Instant, Instant][]
  client_busy: [Instant, Instant][]
  counted: Instant[]
}

/**
 * Reads what the core needs to say when a service is free within a stretch, in one statement: the service, its
 * creator's schedule, the time that is taken, and what counts for its limits. Undefined when there is no such service.
 */
export async function readAvailability(db: Db, question: Question): Promise<Offer | undefined> {
  const { serviceId, clientId, within, now, moving } = question
  const movingId = moving?.id ?? null
  const stretch = sql`tstzrange(${new Date(within.from - day)}, ${new Date(within.to + day)})`
  const busy = (person: ReturnType<typeof sql>) => sql`(
    select coalesce(json_agg(json_build_array(${ms('lower(o.blocked)')}, ${ms('upper(o.blocked)')})), '[]')
    from occupancy o
    where o.person_id = ${person} and o.blocked && ${stretch}
      and (o.lapses_at is null or o.lapses_at > ${new Date(now)})
      and o.booking_id is distinct from ${movingId}::uuid)`
  const { rows } = await sql<Row>`
    select s.*, p.time_zone as person_zone, c.time_zone, c.weekly, c.overrides, c.absences, c.travels,
      ${busy(sql`s.creator_id`)} as creator_busy,
      ${clientId === null ? sql`'[]'::json` : busy(sql`${clientId}::uuid`)} as client_busy,
      case when s.per_day is null and s.per_week is null then '[]'::json else (
        select coalesce(json_agg(${ms('b.starts_at')}), '[]') from bookings b
        where b.service_id = s.id and b.state = any(${[...countedStates]}::text[])
          and b.starts_at between ${new Date(within.from - 8 * day)} and ${new Date(within.to + 8 * day)}
          and (b.expires_at is null or b.expires_at > ${new Date(now)})
          and b.id is distinct from ${movingId}::uuid) end as counted
    from session_services s
      join people p on p.id = s.creator_id
      left join schedules c on c.person_id = s.creator_id
    where s.id = ${serviceId} ${moving ? sql`` : sql`and s.removed_at is null`}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const offered = termsOfRow(row)
  const terms = moving ? { ...offered, ...agreedOf(moving) } : offered
  const intervals = (pairs: readonly [Instant, Instant][]) => pairs.map(([from, to]) => ({ from, to }))
  return {
    service: row,
    terms,
    availability: {
      terms,
      schedule: scheduleOfRow(row) ?? emptySchedule(row.person_zone),
      creatorBusy: intervals(row.creator_busy),
      clientBusy: intervals(row.client_busy),
      counted: row.counted,
      ...(moving && { present: moving.startsAt }),
      now,
    },
  }
}

function agreedOf({ terms }: Pick<Booking, 'terms'>) {
  const { minutes, bufferBefore, bufferAfter, noticeMinutes } = terms
  return { minutes, bufferBefore, bufferAfter, noticeMinutes }
}

/** The whole time in which a service can be booked now. */
export function horizonOf(now: Instant, days = 366): Interval {
  return { from: now, to: instant(now + days * day) }
}

function ms(column: string) {
  return sql.raw(`(extract(epoch from ${column}) * 1000)::bigint`)
}

export function termsOfRow(row: ServiceRow): SessionTerms {
  const { price, currency } = row
  if (currency !== null && !isCurrency(currency)) throw new RangeError(`a stored session in ${currency}`)
  return {
    title: row.title,
    price: price === null || currency === null ? null : { amount: minor(price), currency },
    ...rulesOfRow(row),
  }
}

/** How a stored service is booked, apart from its title and price. */
export function rulesOfRow(row: ServiceRow): Omit<SessionTerms, 'title' | 'price'> {
  return {
    minutes: row.minutes,
    bufferBefore: row.buffer_before,
    bufferAfter: row.buffer_after,
    noticeMinutes: row.notice_minutes,
    horizonDays: row.horizon_days,
    incrementMinutes: row.increment_minutes,
    perDay: row.per_day,
    perWeek: row.per_week,
    confirmation: row.confirmation,
    policy: row.policy,
  }
}

type ScheduleColumns = Pick<Row, 'time_zone' | 'weekly' | 'overrides' | 'absences' | 'travels'>

export function scheduleOfRow(row: ScheduleColumns): Schedule | undefined {
  const { time_zone: timeZone, weekly, overrides, absences, travels } = row
  return timeZone === null ? undefined : { timeZone, weekly, overrides, absences, travels }
}
