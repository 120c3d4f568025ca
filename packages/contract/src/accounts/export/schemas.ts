import * as z from 'zod/mini'
import { isoInstant } from '../../shared-schemas.ts'

/** The copy of a user's data, of which there is one at a time. */
export const dataExport = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({
    state: z.literal('collecting'),
    requestedAt: isoInstant,
    /** In percent. */
    progress: z.int().check(z.gte(0), z.lte(100)),
  }),
  z.object({ state: z.literal('ready'), finishedAt: isoInstant, expiresAt: isoInstant, bytes: z.int() }),
  z.object({ state: z.literal('failed'), requestedAt: isoInstant }),
])
export type DataExport = z.infer<typeof dataExport>
