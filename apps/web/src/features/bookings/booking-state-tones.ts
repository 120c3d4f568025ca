import { type BookingState } from '@veranda/core/bookings/booking-states.ts'
import { type Tone } from '@veranda/ui/tone.ts'

export const bookingTones: Record<BookingState, Tone> = {
  reserved: 'accent',
  requested: 'info',
  confirmed: 'success',
  in_session: 'accent',
  completed: 'neutral',
  no_show_client: 'error',
  no_show_creator: 'error',
  no_show_both: 'error',
  declined: 'neutral',
  expired: 'neutral',
  withdrawn: 'neutral',
  cancelled: 'neutral',
}
