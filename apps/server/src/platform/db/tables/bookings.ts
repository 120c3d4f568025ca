import type { BookingAttempt, Booking, BookingEnd, BookingTerms, MoveProposal } from '@veranda/core/bookings/booking.ts'
import type { PolicyTier } from '@veranda/core/bookings/services/cancellation-policy.ts'
import type { Schedule } from '@veranda/core/bookings/availability/schedule.ts'
import type { Timestamp, Defaulted, Jsonb, NullableTimestamp, NullableJsonb } from '../column-types.ts'

export type BookingTables = {
  hourly_services: {
    id: string
    creator_id: string
    position: number
    title: string
    description: string
    price: number | null
    currency: string | null
    minutes: number
    buffer_before_minutes: number
    buffer_after_minutes: number
    notice_minutes: number
    horizon_days: number
    increment_minutes: number
    max_per_day: number | null
    max_per_week: number | null
    confirmation: 'instant' | 'manual'
    policy: Jsonb<PolicyTier[]>
    created_at: Timestamp
    removed_at: NullableTimestamp
  }
  schedules: {
    user_id: string
    time_zone: string
    weekly: Jsonb<Schedule['weekly']>
    overrides: Jsonb<Schedule['overrides']>
    absences: Jsonb<Schedule['absences']>
    travels: Jsonb<Schedule['travels']>
    version: number
    updated_at: Timestamp
  }
  bookings: {
    id: string
    service_id: string
    creator_id: string
    client_id: string
    project_id: Defaulted<string | null>
    terms: Jsonb<BookingTerms>
    creator_zone: string
    client_zone: string
    note: string
    state: Booking['state']
    version: number
    sequence: number
    starts_at: Timestamp
    ends_at: Timestamp
    expires_at: NullableTimestamp
    attempt: NullableJsonb<BookingAttempt>
    paid_charge_id: string | null
    proposal: NullableJsonb<MoveProposal>
    end_agreed_by: 'client' | 'creator' | null
    refunded: number | null
    settled: boolean
    frozen: boolean
    room_fault: Defaulted<boolean>
    attendance_unclear: Defaulted<boolean>
    ended: NullableJsonb<BookingEnd>
    created_at: Timestamp
    updated_at: Timestamp
  }
  occupancy: { booking_id: string; user_id: string; blocked: string; expires_at: NullableTimestamp }
  booking_presence: { booking_id: string; user_id: string; entered_at: Timestamp; left_at: NullableTimestamp }
  free_times: {
    creator_id: string
    service_id: string
    /** Minutes since 1970. */
    first_start: number
    last_start: number
    step_minutes: number
    minutes: number
    notice_minutes: number
    horizon_days: number
  }
  availability_index: { creator_id: string; free_from: Timestamp; free_until: Timestamp }
  calendar_feeds: { user_id: string; token_hash: string; nonce: string; renewed_at: Timestamp }
}
