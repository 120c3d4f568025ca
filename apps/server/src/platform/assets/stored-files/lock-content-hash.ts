import { sql } from 'kysely'
import { type Tx } from '../../db/database.ts'

/**
 * Locks a content hash until the transaction ends. Storing and deleting bytes both check the rows of the hash, so only
 * one of them may run at a time.
 */
export async function lockContentHash(tx: Tx, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`image ${sha256}`}, 0))`.execute(tx)
}
