import { Stack } from '@veranda/ui/layout.tsx'
import { CalendarWeek } from '../../features/bookings/calendar-week.tsx'
import { FeedCard } from '../../features/bookings/feed-card.tsx'

/** The week, and the address at which other calendars read it. */
export function AppointmentsCalendar() {
  return (
    <Stack gap={6}>
      <CalendarWeek />
      <FeedCard />
    </Stack>
  )
}
