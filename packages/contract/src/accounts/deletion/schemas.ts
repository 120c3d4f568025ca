import { obstacleKinds } from '@veranda/core/accounts/deletion.ts'
import * as z from 'zod/mini'
import { isoInstant, money } from '../../shared-schemas.ts'

/** What keeps the account from being deleted: how many there are of a kind, and the money in it. */
const accountObstacle = z.object({ kind: z.enum(obstacleKinds), count: z.int(), amounts: z.array(money) })
export type AccountObstacle = z.infer<typeof accountObstacle>

/** Whether the account is about to be deleted, and what keeps it from being so. */
export const accountDeletion = z.object({
  /** When everything is erased; null while no deletion is scheduled. In the past when something keeps it. */
  at: z.nullable(isoInstant),
  obstacles: z.array(accountObstacle),
})
export type AccountDeletion = z.infer<typeof accountDeletion>
