import { sql } from 'kysely'
import { type Eraser } from '../../platform/access/account-erasure.ts'
import { countSkills } from './skill.repository.ts'

/** Deletes a creator's page with everything on it, and from the search the words and skills that no other page has. */
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
    await tx.updateTable('page_reports').set({ reporter_id: null }).where('reporter_id', '=', id).execute()
    const page = await tx
      .selectFrom('creators')
      .select(['skills', 'is_findable', sql<string[]>`tsvector_to_array(search)`.as('words')])
      .where('user_id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!page) return
    await tx.deleteFrom('page_reports').where('creator_id', '=', id).execute()
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
    await sql`delete from skills where creator_count = 0 and name = any(${skills}::text[])`.execute(tx)
    await sql`
      delete from search_words w where word = any(${page.words}::text[])
        and not exists (select from creators c where c.search @@ plainto_tsquery('simple', w.word))`.execute(tx)
  },
}
