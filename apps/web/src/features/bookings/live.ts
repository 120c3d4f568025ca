import { bookingUpdate } from '@veranda/contract/bookings/live.ts'
import { notification } from '@veranda/contract/notifications/schemas.ts'
import { on, onResume } from '../../lib/live.ts'
import { refresh } from '../../lib/query.ts'
import { bookingReads } from './booking-command.ts'

const told = ['schedule_created', 'schedule_updated', 'schedule_cancelled', 'schedule_reminder'] as const

/** A step of the other side, of a timer or of the payment provider: what it may have changed is read again. */
export function wireBookingsLive(): void {
  on('booking_update', bookingUpdate, () => void refresh(...bookingReads))
  for (const name of told) on(name, notification, () => void refresh(...bookingReads))
  onResume(() => void refresh(...bookingReads))
}
