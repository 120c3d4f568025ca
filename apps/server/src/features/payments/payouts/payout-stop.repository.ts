import { type Instant } from '@veranda/core/time/instant.ts'
import { type Db, type Tx } from '../../../platform/db/database.ts'

/** Returns whether a user's payouts are stopped until they have confirmed or changed their payout account. */
export async function arePayoutsStopped(db: Db, creatorId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payout_stops')
    .select('creator_id')
    .where('creator_id', '=', creatorId)
    .executeTakeFirst()
  return row !== undefined
}

/** Stops a user's payouts, if they are not stopped. The caller holds the creator's balance lock. */
export async function insertPayoutStop(tx: Tx, creatorId: string, at: Instant): Promise<void> {
  await tx
    .insertInto('payout_stops')
    .values({ creator_id: creatorId, stopped_at: new Date(at) })
    .onConflict((conflict) => conflict.column('creator_id').doNothing())
    .execute()
}

/** Deletes the stop of a user's payouts; returns whether there was one. The caller holds the creator's balance lock. */
export async function deletePayoutStop(tx: Tx, creatorId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('payout_stops').where('creator_id', '=', creatorId).executeTakeFirst()
  return numDeletedRows > 0n
}
