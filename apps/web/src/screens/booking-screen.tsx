import { readBooking } from '@veranda/contract/bookings/routes.ts'
import { useParams } from 'react-router'
import { useScreenTitle } from '../app/screen-title.ts'
import { BookingView } from '../features/bookings/booking-view.tsx'
import { useRead } from '../lib/api/query.ts'

/** Shows a reservation and the booking that it becomes, at one permanent address. */
export function BookingScreen() {
  const { id = '' } = useParams()
  const booking = useRead(readBooking, { params: { id } }, { staleTimeMs: 0 })
  useScreenTitle(`/booking/confirm/${id}`, booking.data?.service.title)
  return <BookingView id={id} />
}
