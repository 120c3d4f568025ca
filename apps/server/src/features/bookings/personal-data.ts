import { sql } from 'kysely'
import { type PersonalData } from '../../platform/personal-data/personal-data.ts'

/** A user's bookings on either side, and what they offer for booking. */
export const bookingData: readonly PersonalData[] = [
  {
    name: 'hourly-services',
    select: (userId) => sql`
      select id, title, description, price, currency, minutes, confirmation, policy, notice_minutes as "noticeMinutes",
        horizon_days as "horizonDays", buffer_before_minutes as "bufferBeforeMinutes", buffer_after_minutes as "bufferAfterMinutes",
        increment_minutes as "incrementMinutes", max_per_day as "maxPerDay", max_per_week as "maxPerWeek", created_at as "createdAt", removed_at as "removedAt"
      from hourly_services where creator_id = ${userId} order by position`,
  },
  {
    name: 'schedule',
    select: (userId) => sql`
      select time_zone as "timeZone", weekly, overrides, absences, travels, updated_at as "updatedAt"
      from schedules where user_id = ${userId}`,
  },
  {
    name: 'calendar-feed',
    select: (userId) => sql`select renewed_at as "renewedAt" from calendar_feeds where user_id = ${userId}`,
  },
  {
    name: 'bookings',
    select: (userId) => sql`
      select b.id, b.project_id as "projectId", case when b.creator_id = ${userId} then 'creator' else 'client' end as "yourSide",
        u.name as "otherSide", s.title as service, b.state, b.expires_at as "expiresAt", b.starts_at as "startsAt", b.ends_at as "endsAt",
        case when b.creator_id = ${userId} then b.creator_zone else b.client_zone end as "timeZone", b.note, b.terms,
        b.proposal as "proposedMove", b.ended, b.refunded, b.created_at as "createdAt", b.updated_at as "updatedAt"
      from bookings b join hourly_services s on s.id = b.service_id
        join users u on u.id = case when b.creator_id = ${userId} then b.client_id else b.creator_id end
      where b.creator_id = ${userId} or b.client_id = ${userId} order by b.starts_at, b.id`,
  },
  {
    name: 'attendance',
    select: (userId) => sql`
      select booking_id as "bookingId", entered_at as "enteredAt", left_at as "leftAt"
      from booking_presence where user_id = ${userId} order by entered_at`,
  },
]
