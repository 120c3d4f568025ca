import * as z from 'zod/mini'
import { id } from '../../shared-schemas.ts'

/** Sent to everyone who sees a milestone's pins when they change. `pinId` is null when several changed. */
export const pinUpdate = z.object({ projectId: id, milestoneId: id, pinId: z.nullable(id) })
export type PinUpdate = z.infer<typeof pinUpdate>
