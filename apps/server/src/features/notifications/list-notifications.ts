import { type NotificationList, type NotificationsQuery } from '@veranda/contract/notifications/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type Actor } from '../../access/actor.ts'
import { type Db } from '../../db/database.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { standingNotifications } from './rows.ts'
import { showNotification } from './show-notification.ts'

const defaultLimit = 20

/** One's notifications, the newest first, with the exact count of all that are unread. */
export async function listNotifications(
  at: { t: Db; actor: Actor },
  query: NotificationsQuery,
): Promise<Result<NotificationList>> {
  const { t, actor } = at
  const limit = query.limit ?? defaultLimit
  const from = query.cursor === undefined ? undefined : readCursor(query.cursor)
  if (query.cursor !== undefined && !from) return refuse('list.cursor-unreadable', 'invalid', { field: 'cursor' })
  let wanted = standingNotifications(t, actor.id)
  if (query.read !== undefined) wanted = wanted.where('n.read_at', query.read === 'true' ? 'is not' : 'is', null)
  if (query.type) wanted = wanted.where('n.type', '=', query.type)
  if (query.priority) wanted = wanted.where('n.priority', '=', query.priority)
  if (query.projectId) wanted = wanted.where('n.project_id', '=', query.projectId)
  if (from) wanted = wanted.where(sql<boolean>`(n.created_at, n.id) < (${new Date(from.at)}, ${from.id})`)
  const rows = await wanted
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(limit + 1)
    .execute()
  const { unread } = await t
    .selectFrom('notifications')
    .where('person_id', '=', actor.id)
    .where('read_at', 'is', null)
    .where('deleted_at', 'is', null)
    .select((e) => e.fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow()
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return ok({
    items: items.map(showNotification),
    next: rows.length > limit && last ? writeCursor({ at: last.created_at, id: last.id }) : null,
    unread,
  })
}
