import { notification } from '@veranda/contract/notifications/schemas.ts'
import { on, onResume } from '../../lib/live.ts'
import { refresh } from '../../lib/query.ts'
import { projectReads } from './project-command.ts'

const names = ['commission_update', 'milestone_update', 'payment_update', 'notification'] as const

/** A step of the other side, or of the payment provider: what it may have changed is read again. */
export function wireCommissionsLive(): void {
  for (const name of names) {
    on(name, notification, ({ data, type }) => {
      if (data.projectId !== undefined || type === 'payment' || type === 'project') void refresh(...projectReads)
    })
  }
  // What happened while the connection was away was not told.
  onResume(() => void refresh(...projectReads))
}
