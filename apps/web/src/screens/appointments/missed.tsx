import { MissedList } from '../../features/bookings/missed-list.tsx'

/** Sessions of others that somebody did not come to; for operators. */
export function Missed() {
  return <MissedList />
}
