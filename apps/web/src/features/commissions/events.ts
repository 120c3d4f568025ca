import { notification } from '@veranda/contract/notifications/schemas.ts'
import { on, onResume } from '../../lib/realtime.ts'
import { invalidateReads } from '../../lib/api/query.ts'
import { projectQueries } from './use-project-command.ts'

const refreshingEvents = ['commission_update', 'milestone_update', 'payment_update', 'notification'] as const

/** Refreshes project queries when the other party or the payment provider changed something. */
export function registerCommissionEvents(): void {
  for (const name of refreshingEvents) {
    on(name, notification, ({ data, type }) => {
      if (data.projectId !== undefined || type === 'payment' || type === 'project')
        void invalidateReads(...projectQueries)
    })
  }
  // Events during a disconnect are not replayed.
  onResume(() => void invalidateReads(...projectQueries))
}
