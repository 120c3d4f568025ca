import { roomRecordChanged } from '@veranda/contract/rooms/events.ts'
import {
  maxRoomRecords,
  recordKinds,
  singletonKinds,
  type SceneRecord,
} from '@veranda/contract/rooms/records/record-kinds.ts'
import { type RoomRecord, type RoomRecords, type SetRoomRecordBody } from '@veranda/contract/rooms/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { recordKindOf, checkRecordWrite } from '@veranda/core/rooms/records/room-records.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../../platform/db/database.ts'
import { parseInput } from '../../../platform/http/parse-input.ts'
import { appendToStream, readStreamHead } from '../../../platform/events/streams.ts'
import { ensureRoom } from '../access/room.repository.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { authorizeRoom } from '../access/authorize-room.ts'
import { areVersionsSubmitted } from './room-versions.ts'

type RecordRow = {
  key: string
  version: number
  value: Record<string, unknown> | null
  updated_at: Instant
}

/** Returns all shared records of the room with the stream position to continue from. */
export async function readRoomRecords(ctx: CommandContext, id: string): Promise<Result<RoomRecords>> {
  const authorized = await authorizeRoom(ctx, id)
  if (!authorized.ok) return authorized
  // Read the head first: a record written in between is delivered again by the stream and never missed.
  const seq = await readStreamHead(ctx.tx, { kind: 'room', id })
  const rows = await ctx.tx
    .selectFrom('room_records')
    .select(['key', 'version', 'value', 'updated_at'])
    .where('room_id', '=', id)
    .where('value', 'is not', null)
    .orderBy('key')
    .execute()
  return ok({ seq, items: rows.map(toRoomRecordDto) })
}

/**
 * Writes one record if `expected` matches its version (0 if it is new or deleted) and publishes it to the room's
 * stream. Refuses room.over (expired), request.invalid and the codes of `checkRecordWrite`; room.not-submitted
 * (conflict) for a version that is not submitted.
 */
export async function setRoomRecord(
  ctx: CommandContext,
  id: string,
  key: string,
  { expected, value }: SetRoomRecordBody,
): Promise<Result<RoomRecord>> {
  const authorized = await authorizeRoom(ctx, id)
  if (!authorized.ok) return authorized
  const { room, now } = authorized.value
  if (room.state === 'over') return refuse('room.over', 'expired')
  const parsed = parseValue(key, value)
  if (!parsed.ok) return parsed
  const { version, gone, count } = await lockRecord(ctx.tx, room.id, key)
  const refused = checkRecordWrite({
    role: room.role,
    key,
    expected,
    version,
    gone,
    single: singletonKinds.some((kind) => kind === recordKindOf(key)),
    removes: parsed.value === null,
    count,
    maxRecords: maxRoomRecords,
  })
  if (refused) return refused
  // Parsed by the schema of its kind.
  const scene = recordKindOf(key) === 'scene' ? (parsed.value as SceneRecord | null) : null
  if (scene && !(await areVersionsSubmitted(ctx.tx, room, scene))) return refuse('room.not-submitted', 'conflict')
  await ensureRoom(ctx.tx, room, now)
  const row: RecordRow = {
    key,
    version: version + 1,
    value: parsed.value,
    updated_at: now,
  }
  const columns = {
    ...row,
    value: row.value && JSON.stringify(row.value),
    updated_by_id: ctx.actor.id,
    updated_at: new Date(now),
  }
  await ctx.tx
    .insertInto('room_records')
    .values({ room_id: id, ...columns })
    .onConflict((conflict) => conflict.columns(['room_id', 'key']).doUpdateSet(columns))
    .execute()
  const record = toRoomRecordDto(row)
  await appendToStream(ctx.tx, { kind: 'room', id }, roomRecordChanged, { record })
  return ok(record)
}

function parseValue(key: string, value: SetRoomRecordBody['value']): Result<Record<string, unknown> | null> {
  if (value === null) return ok(null)
  const kind = Object.entries(recordKinds).find(([name]) => name === recordKindOf(key))
  const parsed = kind && parseInput(kind[1], value)
  if (!parsed?.ok) {
    const field = parsed?.errors[0]?.field
    return refuse(parsed?.code ?? 'request.invalid', 'invalid', { field: field ? `value.${field}` : 'value' })
  }
  // Every kind of record is an object.
  return ok(parsed.value as Record<string, unknown>)
}

/**
 * Locks the room's records until the transaction ends and returns the version of one of them and the number of others.
 */
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

function toRoomRecordDto({ key, version, value, updated_at }: RecordRow): RoomRecord {
  return { key, version, value, updatedAt: toIso(updated_at) }
}
