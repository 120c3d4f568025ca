import { profileChanged } from '@veranda/contract/talent/events.ts'
import { stepsToBeFound } from '@veranda/core/talent/page/findable.ts'
import { sql } from 'kysely'
import { type Tx } from '../../../platform/db/database.ts'
import { publishChange } from '../../../platform/realtime/publish-change.ts'
import { findPageFacts } from '../page/page-facts.ts'
import { countSkills } from '../skills/skill.repository.ts'

/**
 * Raises the version of a creator's page, notes whether the search and the gallery of strangers show it, counts its
 * skills, and publishes the change to their devices; does nothing without a page. `skillsBefore` are the skills that the
 * page had until this change, if it changed them.
 */
export async function publishProfileChange(tx: Tx, creatorId: string, skillsBefore?: readonly string[]): Promise<void> {
  const row = await tx
    .updateTable('creators')
    .set({ version: sql`version + 1` })
    .where('user_id', '=', creatorId)
    .returning(['version', 'skills', 'is_findable'])
    .executeTakeFirst()
  if (!row) return
  // Read after the page is locked, so that of two changes at once the later one sees both.
  const isFindable =
    (await isOpenAccount(tx, creatorId)) && stepsToBeFound(await findPageFacts(tx, creatorId)).length === 0
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
  const before = { skills: skillsBefore ?? row.skills, isFindable: row.is_findable }
  await countSkills(tx, before, { skills: row.skills, isFindable })
  await publishChange(tx, [creatorId], profileChanged, { id: creatorId, version: row.version })
}

/** Returns whether an account is neither closed, about to be deleted, nor suspended. */
async function isOpenAccount(tx: Tx, userId: string): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('closed_at', 'is', null)
    .where('deletion_at', 'is', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  return user !== undefined
}
