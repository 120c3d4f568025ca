import * as z from 'zod/mini'
import { adminReason } from '../../admin/schemas.ts'
import { isoInstant } from '../../shared-schemas.ts'

/** `until` is the day in UTC with which the suspension ends by itself; null until an admin lifts it. */
export const suspendUserBody = z.strictObject({ reason: adminReason, until: z.nullable(z.iso.date()) })
export type SuspendUserBody = z.infer<typeof suspendUserBody>

/** Why the session of this browser ended, if its user was suspended. */
export const suspensionReply = z.object({
  suspension: z.nullable(z.object({ until: z.nullable(isoInstant), reason: z.string() })),
})
export type SuspensionReply = z.infer<typeof suspensionReply>
