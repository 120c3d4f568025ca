import { NoShowList } from '../../features/bookings/attendance/no-show-list.tsx'

/** Shows the no-shows of other users to admins. */
export function NoShows() {
  return <NoShowList />
}
