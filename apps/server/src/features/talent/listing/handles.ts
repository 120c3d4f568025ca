import {
  handleChangeWindowDays,
  maxHandleChanges,
  parseHandle,
  suggestHandle,
} from '@veranda/core/talent/listing/handle.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { after, day, type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db, type Tx } from '../../../platform/db/database.ts'

/** A name that even more creators share has to be made unique by hand. */
const maxSuggestions = 50

/**
 * Gives a creator a handle; a former one of their own may come back. Refuses what `parseHandle` refuses, handle.taken
 * and handle.changed-too-often, all with the field. The creator's row is locked by the caller.
 */
export async function changeHandle(tx: Tx, creatorId: string, typed: string, now: Instant): Promise<Result<string>> {
  const parsed = parseHandle(typed)
  if (!parsed.ok) return parsed
  const handle = parsed.value
  const own = await tx
    .selectFrom('creator_handles')
    .select(['handle', 'is_current', 'taken_at'])
    .where('creator_id', '=', creatorId)
    .execute()
  if (own.some((row) => row.is_current && row.handle === handle)) return ok(handle)
  const isKnown = own.some((row) => row.handle === handle)
  const recent = own.filter((row) => row.taken_at > after(now, -handleChangeWindowDays * day))
  if (!isKnown && recent.length > maxHandleChanges) {
    const detail = { max: maxHandleChanges, days: handleChangeWindowDays }
    return refuse('handle.changed-too-often', 'conflict', { field: 'handle', detail })
  }
  await tx.updateTable('creator_handles').set({ is_current: false }).where('creator_id', '=', creatorId).execute()
  const taken = await tx
    .insertInto('creator_handles')
    .values({ handle, creator_id: creatorId, is_current: true, taken_at: new Date(now) })
    .onConflict((conflict) =>
      conflict.column('handle').doUpdateSet({ is_current: true }).where('creator_handles.creator_id', '=', creatorId),
    )
    .executeTakeFirst()
  return taken.numInsertedOrUpdatedRows ? ok(handle) : refuse('handle.taken', 'conflict', { field: 'handle' })
}

/** Returns the first free handle made from a name; one that is taken if all are. */
export async function findFreeHandle(db: Db, name: string): Promise<string> {
  const candidates = Array.from({ length: maxSuggestions }, (_, index) => suggestHandle(name, index + 1))
  const taken = await db.selectFrom('creator_handles').select('handle').where('handle', 'in', candidates).execute()
  const handles = new Set(taken.map(({ handle }) => handle))
  return candidates.find((candidate) => !handles.has(candidate)) ?? suggestHandle(name, maxSuggestions + 1)
}

/** Finds the public creator of a current or former handle, with the current one; undefined if strangers see no page. */
export async function findPublicCreator(
  db: Db,
  typed: string,
): Promise<{ creatorId: string; handle: string } | undefined> {
  const handle = parseHandle(typed)
  if (!handle.ok) return undefined
  const { rows } = await sql<{ creatorId: string; handle: string }>`
    select p.creator_id as "creatorId", p.handle
    from creator_handles h join public_creators p on p.creator_id = h.creator_id
    where h.handle = ${handle.value}`.execute(db)
  return rows[0]
}
