import type { AdminReasonBody } from '../../admin/schemas.ts'
import { route } from '../../route.ts'
import type { Done, IdParams } from '../../shared-schemas.ts'
import type { SuspensionReply, SuspendUserBody } from './schemas.ts'

export const suspendUser = route<{ params: IdParams; body: SuspendUserBody; reply: Done }>(
  'POST',
  '/admin/users/:id/suspend',
)
export const liftSuspension = route<{ params: IdParams; body: AdminReasonBody; reply: Done }>(
  'POST',
  '/admin/users/:id/lift-suspension',
)
/** Returns the suspension that ended the session of this browser. */
export const readSuspension = route<{ reply: SuspensionReply }>('GET', '/session/suspension')
