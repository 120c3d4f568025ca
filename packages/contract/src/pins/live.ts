import * as z from 'zod/mini'
import { id } from '../shapes.ts'

/** To everybody who sees them: something about a milestone's pins is different. `pinId` is null when it is several. */
export const pinUpdate = z.object({ projectId: id, milestoneId: id, pinId: z.nullable(id) })
export type PinUpdate = z.infer<typeof pinUpdate>
