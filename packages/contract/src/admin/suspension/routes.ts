import { route } from '../../route.ts'
import type { Done, IdParams } from '../../shared-schemas.ts'
import type { AdminReasonBody } from '../schemas.ts'
import type { SuspendUserBody } from './schemas.ts'

export const suspendUser = route<{ params: IdParams; body: SuspendUserBody; reply: Done }>(
  'POST',
  '/admin/users/:id/suspend',
)
export const liftSuspension = route<{ params: IdParams; body: AdminReasonBody; reply: Done }>(
  'POST',
  '/admin/users/:id/lift-suspension',
)
