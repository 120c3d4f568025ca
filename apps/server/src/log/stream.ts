import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db, type Tx } from '../db/database.ts'
import { touch, type Stream } from '../db/wake.ts'

export { type Stream } from '../db/wake.ts'

/** One row of a sequenced log. `seq` starts at 1 and has no holes. */
export type StreamEvent = {
  readonly seq: number
  readonly name: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly at: Instant
}

/** Pages of a sequenced log are never longer than this. */
export const streamPage = 500

/**
 * Appends to a sequenced log and answers its number. The row lock on the stream makes commit order the order of seq
 * and leaves no holes. After the commit every socket joined to the stream gets `name` with `{ ...payload, seq }`.
 */
export async function appendToStream(tx: Tx, stream: Stream, name: string, payload: object): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    with head as (
      insert into streams (kind, id, last_seq) values (${stream.kind}, ${stream.id}, 1)
      on conflict (kind, id) do update set last_seq = streams.last_seq + 1
      returning last_seq
    )
    insert into stream_events (stream_kind, stream_id, seq, name, payload)
    select ${stream.kind}, ${stream.id}, last_seq, ${name}, ${JSON.stringify(payload)}::jsonb from head
    returning seq`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('a stream row was not written')
  touch(tx, { rows: [{ stream, seq: row.seq, name, payload }] })
  return row.seq
}

/**
 * Reads forward from `after` (rising seq), or backward from `before` (the newest `limit` below it, still rising).
 * At most `streamPage` rows.
 */
export async function readStream(
  db: Db,
  stream: Stream,
  page: { after?: number; before?: number; limit?: number } = {},
): Promise<StreamEvent[]> {
  const backward = page.before !== undefined
  const rows = await db
    .selectFrom('stream_events')
    .select(['seq', 'name', 'payload', 'at'])
    .where('stream_kind', '=', stream.kind)
    .where('stream_id', '=', stream.id)
    .where('seq', backward ? '<' : '>', backward ? (page.before ?? 0) : (page.after ?? 0))
    .orderBy('seq', backward ? 'desc' : 'asc')
    .limit(sql.lit(Math.min(page.limit ?? streamPage, streamPage)))
    .execute()
  if (backward) rows.reverse()
  // Payloads are objects: appendToStream takes nothing else.
  return rows.map((row) => ({ ...row, payload: row.payload as Record<string, unknown> }))
}

/** The number of the newest row; 0 when there is none. */
export async function streamHead(db: Db, stream: Stream): Promise<number> {
  const row = await db
    .selectFrom('streams')
    .select('last_seq')
    .where('kind', '=', stream.kind)
    .where('id', '=', stream.id)
    .executeTakeFirst()
  return row?.last_seq ?? 0
}

/**
 * Empties one text in rows that were already told, because its author took it back, and takes out the fields that may
 * come with it. Place, name and the rest of the payload stay, so that the order has no hole.
 */
export async function eraseInStream(
  tx: Tx,
  stream: Stream,
  seqs: readonly number[],
  field: string,
  along: readonly string[] = [],
): Promise<void> {
  await sql`
    update stream_events set payload = jsonb_set(payload - ${[...along]}::text[], ${`{${field}}`}::text[], '""'::jsonb)
    where stream_kind = ${stream.kind} and stream_id = ${stream.id} and seq = any(${[...seqs]}::bigint[])
      and payload ? ${field}`.execute(tx)
}
