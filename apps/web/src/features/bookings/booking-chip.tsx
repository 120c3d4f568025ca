import { type BookingState } from '@veranda/core/bookings/booking-states.ts'
import { Chip } from '@veranda/ui/chip.tsx'
import { useWords } from '../../lib/words.ts'
import { bookingTones } from './state-look.ts'

/** Where a booking stands, in a word. */
export function BookingChip({ state }: { state: BookingState }) {
  const t = useWords('bookings')
  return <Chip tone={bookingTones[state]}>{t(`state.${state}`)}</Chip>
}
