import type { Attempt, Booking, BookingTerms, Proposal } from '@veranda/core/bookings/booking.ts'
import type { PolicyTier } from '@veranda/core/bookings/policy.ts'
import type { Schedule } from '@veranda/core/bookings/schedule.ts'
import type { At, Default, Json, MaybeAt, MaybeJson } from '../columns.ts'

export type BookingTables = {
  session_services: {
    id: string
    creator_id: string
    position: number
    title: string
    description: string
    price: number | null
    currency: string | null
    minutes: number
    buffer_before: number
    buffer_after: number
    notice_minutes: number
    horizon_days: number
    increment_minutes: number
    per_day: number | null
    per_week: number | null
    confirmation: 'at-once' | 'by-hand'
    policy: Json<PolicyTier[]>
    created_at: At
    removed_at: MaybeAt
  }
  schedules: {
    person_id: string
    time_zone: string
    weekly: Json<Schedule['weekly']>
    overrides: Json<Schedule['overrides']>
    absences: Json<Schedule['absences']>
    travels: Json<Schedule['travels']>
    version: number
    updated_at: At
  }
  bookings: {
    id: string
    service_id: string
    creator_id: string
    client_id: string
    terms: Json<BookingTerms>
    creator_zone: string
    client_zone: string
    note: string
    state: Booking['state']
    version: number
    sequence: number
    starts_at: At
    ends_at: At
    expires_at: MaybeAt
    attempt: MaybeJson<Attempt>
    paid_by: string | null
    proposal: MaybeJson<Proposal>
    end_agreed_by: 'client' | 'creator' | null
    refunded: number | null
    settled: boolean
    frozen: boolean
    room_fault: Default<boolean>
    faulted: Default<boolean>
    ended: MaybeJson<NonNullable<Booking['ended']>>
    created_at: At
    updated_at: At
  }
  occupancy: { booking_id: string; person_id: string; blocked: string; lapses_at: MaybeAt }
  booking_presence: { booking_id: string; person_id: string; came_at: At; left_at: MaybeAt }
  session_openings: { creator_id: string; free_from: At; free_until: At }
  calendar_feeds: { person_id: string; token_hash: string; nonce: string; renewed_at: At }
}
