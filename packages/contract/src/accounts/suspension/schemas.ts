import * as z from 'zod/mini'
import { isoInstant } from '../../shared-schemas.ts'

/** Why the session of this browser ended, if its user was suspended. */
export const suspensionReply = z.object({
  suspension: z.nullable(z.object({ until: z.nullable(isoInstant), reason: z.string() })),
})
export type SuspensionReply = z.infer<typeof suspensionReply>
