import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { notification } from '@veranda/contract/notifications/schemas.ts'
import { on } from '../../lib/live.ts'
import { refresh } from '../../lib/query.ts'

const moves = ['commission_update', 'milestone_update', 'payment_update', 'notification'] as const

/** Whoever moves a commission, a milestone or money changes what waits on whom. */
export function wireDashboardLive(): () => void {
  const offs = moves.map((name) => on(name, notification, () => void refresh(readDashboard)))
  return () => {
    for (const off of offs) off()
  }
}
