import { useParams } from 'react-router'
import { BookingView } from '../features/bookings/booking-view.tsx'

/** A held slot and the booking that it becomes, by one address for life. */
export function BookingScreen() {
  const { id = '' } = useParams()
  return <BookingView id={id} />
}
