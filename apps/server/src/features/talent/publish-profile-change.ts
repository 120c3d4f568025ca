import { profileChanged } from '@veranda/contract/talent/events.ts'
import { sql } from 'kysely'
import { type Tx } from '../../platform/db/database.ts'
import { publishChange } from '../../platform/realtime/publish-change.ts'

/**
 * Raises the version of a creator's page, notes whether the gallery of strangers shows it, and publishes the change to
 * their devices; does nothing without a page.
 */
export async function publishProfileChange(tx: Tx, creatorId: string): Promise<void> {
  const row = await tx
    .updateTable('creators')
    .set({
      version: sql`version + 1`,
      in_gallery: sql`exists (select from public_works x where x.creator_id = creators.user_id)`,
    })
    .where('user_id', '=', creatorId)
    .returning('version')
    .executeTakeFirst()
  if (row) await publishChange(tx, [creatorId], profileChanged, { id: creatorId, version: row.version })
}
