import { type Notification, type Why } from '@veranda/contract/notifications/schemas.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Db } from '../../db/database.ts'
import { pageLimit } from '../../db/page-limit.ts'

export type NotificationRow = {
  id: string
  type: Notification['type']
  live_name: string
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
  /** Of the person it is for. */
  language: string
  time_zone: string
}

const shown = sql`n.id, n.type, n.live_name, n.priority, n.key, n.params, n.data, n.created_at, n.read_at, n.sender_id,
  s.name as sender_name, s.avatar_file as sender_avatar_file, p.title as project_title, me.language, me.time_zone`

/** One page of standing notifications, the newest first, and one more when there is more. */
export async function findPage(
  db: Db,
  personId: string,
  narrowed: RawBuilder<unknown>,
  size: number,
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select ${shown}
    from notifications n
    join people me on me.id = n.person_id
    left join people s on s.id = n.sender_id
    left join projects p on p.id = n.project_id
    where n.person_id = ${personId} and n.deleted_at is null ${narrowed}
    order by n.created_at desc, n.id desc
    limit ${pageLimit(size)}`.execute(db)
  return rows
}

/** How many standing notifications somebody has not read. */
export async function countUnread(db: Db, personId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*) as unread from notifications
    where person_id = ${personId} and read_at is null and deleted_at is null`.execute(db)
  return rows[0]?.unread ?? 0
}

/** Standing notifications with their senders and the reader's language, to be narrowed and ordered by the caller. */
export function standingNotifications(db: Db, personId: string) {
  return db
    .selectFrom('notifications as n')
    .innerJoin('people as me', 'me.id', 'n.person_id')
    .leftJoin('people as s', 's.id', 'n.sender_id')
    .leftJoin('projects as p', 'p.id', 'n.project_id')
    .where('n.person_id', '=', personId)
    .where('n.deleted_at', 'is', null)
    .select([
      'n.id',
      'n.type',
      'n.live_name',
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

/** Whether one has such a standing notification. */
export async function isStanding(db: Db, personId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('notifications')
    .select('id')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The stored decisions with their reasons; also of what was deleted, while it can be restored. */
export async function findRouting(db: Db, personId: string, id: string): Promise<Why['channels'] | undefined> {
  const row = await db
    .selectFrom('notifications')
    .select('routing')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row?.routing
}
