import { type BookingState } from '@veranda/core/bookings/booking-states.ts'
import { type Tone } from '@veranda/ui/tone.ts'

export const bookingTones: Record<BookingState, Tone> = {
  held: 'accent',
  requested: 'info',
  confirmed: 'success',
  in_session: 'accent',
  completed: 'neutral',
  no_show_client: 'error',
  no_show_provider: 'error',
  no_show_both: 'error',
  declined: 'neutral',
  expired: 'neutral',
  given_back: 'neutral',
  cancelled: 'neutral',
}
