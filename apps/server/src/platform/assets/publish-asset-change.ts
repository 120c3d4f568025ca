import { assetChanged } from '@veranda/contract/assets/events.ts'
import { sql } from 'kysely'
import { type Tx } from '../db/database.ts'
import { publishChange } from '../realtime/publish-change.ts'

/** Publishes another state of an asset to its owner, in the transaction that changes it. */
export async function publishAssetChange(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ owner_id: string; version: number }>`
    update assets set version = version + 1 where id = ${id} returning owner_id, version`.execute(tx)
  for (const { owner_id: ownerId, version } of rows) await publishChange(tx, [ownerId], assetChanged, { id, version })
}
