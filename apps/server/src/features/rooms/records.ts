import { roomRecordName } from '@veranda/contract/rooms/live.ts'
import { mostRecords, recordKinds, singleRecords, type StageRecord } from '@veranda/contract/rooms/records.ts'
import { type RoomRecord, type RoomRecords, type SetRoomRecordBody } from '@veranda/contract/rooms/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { kindOf, refuseRecord } from '@veranda/core/rooms/records.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../db/database.ts'
import { parsePart } from '../../http/parse.ts'
import { appendToStream, streamHead } from '../../log/stream.ts'
import { ensureRoom } from './ensure-room.ts'
import { type At, ownRoom } from './own-room.ts'
import { standsOpen } from './stands-open.ts'

type Row = { key: string; version: number; value: Record<string, unknown> | null; by_id: string; at: Instant }

/** All that is shared in the room, with the place in its log from which to go on. */
export async function readRecords(at: At, id: string): Promise<Result<RoomRecords>> {
  const own = await ownRoom(at, id)
  if (!own.ok) return own
  // The head is read first: what is written in between is told once more by the log, never missed.
  const seq = await streamHead(at.tx, { kind: 'room', id })
  const rows = await at.tx
    .selectFrom('room_records')
    .select(['key', 'version', 'value', 'by_id', 'at'])
    .where('room_id', '=', id)
    .where('value', 'is not', null)
    .orderBy('key')
    .execute()
  return ok({ seq, items: rows.map(show) })
}

/** Writes one record over the version that was seen, or one that is gone anew, and tells it to the room in the order of its log. */
export async function setRecord(
  at: At,
  id: string,
  key: string,
  { expected, value }: SetRoomRecordBody,
): Promise<Result<RoomRecord>> {
  const own = await ownRoom(at, id)
  if (!own.ok) return own
  const { room, now } = own.value
  if (room.state === 'over') return refuse('room.over', 'expired')
  const parsed = parseValue(key, value)
  if (!parsed.ok) return parsed
  const { version, gone, count } = await lockRecord(at.tx, room.id, key)
  const refused = refuseRecord({
    role: room.role,
    key,
    expected,
    version,
    gone,
    single: singleRecords.some((kind) => kind === kindOf(key)),
    removes: parsed.value === null,
    count,
    most: mostRecords,
  })
  if (refused) return refused
  // Parsed as its kind says.
  const stage = kindOf(key) === 'stage' ? (parsed.value as StageRecord | null) : null
  if (stage && !(await standsOpen(at.tx, room, stage))) return refuse('room.not-submitted', 'conflict')
  await ensureRoom(at.tx, room, now)
  const row: Row = { key, version: version + 1, value: parsed.value, by_id: at.actor.id, at: now }
  const columns = { ...row, value: row.value && JSON.stringify(row.value), at: new Date(now) }
  await at.tx
    .insertInto('room_records')
    .values({ room_id: id, ...columns })
    .onConflict((c) => c.columns(['room_id', 'key']).doUpdateSet(columns))
    .execute()
  const record = show(row)
  await appendToStream(at.tx, { kind: 'room', id }, roomRecordName, { record })
  return ok(record)
}

function parseValue(key: string, value: SetRoomRecordBody['value']): Result<Record<string, unknown> | null> {
  if (value === null) return ok(null)
  const kind = Object.entries(recordKinds).find(([name]) => name === kindOf(key))
  const parsed = kind && parsePart(kind[1], value)
  if (!parsed?.ok) {
    const field = parsed?.errors[0]?.field
    return refuse('request.invalid', 'invalid', { field: field ? `value.${field}` : 'value' })
  }
  // Every kind of record is an object.
  return ok(parsed.value as Record<string, unknown>)
}

/** Holds the room's records until the transaction ends, so that two who write the same follow each other. */
async function lockRecord(
  tx: Tx,
  roomId: string,
  key: string,
): Promise<{ version: number; gone: boolean; count: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`room:${roomId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ version: number | null; gone: boolean | null; count: number }>`
    select max(version) filter (where key = ${key}) as version,
      bool_or(value is null) filter (where key = ${key}) as gone,
      count(*) filter (where key <> ${key} and value is not null)::int as count
    from room_records where room_id = ${roomId}`.execute(tx)
  return { version: rows[0]?.version ?? 0, gone: rows[0]?.gone ?? false, count: rows[0]?.count ?? 0 }
}

function show({ key, version, value, by_id, at }: Row): RoomRecord {
  return { key, version, value, by: by_id, at: toIso(at) }
}
