import { bookingChanged } from '@veranda/contract/bookings/events.ts'
import { notification } from '@veranda/contract/notifications/schemas.ts'
import { on, onResume } from '../../lib/realtime.ts'
import { invalidateReads } from '../../lib/api/query.ts'
import { bookingReads } from './queries.ts'

const refreshingEvents = ['schedule_created', 'schedule_updated', 'schedule_cancelled', 'schedule_reminder'] as const

/** Registers listeners that refetch bookings after a change by the other side, a timer or the payment provider. */
export function registerBookingEvents(): void {
  on('booking_update', bookingChanged, () => void invalidateReads(...bookingReads))
  for (const name of refreshingEvents) on(name, notification, () => void invalidateReads(...bookingReads))
  onResume(() => void invalidateReads(...bookingReads))
}
