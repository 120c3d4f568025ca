import { preferencesChanged } from '@veranda/contract/notifications/events.ts'
import { type PreferencesBody, type Preferences as PreferencesDto } from '@veranda/contract/notifications/schemas.ts'
import { mergePreferences } from '@veranda/core/notifications/preferences/merge-preferences.ts'
import {
  defaultPreferences,
  type Preferences,
  withFlatChannels,
} from '@veranda/core/notifications/preferences/preferences.ts'
import { type NotificationType } from '@veranda/core/notifications/types.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type CommandContext, type QueryContext } from '../../../platform/access/command-context.ts'
import { type Db } from '../../../platform/db/database.ts'
import { publishChange } from '../../../platform/realtime/publish-change.ts'

/** Finds a user's preferences: their own choices over the defaults, in their time zone. */
export async function findPreferences(db: Db, userId: string): Promise<Preferences> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('notification_preferences as n', 'n.user_id', 'u.id')
    .select(['u.time_zone', 'n.preferences'])
    .where('u.id', '=', userId)
    .executeTakeFirst()
  const defaults = defaultPreferences(row?.time_zone ?? 'UTC')
  // Only changePreferences writes this column, after mergePreferences has checked the value.
  return { ...defaults, ...(row?.preferences as Partial<Preferences> | null) }
}

/** Returns the actor's preferences in nested and flat form. */
export async function readPreferences(ctx: QueryContext): Promise<Result<PreferencesDto>> {
  return ok(toPreferencesDto(await findPreferences(ctx.tx, ctx.actor.id)))
}

/**
 * Changes all or part of the preferences; absent fields stay. Refuses an invalid or contradictory value and names its
 * field.
 */
export async function changePreferences(ctx: CommandContext, change: PreferencesBody): Promise<Result<PreferencesDto>> {
  const { tx, actor, deps } = ctx
  const now = new Date(deps.clock.now())
  // Writing first locks the row, so that neither of two concurrent changes is lost.
  const { version } = await tx
    .insertInto('notification_preferences')
    .values({ user_id: actor.id, preferences: '{}', version: 1, updated_at: now })
    .onConflict((c) =>
      c.column('user_id').doUpdateSet({ version: sql`notification_preferences.version + 1`, updated_at: now }),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  const merged = mergePreferences(await findPreferences(tx, actor.id), change)
  if (!merged.ok) return merged
  await tx
    .updateTable('notification_preferences')
    .set({ preferences: JSON.stringify(merged.value) })
    .where('user_id', '=', actor.id)
    .execute()
  await publishChange(tx, [actor.id], preferencesChanged, { id: actor.id, version })
  return ok(toPreferencesDto(merged.value))
}

function toPreferencesDto(preferences: Preferences): PreferencesDto {
  const { deliveryFrequency, quietHours, ...rest } = withFlatChannels(preferences)
  return {
    ...rest,
    deliveryFrequency: { ...deliveryFrequency },
    quietHours: { ...quietHours, days: [...quietHours.days] },
  }
}

/** Returns whether the user accepts mails of this type; for mails that are sent apart from notifications. */
export async function allowsMail(db: Db, userId: string, type: NotificationType): Promise<boolean> {
  const { channels, types, typeChannels } = await findPreferences(db, userId)
  return channels.email && types[type] && typeChannels[type].email
}
