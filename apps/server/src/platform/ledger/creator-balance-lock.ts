import { sql } from 'kysely'
import { type Tx } from '../db/database.ts'

/**
 * Locks a creator's balances until the transaction ends, so that only one transaction at a time takes from them. Adding
 * needs no lock.
 */
export async function lockCreatorBalances(tx: Tx, creatorId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`creator-money:${creatorId}`}, 0))`.execute(tx)
}
