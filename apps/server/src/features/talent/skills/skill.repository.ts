import { isKeptSkill, normalizeSkills, skillKey } from '@veranda/core/talent/skills/skills.ts'
import { sql } from 'kysely'
import { type Db, type Tx } from '../../../platform/db/database.ts'

/**
 * Returns the names under which skills are kept: of the kept list, otherwise as another creator spelled it first,
 * otherwise as typed.
 */
export async function findSkillNames(db: Db, typed: readonly string[]): Promise<string[]> {
  const names = normalizeSkills(typed)
  if (names.length === 0) return []
  const rows = await db
    .selectFrom('skills')
    .select(['key', 'name'])
    .where('creator_count', '>', 0)
    .where('key', 'in', names.map(skillKey))
    .execute()
  const known = new Map(rows.map(({ key, name }) => [key, name]))
  return names.map((name) => (isKeptSkill(name) ? name : (known.get(skillKey(name)) ?? name)))
}

/** The skills of a creator, and whether clients find the creator by them. */
export type CountedSkills = { readonly skills: readonly string[]; readonly isFindable: boolean }

/**
 * Counts that a creator has other skills now, or is found by them no longer or again. The caller holds the lock of the
 * creator's row.
 */
export async function countSkills(tx: Tx, before: CountedSkills, after: CountedSkills): Promise<void> {
  const changes = new Map<string, { name: string; by: number; findableBy: number }>()
  for (const [{ skills, isFindable }, sign] of [
    [before, -1],
    [after, 1],
  ] as const) {
    for (const name of skills) {
      const key = skillKey(name)
      const { by, findableBy } = changes.get(key) ?? { by: 0, findableBy: 0 }
      changes.set(key, { name, by: by + sign, findableBy: findableBy + (isFindable ? sign : 0) })
    }
  }
  // In the order of the keys, so that two creators who save at once do not wait for each other.
  const changed = [...changes]
    .filter(([, { by, findableBy }]) => by !== 0 || findableBy !== 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (changed.length === 0) return
  const deltas = sql`unnest(
    ${changed.map(([key]) => key)}::text[], ${changed.map(([, { name }]) => name)}::text[],
    ${changed.map(([, { by }]) => by)}::integer[], ${changed.map(([, { findableBy }]) => findableBy)}::integer[]
  ) as change (key, name, by, findable_by)`
  await sql`
    insert into skills (key, name, creator_count, findable_count)
    select key, name, greatest(0, by), greatest(0, findable_by) from ${deltas}
    order by key
    on conflict (key) do update set
      creator_count = greatest(0, skills.creator_count + (select by from ${deltas} where change.key = excluded.key)),
      findable_count = greatest(
        0, skills.findable_count + (select findable_by from ${deltas} where change.key = excluded.key)),
      name = case when skills.creator_count = 0 then excluded.name else skills.name end`.execute(tx)
}
