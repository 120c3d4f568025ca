import { scheduleChanged, bookingChanged, hourlyServiceChanged } from '@veranda/contract/bookings/events.ts'
import { commissionChanged, milestoneChanged, projectChanged } from '@veranda/contract/commissions/events.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { balanceChanged } from '@veranda/contract/payments/events.ts'
import { reviewsChanged } from '@veranda/contract/reviews/events.ts'
import { profileChanged } from '@veranda/contract/talent/events.ts'
import { on, onResync } from '../../lib/realtime/realtime.ts'
import { invalidateOnEvent } from '../../lib/api/stale-reads.ts'

/** Refetches the dashboard when anything that it sums up changes. */
export function registerDashboardEvents(): void {
  const refresh = () => invalidateOnEvent(readDashboard)
  on(projectChanged, refresh)
  on(commissionChanged, refresh)
  on(milestoneChanged, refresh)
  on(bookingChanged, refresh)
  on(balanceChanged, refresh)
  on(reviewsChanged, refresh)
  // The first steps of a creator.
  on(profileChanged, refresh)
  on(scheduleChanged, refresh)
  on(hourlyServiceChanged, refresh)
  onResync(refresh)
}
