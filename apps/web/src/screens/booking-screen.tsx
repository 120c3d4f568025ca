import { useParams } from 'react-router'
import { BookingView } from '../features/bookings/booking-view.tsx'

/** Shows a reservation and the booking that it becomes, at one permanent address. */
export function BookingScreen() {
  const { id = '' } = useParams()
  return <BookingView id={id} />
}
