import { type UnreadCount } from '@veranda/contract/notifications/live.ts'
import { sql } from 'kysely'
import { type Db, type Tx } from '../../db/database.ts'
import { appendToStream } from '../../log/stream.ts'

/**
 * What is unread for somebody, derived from the rows. `version` is the newest number of the person's own log in the
 * same snapshot, so that a count with a higher version is never the older one.
 */
export async function readCounts(db: Db, personId: string): Promise<UnreadCount> {
  const { rows } = await sql<UnreadCount>`
    select
      (select count(*) from notifications where person_id = ${personId} and read_at is null and deleted_at is null) as count,
      (
        select count(*) from conversation_members m
        join messages x on x.conversation_id = m.conversation_id and x.seq > m.read_seq
          and x.sender_id <> m.person_id and x.deleted_at is null
        where m.person_id = ${personId} and m.left_at is null
      ) as messages,
      coalesce((select last_seq from streams where kind = 'person' and id = ${personId}), 0) as version`.execute(db)
  return rows[0] ?? { count: 0, messages: 0, version: 0 }
}

/** Tells a person's sockets what is unread now. Call it last: it holds the person's log until the commit. */
export async function tellCounts(tx: Tx, personId: string): Promise<UnreadCount> {
  await tx
    .selectFrom('streams')
    .select('last_seq')
    .where('kind', '=', 'person')
    .where('id', '=', personId)
    .forUpdate()
    .execute()
  const counts = await appendCounts(tx, personId)
  // Two first entries of one log may meet before there is a row to hold; from here on it is held.
  return counts ?? (await appendCounts(tx, personId)) ?? Promise.reject(new Error(`the log of ${personId} is not held`))
}

/** Counts behind the held log; undefined when somebody else wrote into it in between. */
async function appendCounts(tx: Tx, personId: string): Promise<UnreadCount | undefined> {
  const counted = await readCounts(tx, personId)
  const counts = { ...counted, version: counted.version + 1 }
  const seq = await appendToStream(tx, { kind: 'person', id: personId }, 'unread_count', counts)
  return seq === counts.version ? counts : undefined
}
