import type * as z from 'zod/mini'
import { work } from './schemas.ts'

/** To the owner, each time a work comes further: `work_update`. Volatile; the truth is `GET /works/:id`. */
export const workUpdate = work
export type WorkUpdate = z.infer<typeof workUpdate>
