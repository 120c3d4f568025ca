import { sql } from 'kysely'
import { type Eraser } from '../../platform/access/account-erasure.ts'
import { clearConsentTitles } from '../../platform/events/erase-events.ts'
import { countSkills } from './skills/skill.repository.ts'

/**
 * Deletes a creator's page with everything on it, and from the search all words and skills that no page has any more,
 * because those of the page's former texts are not known.
 */
export const talentEraser: Eraser = {
  tables: [
    'creators',
    'package_services',
    'portfolio_items',
    'portfolio_files',
    'creator_handles',
    'listings',
    'work_consents',
    'page_reports',
    'skills',
    'search_words',
  ],
  async erase({ tx }, { id }) {
    // What they wrote of themselves goes with who they are; that there was a report stays.
    await tx.updateTable('page_reports').set({ reporter_id: null, message: '' }).where('reporter_id', '=', id).execute()
    const page = await tx
      .selectFrom('creators')
      .select(['skills', 'is_findable'])
      .where('user_id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!page) return
    await tx.deleteFrom('page_reports').where('creator_id', '=', id).execute()
    await clearConsentTitles(tx, id)
    await tx.deleteFrom('work_consents').where('creator_id', '=', id).execute()
    await tx
      .deleteFrom('portfolio_files')
      .where('item_id', 'in', tx.selectFrom('portfolio_items').select('id').where('creator_id', '=', id))
      .execute()
    await tx.deleteFrom('portfolio_items').where('creator_id', '=', id).execute()
    await tx.deleteFrom('package_services').where('creator_id', '=', id).execute()
    await tx.deleteFrom('listings').where('creator_id', '=', id).execute()
    await tx.deleteFrom('creator_handles').where('creator_id', '=', id).execute()
    await tx.deleteFrom('creators').where('user_id', '=', id).execute()
    const { skills, is_findable: isFindable } = page
    await countSkills(tx, { skills, isFindable }, { skills: [], isFindable: false })
    await tx.deleteFrom('skills').where('creator_count', '=', 0).execute()
    await sql`
      delete from search_words w
      where not exists (select from ts_stat('select search from creators') as used where used.word = w.word)`.execute(
      tx,
    )
  },
}
