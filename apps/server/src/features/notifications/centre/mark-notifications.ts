import { type UnreadReply } from '@veranda/contract/notifications/schemas.ts'
import { type NotificationSubject } from '@veranda/core/notifications/delivery/notification-draft.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type RawBuilder, sql } from 'kysely'
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

/**
 * Marks all of the actor's notifications read, or those that lead to `link`. Opening a conversation does not read its
 * messages: those are read as far as the user has scrolled.
 */
export async function markAllRead(ctx: CommandContext, link?: string): Promise<Result<UnreadReply>> {
  const { tx, actor, deps } = ctx
  const matching =
    link === undefined
      ? sql<boolean>`true`
      : sql<boolean>`type <> 'message' and coalesce(data ->> 'actionUrl', data ->> 'joinUrl') = ${link}`
  return ok(
    await unreadAfterChange(tx, actor.id, await markRead(tx, { userId: actor.id, at: deps.clock.now() }, matching)),
  )
}

/**
 * Marks read what a user received about a subject that they act on: doing it shows that they know. Publishes the unread
 * counts if something changed.
 */
export async function markSubjectRead(
  tx: Tx,
  act: { userId: string; at: Instant },
  subject: NotificationSubject,
): Promise<void> {
  const matching = sql<boolean>`type <> 'message' and ${sql.join(
    Object.entries(subject).map(([name, id]) => sql`data ->> ${name} is not distinct from ${id}::text`),
    sql` and `,
  )}`
  if (await markRead(tx, act, matching)) await publishUnreadCounts(tx, act.userId)
}

/** Marks the matching notifications of a user read; returns whether any was unread. */
async function markRead(
  tx: Tx,
  { userId, at }: { userId: string; at: Instant },
  matching: RawBuilder<boolean>,
): Promise<boolean> {
  const changed = await tx
    .updateTable('notifications')
    .set({ read_at: new Date(at) })
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('read_at', 'is', null)
    .where(matching)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/**
 * Returns the unread count and its version for the reply; publishes them to all the user's sockets if something
 * changed.
 */
export async function unreadAfterChange(tx: Tx, userId: string, changed: boolean): Promise<UnreadReply> {
  const { count, version } = changed ? await publishUnreadCounts(tx, userId) : await readUnreadCounts(tx, userId)
  return { unread: count, version }
}
