import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { notification } from '@veranda/contract/notifications/schemas.ts'
import { on } from '../../lib/realtime.ts'
import { invalidateReads } from '../../lib/api/query.ts'

const refreshingEvents = ['commission_update', 'milestone_update', 'payment_update', 'notification'] as const

/** Refreshes the dashboard when a commission, a milestone or money changes. Returns how to remove the handlers. */
export function registerDashboardEvents(): () => void {
  const unsubscribers = refreshingEvents.map((name) =>
    on(name, notification, () => void invalidateReads(readDashboard)),
  )
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}
