import { type Done } from '@veranda/contract/shared-schemas.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { cancelTimer, timerHandler } from '../../timers/timers.ts'
import { enqueueBytesDeletion } from './delete-unused-image-bytes.ts'
import { unusedTimerKind } from './store-image.ts'

/** Removes the user's own stored image if nothing uses it. Error codes: file.not-found and file.in-use. */
export async function removeStoredFile(
  ctx: { tx: Tx; deps: Deps },
  ownerId: UserId,
  id: string,
): Promise<Result<Done>> {
  const { tx } = ctx
  const file = await tx
    .selectFrom('stored_files')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  if (!file) return refuse('file.not-found', 'not-found')
  if (!(await deleteUnlessInUse(ctx, id))) return refuse('file.in-use', 'conflict')
  await cancelTimer(tx, `${unusedTimerKind}:${id}`)
  return ok({ done: true })
}

/** Deletes an image that was never used. */
export const expireUnusedFile = timerHandler(unusedTimerKind, async ({ tx, timer, deps }) => {
  await deleteUnlessInUse({ tx, deps }, timer.subject.id)
})

/**
 * Deletes the row unless a delivered version or a portfolio item references it, or a user is shown with it. Returns
 * whether it was deleted.
 */
export async function deleteUnlessInUse({ tx, deps }: { tx: Tx; deps: Deps }, id: string): Promise<boolean> {
  await sql`savepoint delete_file`.execute(tx)
  try {
    // A change of avatar to this file holds the lock, and the next statement sees what it committed.
    await sql`select from stored_files where id = ${id} for update`.execute(tx)
    const { rows } = await sql<{ sha256: string }>`
      delete from stored_files where id = ${id} and not exists (select from users where avatar_file = ${id})
      returning sha256`.execute(tx)
    for (const { sha256 } of rows) await enqueueBytesDeletion(tx, deps, sha256)
    return rows.length > 0
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '23503')) throw error
    await sql`rollback to savepoint delete_file`.execute(tx)
    return false
  }
}
