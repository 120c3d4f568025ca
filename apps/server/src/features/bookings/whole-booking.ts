import { type Booking as BookingView } from '@veranda/contract/bookings/schemas.ts'
import { type Presence } from '@veranda/core/bookings/presence.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type PersonRow } from '../../access/person.ts'
import { type BookingRow } from './rows.ts'

/** A booking with all that its page shows. */
export type WholeBooking = BookingRow & {
  client: PersonRow
  creator: PersonRow
  charge: {
    id: string
    state: NonNullable<BookingView['charge']>['state']
    failure: string | null
    expires_at: Instant
    refunded: boolean
  } | null
  available: boolean
  presence: { person_id: string; came_at: Instant; left_at: Instant | null }[]
  history: { type: string; actor_id: string | null; at: Instant }[]
}

/** When each side was there, out of the rows of its people. */
export function presenceOfRow(row: WholeBooking): Presence[] {
  return row.presence.map((one) => ({
    side: one.person_id === row.client_id ? 'client' : 'creator',
    from: one.came_at,
    to: one.left_at,
  }))
}
