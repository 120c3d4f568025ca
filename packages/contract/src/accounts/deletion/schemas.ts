import { deletionActions, obstacleKinds } from '@veranda/core/accounts/deletion/deletion.ts'
import * as z from 'zod/mini'
import { isoInstant, money } from '../../shared-schemas.ts'

/** One kind of obstacle to the deletion of the account: how many there are, and the money in it. */
const accountObstacle = z.object({ kind: z.enum(obstacleKinds), count: z.int(), amounts: z.array(money) })
export type AccountObstacle = z.infer<typeof accountObstacle>

/** The date of the account's deletion, and the obstacles to it. */
export const accountDeletion = z.object({
  /** When everything is erased; null while no deletion is scheduled. In the past when something keeps it. */
  at: z.nullable(isoInstant),
  obstacles: z.array(accountObstacle),
  /** Steps that the user may take now. */
  actions: z.array(z.enum(deletionActions)),
})
export type AccountDeletion = z.infer<typeof accountDeletion>
