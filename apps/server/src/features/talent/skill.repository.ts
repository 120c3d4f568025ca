import { isKeptSkill, normalizeSkills, skillKey } from '@veranda/core/talent/skills.ts'
import { sql } from 'kysely'
import { type Db, type Tx } from '../../platform/db/database.ts'

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

/** Counts that a creator has other skills now. The caller holds the lock of the creator's row. */
export async function countSkills(tx: Tx, before: readonly string[], after: readonly string[]): Promise<void> {
  const change = new Map<string, { name: string; by: number }>()
  for (const name of before) change.set(skillKey(name), { name, by: -1 })
  for (const name of after) {
    const had = change.get(skillKey(name))
    if (had) change.delete(skillKey(name))
    else change.set(skillKey(name), { name, by: 1 })
  }
  const changes = [...change].toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (changes.length === 0) return
  // In the order of the keys, so that two creators who save at once do not wait for each other.
  await sql`
    insert into skills (key, name, creator_count)
    select key, name, greatest(0, by) from unnest(
      ${changes.map(([key]) => key)}::text[], ${changes.map(([, { name }]) => name)}::text[],
      ${changes.map(([, { by }]) => by)}::integer[]) as change (key, name, by)
    order by key
    on conflict (key) do update set
      creator_count = greatest(0, skills.creator_count + (
        select by from unnest(${changes.map(([key]) => key)}::text[], ${changes.map(([, { by }]) => by)}::integer[])
          as change (key, by) where change.key = excluded.key)),
      name = case when skills.creator_count = 0 then excluded.name else skills.name end`.execute(tx)
}
