import * as z from 'zod/mini'
import { adminReason } from '../schemas.ts'

/** `until` is the day in UTC with which the suspension ends by itself; null until an admin lifts it. */
export const suspendUserBody = z.strictObject({ reason: adminReason, until: z.nullable(z.iso.date()) })
export type SuspendUserBody = z.infer<typeof suspendUserBody>
