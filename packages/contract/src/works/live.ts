import type * as z from 'zod/mini'
import { workSummary } from './schemas.ts'

/** To the owner, each time a work comes further: `work_update`. Volatile and without its parts; the truth is `GET /works/:id`. */
export const workUpdate = workSummary
export type WorkUpdate = z.infer<typeof workUpdate>
