import { type UnreadCount, unreadCountChanged } from '@veranda/contract/notifications/events.ts'
import { sql } from 'kysely'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { appendToStream } from '../../../platform/events/streams.ts'

/**
 * Counts a user's unread notifications and messages. `version` is the head of the user's stream in the same snapshot,
 * so that a higher version never has an older count.
 */
export async function readUnreadCounts(db: Db, userId: string): Promise<UnreadCount> {
  const { rows } = await sql<UnreadCount>`
    select
      (select count(*) from notifications where user_id = ${userId} and read_at is null and deleted_at is null) as count,
      (
        select count(*) from conversation_members m
        join messages x on x.conversation_id = m.conversation_id and x.seq > m.read_seq
          and x.sender_id <> m.user_id and x.deleted_at is null
        where m.user_id = ${userId} and m.left_at is null
      ) as messages,
      coalesce((select last_seq from streams where kind = 'user' and id = ${userId}), 0) as version`.execute(db)
  return rows[0] ?? { count: 0, messages: 0, version: 0 }
}

/** Publishes the unread counts to the user's sockets. Call it last: it locks the user's stream until the commit. */
export async function publishUnreadCounts(tx: Tx, userId: string): Promise<UnreadCount> {
  await tx
    .selectFrom('streams')
    .select('last_seq')
    .where('kind', '=', 'user')
    .where('id', '=', userId)
    .forUpdate()
    .execute()
  const counts = await appendUnreadCounts(tx, userId)
  // Two first entries of a stream can race before there is a row to lock; from now on it is locked.
  return (
    counts ??
    (await appendUnreadCounts(tx, userId)) ??
    Promise.reject(new Error(`could not lock the stream of user ${userId}`))
  )
}

/** Appends the counts after the locked head; returns undefined if another transaction appended in between. */
async function appendUnreadCounts(tx: Tx, userId: string): Promise<UnreadCount | undefined> {
  const counted = await readUnreadCounts(tx, userId)
  const counts = { ...counted, version: counted.version + 1 }
  const seq = await appendToStream(tx, { kind: 'user', id: userId }, unreadCountChanged, counts)
  return seq === counts.version ? counts : undefined
}
