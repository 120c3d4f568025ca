import { type Eraser } from '../../platform/access/account-erasure.ts'
import { type Feature } from '../../platform/feature.ts'
import { caseMails } from './case-mails.ts'
import { lookUpRoutes } from './look-ups/routes.ts'
import { type AdminParts, adminRoutes } from './routes.ts'

/** Leaves the cases of an admin who is gone to the others, and deletes their settings. */
const adminEraser: Eraser = {
  tables: ['admin_assignments', 'admin_settings'],
  async erase({ tx }, { id }) {
    await tx.deleteFrom('admin_assignments').where('admin_id', '=', id).execute()
    await tx.deleteFrom('admin_settings').where('admin_id', '=', id).execute()
  },
}

/** The queues of the admins, with the cases that other features give, the look-ups, and the audit log. */
export function adminFeature(parts: AdminParts): Feature {
  const mails = caseMails(parts.queues)
  return {
    name: 'admin',
    routes: [...adminRoutes(parts), ...lookUpRoutes],
    eventHandlers: [mails.eventHandler],
    timers: [mails.timer],
    nightlyTasks: [mails.nightlyTask],
    jobs: [mails.worker],
    erasers: [adminEraser],
  }
}
