import { type SkillSuggestions } from '@veranda/contract/talent/schemas.ts'
import { type SkillSuggestion, skillKey, suggestSkills } from '@veranda/core/talent/skills/skills.ts'
import { sql } from 'kysely'
import { type Db } from '../../../platform/db/database.ts'

/** Enough for the core to choose from: the most used among those that contain the text. */
const maxCandidates = 100

/**
 * Lists the skills to offer for what is typed, each with the number of creators whom the search finds by it; without text
 * the most used.
 */
export async function listSkills(db: Db, typed: string): Promise<SkillSuggestions> {
  const key = skillKey(typed)
  const { rows } = await sql<SkillSuggestion>`
    select key, name, findable_count as count from skills
    where creator_count > 0 and (key like ${`%${key.replace(/[\\%_]/g, '\\$&')}%`} or key % ${key})
    order by findable_count desc, key limit ${sql.lit(maxCandidates)}`.execute(db)
  return { items: suggestSkills(typed, rows).map(({ name, count }) => ({ name, count })) }
}
