import { sql } from 'kysely'
import { type Tx } from '../db/database.ts'

/** Until the transaction ends, nobody else stores or takes away the bytes of a hash: both look at the rows of it. */
export async function lockBytes(tx: Tx, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`picture ${sha256}`}, 0))`.execute(tx)
}
