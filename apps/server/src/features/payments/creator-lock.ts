import { sql } from 'kysely'
import { type Tx } from '../../db/database.ts'

/** Lets one transaction at a time take from a creator's balances, until it ends. Adding to them needs no lock. */
export async function lockCreatorMoney(tx: Tx, creatorId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`creator-money:${creatorId}`}, 0))`.execute(tx)
}
