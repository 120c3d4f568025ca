import { type Cleared, type Counted } from '@veranda/contract/notifications/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { after } from '@veranda/core/time/instant.ts'
import { type Actor } from '../../access/actor.ts'
import { type Tx } from '../../db/database.ts'
import { moment } from '../../db/moment.ts'
import { type Deps } from '../../deps.ts'
import { countedAfter } from './change-read.ts'
import { keptAfterDelete, schedulePurge } from './purge.ts'

type At = { t: Tx; actor: Actor; deps: Deps }

/** Deletes one notification; it can be restored. Deleting it twice is once. */
export async function deleteNotification(at: At, id: string): Promise<Result<Counted>> {
  const { t, actor, deps } = at
  const row = await t
    .selectFrom('notifications')
    .select('deleted_at')
    .where('id', '=', id)
    .where('person_id', '=', actor.id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return refuse('notification.not-found', 'not-found')
  if (row.deleted_at !== null) return ok(await countedAfter(t, actor.id, false))
  await t
    .updateTable('notifications')
    .set({ deleted_at: new Date(deps.clock.now()) })
    .where('id', '=', id)
    .execute()
  await schedulePurge(t, actor.id, deps.clock.now())
  return ok(await countedAfter(t, actor.id, true))
}

/** Deletes all of one's notifications and says which, so that exactly these can be restored. */
export async function clearNotifications(at: At): Promise<Result<Cleared>> {
  const { t, actor, deps } = at
  const rows = await t
    .updateTable('notifications')
    .set({ deleted_at: new Date(deps.clock.now()) })
    .where('person_id', '=', actor.id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  if (rows.length > 0) await schedulePurge(t, actor.id, deps.clock.now())
  const counted = await countedAfter(t, actor.id, rows.length > 0)
  return ok({ ...counted, ids: rows.map((row) => row.id) })
}

/** Brings back what was deleted or cleared, read or unread as it was. Ids that are not one's own are passed over. */
export async function restoreNotifications(at: At, ids: readonly string[]): Promise<Result<Counted>> {
  const { t, actor, deps } = at
  const restored = await t
    .updateTable('notifications')
    .set({ deleted_at: null })
    .where('person_id', '=', actor.id)
    .where('id', 'in', ids)
    .where('deleted_at', '>', moment(after(deps.clock.now(), -keptAfterDelete)))
    .executeTakeFirst()
  return ok(await countedAfter(t, actor.id, restored.numUpdatedRows > 0n))
}
