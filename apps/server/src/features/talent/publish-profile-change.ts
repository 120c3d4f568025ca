import { profileChanged } from '@veranda/contract/talent/events.ts'
import { stepsToBeFound } from '@veranda/core/talent/findable.ts'
import { sql } from 'kysely'
import { type Tx } from '../../platform/db/database.ts'
import { publishChange } from '../../platform/realtime/publish-change.ts'
import { findPageFacts } from './page-facts.ts'

/**
 * Raises the version of a creator's page, notes whether the search and the gallery of strangers show it, and publishes
 * the change to their devices; does nothing without a page.
 */
export async function publishProfileChange(tx: Tx, creatorId: string): Promise<void> {
  const row = await tx
    .updateTable('creators')
    .set({ version: sql`version + 1` })
    .where('user_id', '=', creatorId)
    .returning('version')
    .executeTakeFirst()
  if (!row) return
  // Read after the page is locked, so that of two changes at once the later one sees both.
  const isFindable = stepsToBeFound(await findPageFacts(tx, creatorId)).length === 0
  await tx
    .updateTable('creators')
    .set({
      is_findable: isFindable,
      in_gallery: isFindable
        ? sql`exists (select from public_works x where x.creator_id = creators.user_id)`
        : sql.lit(false),
    })
    .where('user_id', '=', creatorId)
    .execute()
  await publishChange(tx, [creatorId], profileChanged, { id: creatorId, version: row.version })
}
