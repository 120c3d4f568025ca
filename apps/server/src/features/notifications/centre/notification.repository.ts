import { type Notification, type Explanation } from '@veranda/contract/notifications/schemas.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Db } from '../../../platform/db/database.ts'
import { pageLimit } from '../../../platform/db/page-limit.ts'

export type NotificationRow = {
  id: string
  type: Notification['type']
  event_name: string
  priority: Notification['priority']
  key: string
  params: Record<string, string | number>
  data: Notification['data']
  created_at: Instant
  read_at: Instant | null
  sender_id: string | null
  sender_name: string | null
  sender_avatar_file: string | null
  project_title: string | null
  /** Language of the recipient. */
  language: string
  time_zone: string
}

const notificationColumns = sql`n.id, n.type, n.event_name, n.priority, n.key, n.params, n.data, n.created_at, n.read_at, n.sender_id,
  s.name as sender_name, s.avatar_file as sender_avatar_file, p.title as project_title, me.language, me.time_zone`

/** Selects one page of notifications that are not deleted, newest first, plus one more row if there is a next page. */
export function selectNotificationPage(
  userId: string,
  filters: RawBuilder<unknown>,
  size: number,
): RawBuilder<NotificationRow> {
  return sql<NotificationRow>`
    select ${notificationColumns}
    from notifications n
    join users me on me.id = n.user_id
    left join users s on s.id = n.sender_id
    left join projects p on p.id = n.project_id
    where n.user_id = ${userId} and n.deleted_at is null ${filters}
    order by n.created_at desc, n.id desc
    limit ${pageLimit(size)}`
}

/** Counts a user's unread notifications that are not deleted. */
export function selectUnreadCount(userId: string): RawBuilder<{ unread: number }> {
  return sql<{ unread: number }>`
    select count(*) as unread from notifications
    where user_id = ${userId} and read_at is null and deleted_at is null`
}

/**
 * Selects a user's notifications that are not deleted, with sender and recipient language; the caller adds filters and
 * order.
 */
export function selectUndeletedNotifications(db: Db, userId: string) {
  return db
    .selectFrom('notifications as n')
    .innerJoin('users as me', 'me.id', 'n.user_id')
    .leftJoin('users as s', 's.id', 'n.sender_id')
    .leftJoin('projects as p', 'p.id', 'n.project_id')
    .where('n.user_id', '=', userId)
    .where('n.deleted_at', 'is', null)
    .select([
      'n.id',
      'n.type',
      'n.event_name',
      'n.priority',
      'n.key',
      'n.params',
      'n.data',
      'n.created_at',
      'n.read_at',
      'n.sender_id',
      's.name as sender_name',
      's.avatar_file as sender_avatar_file',
      'p.title as project_title',
      'me.language',
      'me.time_zone',
    ])
}

/** Returns whether the user has this notification and it is not deleted. */
export async function notificationExists(db: Db, userId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('notifications')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Returns the stored decisions with their reasons, and when it was pushed; also for a deleted notification while it can
 * be restored.
 */
export async function findRouting(
  db: Db,
  userId: string,
  id: string,
): Promise<{ routing: Explanation['channels']; pushed_at: Instant | null } | undefined> {
  return db
    .selectFrom('notifications')
    .select(['routing', 'pushed_at'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}
