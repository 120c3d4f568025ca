import { sql } from 'kysely'
import { type Tx } from '../../db/database.ts'

/**
 * Holds the time of these people until the transaction ends. Every writer of occupancy does this before it reads or
 * locks anything else, always in the same order, so that no two wait for each other in a ring.
 */
export async function lockPeople(tx: Tx, ids: readonly string[]): Promise<void> {
  const keys = [...new Set(ids.map(keyOf))].toSorted((a, b) => (a < b ? -1 : 1))
  await sql`select pg_advisory_xact_lock(key) from unnest(${keys.map(String)}::bigint[]) as key`.execute(tx)
}

/** The last eight bytes of the id, which are chance. */
function keyOf(id: string): bigint {
  return BigInt.asIntN(64, BigInt(`0x${id.replaceAll('-', '').slice(16)}`))
}
