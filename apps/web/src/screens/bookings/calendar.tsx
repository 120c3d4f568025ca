import { Stack } from '@veranda/ui/layout.tsx'
import { CalendarWeek } from '../../features/bookings/calendar/calendar-week.tsx'
import { CalendarFeedCard } from '../../features/bookings/calendar/calendar-feed-card.tsx'

/** Shows the week, and the address of the calendar feed. */
export function BookingsCalendar() {
  return (
    <Stack gap={6}>
      <CalendarWeek />
      <CalendarFeedCard />
    </Stack>
  )
}
