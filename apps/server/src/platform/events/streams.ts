import { type EmittedPayload, type ServerEvent, type StreamKind } from '@veranda/contract/realtime/socket-event.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type $ZodType } from 'zod/v4/core'
import { type Db, type Tx } from '../db/database.ts'
import { signalAfterCommit, type Stream } from '../db/commit-signals.ts'

export { type Stream } from '../db/commit-signals.ts'

/** An event of the contract that is stored in a stream. */
export type StoredStreamEvent = ServerEvent<$ZodType, StreamKind>

/** One row of a stream. `seq` starts at 1 and has no gaps. */
export type StreamEvent = {
  readonly seq: number
  readonly name: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly at: Instant
}

export const maxStreamPage = 500

/**
 * Appends to a stream and returns the sequence number. The row lock on the stream makes commit order the order of seq
 * and leaves no gaps. After the commit every socket that joined the stream gets the event with `{ ...payload, seq }`.
 */
export async function appendToStream<E extends StoredStreamEvent>(
  tx: Tx,
  stream: Stream & { readonly kind: E['stream'] },
  { name }: E,
  payload: EmittedPayload<E>,
): Promise<number> {
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
  if (!row) throw new Error('stream row was not written')
  signalAfterCommit(tx, { streamRows: [{ stream, seq: row.seq, name, payload }] })
  return row.seq
}

/**
 * Appends the same event to several streams in one statement. Their rows are locked in the order of their ids, so that
 * concurrent transactions wait for each other instead of deadlocking.
 */
export async function appendToStreams<E extends StoredStreamEvent>(
  tx: Tx,
  kind: E['stream'],
  ids: readonly string[],
  { name }: E,
  payload: EmittedPayload<E>,
): Promise<void> {
  const { rows } = await sql<{ id: string; seq: number }>`
    with head as (
      insert into streams (kind, id, last_seq)
      select ${kind}, id, 1 from unnest(${[...new Set(ids)]}::uuid[]) as target (id) order by id
      on conflict (kind, id) do update set last_seq = streams.last_seq + 1
      returning id, last_seq
    )
    insert into stream_events (stream_kind, stream_id, seq, name, payload)
    select ${kind}, id, last_seq, ${name}, ${JSON.stringify(payload)}::jsonb from head
    returning stream_id as id, seq`.execute(tx)
  signalAfterCommit(tx, { streamRows: rows.map(({ id, seq }) => ({ stream: { kind, id }, seq, name, payload })) })
}

/**
 * Reads forward from `after`, or backward from `before` (the newest `limit` rows below it), always with rising seq.
 * Returns at most `maxStreamPage` rows.
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
    .limit(sql.lit(Math.min(page.limit ?? maxStreamPage, maxStreamPage)))
    .execute()
  if (backward) rows.reverse()
  // Payloads are objects: appendToStream accepts nothing else.
  return rows.map((row) => ({ ...row, payload: row.payload as Record<string, unknown> }))
}

/** Returns the newest sequence number; 0 for an empty stream. */
export async function readStreamHead(db: Db, stream: Stream): Promise<number> {
  const row = await db
    .selectFrom('streams')
    .select('last_seq')
    .where('kind', '=', stream.kind)
    .where('id', '=', stream.id)
    .executeTakeFirst()
  return row?.last_seq ?? 0
}

/**
 * Clears one text field in published rows, because its author deleted it, and removes the fields that belong to it.
 * Everything else stays, so that the sequence has no gap.
 */
export async function redactStreamField(
  tx: Tx,
  stream: Stream,
  seqs: readonly number[],
  field: string,
  removedFields: readonly string[] = [],
): Promise<void> {
  await sql`
    update stream_events set payload = jsonb_set(payload - ${[...removedFields]}::text[], ${`{${field}}`}::text[], '""'::jsonb)
    where stream_kind = ${stream.kind} and stream_id = ${stream.id} and seq = any(${[...seqs]}::bigint[])
      and payload ? ${field}`.execute(tx)
}
