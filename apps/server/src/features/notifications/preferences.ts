import { type Preferences as Shown, type PreferencesBody } from '@veranda/contract/notifications/schemas.ts'
import { mergePreferences } from '@veranda/core/notifications/merge-preferences.ts'
import { bothShapes, defaultPreferences, type Preferences } from '@veranda/core/notifications/preferences.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { type Actor } from '../../access/actor.ts'
import { type Db, type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { appendToStream } from '../../log/stream.ts'

/** How somebody wishes to be told: what they chose over what holds for everybody, in their own zone. */
export async function preferencesOf(db: Db, personId: string): Promise<Preferences> {
  const row = await db
    .selectFrom('people as p')
    .leftJoin('notification_preferences as n', 'n.person_id', 'p.id')
    .select(['p.time_zone', 'n.preferences'])
    .where('p.id', '=', personId)
    .executeTakeFirst()
  const standard = defaultPreferences(row?.time_zone ?? 'UTC')
  // Only changePreferences writes them, after mergePreferences made them.
  return { ...standard, ...(row?.preferences as Partial<Preferences> | null) }
}

/** One's preferences, nested and flat at once. */
export async function readPreferences(at: { tx: Db; actor: Actor }): Promise<Result<Shown>> {
  return ok(show(await preferencesOf(at.tx, at.actor.id)))
}

/** Changes the whole or a part; what is absent stays. A bad value or a disagreement is refused with its field. */
export async function changePreferences(
  at: { tx: Tx; actor: Actor; deps: Deps },
  change: PreferencesBody,
): Promise<Result<Shown>> {
  const { tx, actor, deps } = at
  const now = new Date(deps.clock.now())
  // Writing first holds the row, so that two changes at once both stand.
  await tx
    .insertInto('notification_preferences')
    .values({ person_id: actor.id, preferences: '{}', updated_at: now })
    .onConflict((c) => c.column('person_id').doUpdateSet({ updated_at: now }))
    .execute()
  const merged = mergePreferences(await preferencesOf(tx, actor.id), change)
  if (!merged.ok) return merged
  await tx
    .updateTable('notification_preferences')
    .set({ preferences: JSON.stringify(merged.value) })
    .where('person_id', '=', actor.id)
    .execute()
  const shown = show(merged.value)
  await appendToStream(tx, { kind: 'person', id: actor.id }, 'preferences:changed', shown)
  return ok(shown)
}

function show(preferences: Preferences): Shown {
  const { deliveryFrequency, quietHours, ...rest } = bothShapes(preferences)
  return {
    ...rest,
    deliveryFrequency: { ...deliveryFrequency },
    quietHours: { ...quietHours, days: [...quietHours.days] },
  }
}
