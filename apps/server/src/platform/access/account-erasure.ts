import { type AccountObstacle } from '@veranda/core/accounts/deletion/deletion.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Db, type Tx } from '../db/database.ts'
import { type tableOwners } from '../db/table-owners.ts'
import { type Deps } from '../deps.ts'

/** Lists what a feature knows of that keeps an account from being deleted. */
export type AccountObstacleQuery = (
  ctx: { readonly db: Db; readonly now: Instant },
  userId: UserId,
) => Promise<AccountObstacle[]>

/** The user who is erased, as they were. */
export type ErasedUser = { readonly id: UserId; readonly name: string; readonly email: string | null }

/**
 * Erases what one owner of tables has of a user, in the transaction that closes the account. It may run again for the
 * same user, after a restore.
 */
export type Eraser = {
  /** Every table from which it erases or in which it overwrites something; a check finds tables without a decision. */
  readonly tables: readonly (keyof typeof tableOwners)[]
  erase(ctx: { readonly tx: Tx; readonly deps: Deps }, user: ErasedUser): Promise<void>
}
