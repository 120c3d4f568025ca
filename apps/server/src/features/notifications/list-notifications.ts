import { type NotificationList, type NotificationsQuery } from '@veranda/contract/notifications/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type Actor } from '../../access/actor.ts'
import { type Db } from '../../db/database.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { countUnread, findPage } from './rows.ts'
import { showNotification } from './show-notification.ts'

const defaultLimit = 20
const nothing = sql``

/** One's notifications, the newest first, with the exact count of all that are unread. */
export async function listNotifications(
  at: { tx: Db; actor: Actor },
  query: NotificationsQuery,
): Promise<Result<NotificationList>> {
  const { tx, actor } = at
  const limit = query.limit ?? defaultLimit
  const from = query.cursor === undefined ? undefined : readCursor(query.cursor)
  if (query.cursor !== undefined && !from) return refuse('list.cursor-unreadable', 'invalid', { field: 'cursor' })
  const narrowed = sql`${query.read === undefined ? nothing : query.read === 'true' ? sql`and n.read_at is not null` : sql`and n.read_at is null`}
    ${query.type ? sql`and n.type = ${query.type}` : nothing}
    ${query.priority ? sql`and n.priority = ${query.priority}` : nothing}
    ${query.projectId ? sql`and n.project_id = ${query.projectId}` : nothing}
    ${from ? sql`and (n.created_at, n.id) < (${new Date(from.at)}, ${from.id})` : nothing}`
  const rows = await findPage(tx, actor.id, narrowed, limit)
  const unread = await countUnread(tx, actor.id)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return ok({
    items: items.map(showNotification),
    next: rows.length > limit && last ? writeCursor({ at: last.created_at, id: last.id }) : null,
    unread,
  })
}
