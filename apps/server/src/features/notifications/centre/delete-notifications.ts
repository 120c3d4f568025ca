import { type ClearReply, type UnreadReply } from '@veranda/contract/notifications/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { after } from '@veranda/core/time/instant.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { timestamptz } from '../../../platform/db/timestamptz.ts'
import { unreadAfterChange } from './mark-notifications.ts'
import { restoreWindowMs, schedulePurge } from './purge-deleted-notifications.ts'

/** Deletes one notification, which can be restored. Idempotent. */
export async function deleteNotification(ctx: CommandContext, id: string): Promise<Result<UnreadReply>> {
  const { tx, actor, deps } = ctx
  const row = await tx
    .selectFrom('notifications')
    .select('deleted_at')
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return refuse('notification.not-found', 'not-found')
  if (row.deleted_at !== null) return ok(await unreadAfterChange(tx, actor.id, false))
  await tx
    .updateTable('notifications')
    .set({ deleted_at: new Date(deps.clock.now()) })
    .where('id', '=', id)
    .execute()
  await schedulePurge(tx, actor.id, deps.clock.now())
  return ok(await unreadAfterChange(tx, actor.id, true))
}

/** Deletes all of the actor's notifications and returns their ids, so that exactly these can be restored. */
export async function clearNotifications(ctx: CommandContext): Promise<Result<ClearReply>> {
  const { tx, actor, deps } = ctx
  const rows = await tx
    .updateTable('notifications')
    .set({ deleted_at: new Date(deps.clock.now()) })
    .where('user_id', '=', actor.id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  if (rows.length > 0) await schedulePurge(tx, actor.id, deps.clock.now())
  const counted = await unreadAfterChange(tx, actor.id, rows.length > 0)
  return ok({ ...counted, ids: rows.map((row) => row.id) })
}

/** Restores deleted notifications, read or unread as they were. Ignores ids that are not the actor's. */
export async function restoreNotifications(ctx: CommandContext, ids: readonly string[]): Promise<Result<UnreadReply>> {
  const { tx, actor, deps } = ctx
  const restored = await tx
    .updateTable('notifications')
    .set({ deleted_at: null })
    .where('user_id', '=', actor.id)
    .where('id', 'in', ids)
    .where('deleted_at', '>', timestamptz(after(deps.clock.now(), -restoreWindowMs)))
    .executeTakeFirst()
  return ok(await unreadAfterChange(tx, actor.id, restored.numUpdatedRows > 0n))
}
