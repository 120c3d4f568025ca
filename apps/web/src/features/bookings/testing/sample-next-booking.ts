import { type NextBooking } from '@veranda/contract/bookings/schemas.ts'
import { sampleBookingSummary } from './sample-bookings.ts'

/** Returns a coming booking in which the reader has no step to take. */
export function sampleNextBooking(more: Partial<NextBooking> = {}): NextBooking {
  return { ...sampleBookingSummary(), version: 3, actions: [], ...more }
}
