import {
  type Explanation,
  type NotificationList,
  type NotificationsQuery,
} from '@veranda/contract/notifications/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type QueryContext } from '../../../platform/access/command-context.ts'
import { encodeCursor, parseCursor } from '../../../platform/db/cursor.ts'
import { findRouting, selectNotificationPage, selectUnreadCount } from './notification.repository.ts'
import { toNotificationDto } from './notification.presenter.ts'

const defaultPageSize = 20
const noFilter = sql``

/** Lists the actor's notifications, newest first, with the exact count of all unread ones. */
export async function listNotifications(
  ctx: QueryContext,
  query: NotificationsQuery,
): Promise<Result<NotificationList>> {
  const { tx, actor, deps } = ctx
  const now = deps.clock.now()
  const limit = query.limit ?? defaultPageSize
  const parsed = parseCursor(query.cursor)
  if (!parsed.ok) return parsed
  const cursor = parsed.value
  const filters = sql`${query.read === undefined ? noFilter : query.read === 'true' ? sql`and n.read_at is not null` : sql`and n.read_at is null`}
    ${query.type ? sql`and n.type = ${query.type}` : noFilter}
    ${query.priority ? sql`and n.priority = ${query.priority}` : noFilter}
    ${query.projectId ? sql`and n.project_id = ${query.projectId}` : noFilter}
    ${cursor ? sql`and (n.created_at, n.id) < (${new Date(cursor.at)}, ${cursor.id})` : noFilter}`
  const [rows, [count]] = await deps.readTogether(
    selectNotificationPage(actor.id, filters, limit).compile(tx),
    selectUnreadCount(actor.id).compile(tx),
  )
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return ok({
    items: items.map((row) => toNotificationDto(row, now)),
    next: rows.length > limit && last ? encodeCursor({ at: last.created_at, id: last.id }) : null,
    unread: count?.unread ?? 0,
  })
}

/** Returns the stored decision and reasons of each channel for a notification. */
export async function explainNotification(ctx: QueryContext, id: string): Promise<Result<Explanation>> {
  const { tx, actor, deps } = ctx
  const found = await findRouting(tx, actor.id, id)
  if (!found) return refuse('notification.not-found', 'not-found')
  const { routing, pushed_at: pushedAt } = found
  return ok({
    // Where push is switched off, there is no such channel.
    channels: deps.gateways.push ? routing : routing.filter(({ channel }) => channel !== 'push'),
    pushedAt: pushedAt === null ? null : toIso(pushedAt),
  })
}
