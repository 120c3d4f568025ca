import { type Cleared, type Counted } from '@veranda/contract/notifications/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { after } from '@veranda/core/time/instant.ts'
import { type Actor } from '../../access/actor.ts'
import { type Tx } from '../../db/database.ts'
import { moment } from '../../db/moment.ts'
import { type Deps } from '../../deps.ts'
import { countedAfter } from './change-read.ts'
import { keptAfterDelete, schedulePurge } from './purge.ts'

type At = { tx: Tx; actor: Actor; deps: Deps }

/** Deletes one notification; it can be restored. Deleting it twice is once. */
export async function deleteNotification(at: At, id: string): Promise<Result<Counted>> {
  const { tx, actor, deps } = at
  const row = await tx
    .selectFrom('notifications')
    .select('deleted_at')
    .where('id', '=', id)
    .where('person_id', '=', actor.id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return refuse('notification.not-found', 'not-found')
  if (row.deleted_at !== null) return ok(await countedAfter(tx, actor.id, false))
  await tx
    .updateTable('notifications')
    .set({ deleted_at: new Date(deps.clock.now()) })
    .where('id', '=', id)
    .execute()
  await schedulePurge(tx, actor.id, deps.clock.now())
  return ok(await countedAfter(tx, actor.id, true))
}

/** Deletes all of one's notifications and says which, so that exactly these can be restored. */
export async function clearNotifications(at: At): Promise<Result<Cleared>> {
  const { tx, actor, deps } = at
  const rows = await tx
    .updateTable('notifications')
    .set({ deleted_at: new Date(deps.clock.now()) })
    .where('person_id', '=', actor.id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  if (rows.length > 0) await schedulePurge(tx, actor.id, deps.clock.now())
  const counted = await countedAfter(tx, actor.id, rows.length > 0)
  return ok({ ...counted, ids: rows.map((row) => row.id) })
}

/** Brings back what was deleted or cleared, read or unread as it was. Ids that are not one's own are passed over. */
export async function restoreNotifications(at: At, ids: readonly string[]): Promise<Result<Counted>> {
  const { tx, actor, deps } = at
  const restored = await tx
    .updateTable('notifications')
    .set({ deleted_at: null })
    .where('person_id', '=', actor.id)
    .where('id', 'in', ids)
    .where('deleted_at', '>', moment(after(deps.clock.now(), -keptAfterDelete)))
    .executeTakeFirst()
  return ok(await countedAfter(tx, actor.id, restored.numUpdatedRows > 0n))
}
