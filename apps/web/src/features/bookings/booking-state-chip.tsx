import { type BookingState } from '@veranda/core/bookings/booking-states.ts'
import { Chip } from '@veranda/ui/chip.tsx'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { bookingTones } from './booking-state-tones.ts'

/** Shows the state of a booking as a chip. */
export function BookingStateChip({ state }: { state: BookingState }) {
  const t = useTranslations('bookings')
  return <Chip tone={bookingTones[state]}>{t(`state.${state}`)}</Chip>
}
