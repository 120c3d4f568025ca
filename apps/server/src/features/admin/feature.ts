import { type Eraser } from '../../platform/access/account-erasure.ts'
import { type Feature } from '../../platform/feature.ts'
import { type AdminParts, adminRoutes } from './routes.ts'

/** Leaves the cases of an admin who is gone to the others. */
const assignmentEraser: Eraser = {
  tables: ['admin_assignments'],
  async erase({ tx }, { id }) {
    await tx.deleteFrom('admin_assignments').where('admin_id', '=', id).execute()
  },
}

/** The queues of the admins, with the cases that other features give, and the audit log. */
export function adminFeature(parts: AdminParts): Feature {
  return { name: 'admin', routes: adminRoutes(parts), erasers: [assignmentEraser] }
}
