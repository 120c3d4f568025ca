import { type UnreadReply } from '@veranda/contract/notifications/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { notificationExists } from './notification.repository.ts'
import { readUnreadCounts, publishUnreadCounts } from './unread-counts.ts'

/** Marks one notification read or unread. Publishes nothing if nothing changed. */
export async function markNotification(ctx: CommandContext, id: string, read: boolean): Promise<Result<UnreadReply>> {
  const { tx, actor, deps } = ctx
  const changed = await tx
    .updateTable('notifications')
    .set({ read_at: read ? new Date(deps.clock.now()) : null })
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .where('deleted_at', 'is', null)
    .where('read_at', read ? 'is' : 'is not', null)
    .executeTakeFirst()
  if (changed.numUpdatedRows > 0n) return ok(await unreadAfterChange(tx, actor.id, true))
  if (!(await notificationExists(tx, actor.id, id))) return refuse('notification.not-found', 'not-found')
  return ok(await unreadAfterChange(tx, actor.id, false))
}

/** Marks all of the actor's notifications read. */
export async function markAllRead(ctx: CommandContext): Promise<Result<UnreadReply>> {
  const { tx, actor, deps } = ctx
  const changed = await tx
    .updateTable('notifications')
    .set({ read_at: new Date(deps.clock.now()) })
    .where('user_id', '=', actor.id)
    .where('deleted_at', 'is', null)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return ok(await unreadAfterChange(tx, actor.id, changed.numUpdatedRows > 0n))
}

/**
 * Returns the unread count and its version for the reply; publishes them to all the user's sockets if something
 * changed.
 */
export async function unreadAfterChange(tx: Tx, userId: string, changed: boolean): Promise<UnreadReply> {
  const { count, version } = changed ? await publishUnreadCounts(tx, userId) : await readUnreadCounts(tx, userId)
  return { unread: count, version }
}
