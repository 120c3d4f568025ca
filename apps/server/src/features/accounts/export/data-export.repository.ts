import { type DataExport } from '@veranda/contract/accounts/export/schemas.ts'
import { dataExportLifetimeMs } from '@veranda/core/accounts/export/data-export.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { after, type Instant, toIso } from '@veranda/core/time/instant.ts'
import { type Selectable } from 'kysely'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { type AccountTables } from '../../../platform/db/tables/accounts.ts'
import { type Deps } from '../../../platform/deps.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { worker } from '../../../platform/jobs/worker.ts'
import { cancelTimer, scheduleTimer, timerHandler } from '../../../platform/timers/timers.ts'

const expiryTimer = 'accounts.expire-export'
const deleteBytesQueue = 'accounts.delete-export-bytes'

export type DataExportRow = Selectable<AccountTables['data_exports']>

/** Returns where the copy is in the storage. No backup has it, because no row of `storedKeys` names it. */
export function exportStorageKey(id: string): string {
  return `exports/${id}`
}

/** Finds a user's copy, whatever its state. */
export function findDataExport(db: Db, userId: string): Promise<DataExportRow | undefined> {
  return db.selectFrom('data_exports').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** Returns a user's copy as they see it. */
export async function readDataExport(db: Db, userId: string): Promise<DataExport> {
  return toDataExportDto(await findDataExport(db, userId))
}

/** Starts a copy in place of the user's former one; the caller has locked the user's row. */
export async function replaceDataExport(
  { tx, deps }: { tx: Tx; deps: Deps },
  userId: UserId,
  requestedAt: Instant,
): Promise<DataExportRow> {
  await deleteDataExport({ tx, deps }, userId)
  return tx
    .insertInto('data_exports')
    .values({ id: deps.ids.next(), user_id: userId, state: 'collecting', requested_at: new Date(requestedAt) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Writes how far a collection is, in whole percent, and publishes it if that changed. Returns false when the copy was
 * cancelled.
 */
export async function writeProgress(tx: Tx, id: string, progress: number, now: Instant): Promise<boolean> {
  const row = await tx
    .selectFrom('data_exports')
    .select(['user_id', 'progress'])
    .where('id', '=', id)
    .where('state', '=', 'collecting')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return false
  if (row.progress === progress) return true
  await tx.updateTable('data_exports').set({ progress }).where('id', '=', id).execute()
  await appendExportChange(tx, row.user_id, now)
  return true
}

/** `finished-before`: by another node, which took this one for dead. `unwanted`: deleted or given up meanwhile. */
type Finish = 'finished' | 'finished-before' | 'unwanted'

/** Marks a copy as ready and lets it expire. */
export async function finishDataExport(tx: Tx, id: string, bytes: number, now: Instant): Promise<Finish> {
  const expiresAt = after(now, dataExportLifetimeMs)
  const row = await tx
    .updateTable('data_exports')
    .set({
      state: 'ready',
      progress: 100,
      bytes,
      finished_at: new Date(now),
      expires_at: new Date(expiresAt),
    })
    .where('id', '=', id)
    .where('state', '=', 'collecting')
    .returning('user_id')
    .executeTakeFirst()
  if (!row) {
    // This copy has just replaced the bytes of the other one.
    const { numUpdatedRows } = await tx
      .updateTable('data_exports')
      .set({ bytes })
      .where('id', '=', id)
      .where('state', '=', 'ready')
      .executeTakeFirst()
    return numUpdatedRows > 0n ? 'finished-before' : 'unwanted'
  }
  const subject = { kind: 'data-export', id }
  await scheduleTimer(tx, { kind: expiryTimer, key: timerKey(id), subject, at: expiresAt })
  await appendExportChange(tx, row.user_id, now)
  return 'finished'
}

/** Gives up a copy that could not be collected; its user sees that and can ask again. */
export async function failDataExport({ tx, deps }: { tx: Tx; deps: Deps }, id: string): Promise<void> {
  const row = await tx
    .updateTable('data_exports')
    .set({ state: 'failed' })
    .where('id', '=', id)
    .where('state', '=', 'collecting')
    .returning('user_id')
    .executeTakeFirst()
  if (!row) return
  // The last try may have ended after it wrote them.
  await deps.jobs.enqueue(tx, deleteBytesQueue, { id })
  await appendExportChange(tx, row.user_id, deps.clock.now())
}

/** Deletes a user's copy and, after the commit, its bytes. Returns whether there was one. */
export async function deleteDataExport({ tx, deps }: { tx: Tx; deps: Deps }, userId: string): Promise<boolean> {
  const row = await tx.deleteFrom('data_exports').where('user_id', '=', userId).returning('id').executeTakeFirst()
  if (!row) return false
  await cancelTimer(tx, timerKey(row.id))
  await deps.jobs.enqueue(tx, deleteBytesQueue, { id: row.id })
  return true
}

/** Publishes that the user's copy changed. */
export async function appendExportChange(tx: Tx, userId: string, at: Instant): Promise<void> {
  const event = {
    type: 'account.data-export-changed',
    data: { userId: asId<UserId>(userId) },
  } satisfies AccountEvent
  await appendEvent(tx, { ...event, subject: { kind: 'user', id: userId }, actor: null, at })
}

/** Deletes a copy that was ready for long enough. */
export const expireDataExport = timerHandler(expiryTimer, async ({ tx, timer, deps }) => {
  const { id } = timer.subject
  const row = await tx.deleteFrom('data_exports').where('id', '=', id).returning('user_id').executeTakeFirst()
  if (!row) return
  await deps.jobs.enqueue(tx, deleteBytesQueue, { id })
  await appendExportChange(tx, row.user_id, deps.clock.now())
})

/** Deletes the bytes of a copy whose row is gone or has failed. */
export const deleteExportBytes = worker<{ id: string }>(deleteBytesQueue, async ({ id }, { gateways }) => {
  await gateways.storage.remove(exportStorageKey(id))
})

/** Returns a copy as its user sees it. */
export function toDataExportDto(row: DataExportRow | undefined): DataExport {
  if (!row) return { state: 'none' }
  const requestedAt = toIso(row.requested_at)
  const { state, progress, bytes, finished_at: finishedAt, expires_at: expiresAt } = row
  if (state === 'collecting') return { state, requestedAt, progress }
  if (state === 'failed' || bytes === null || finishedAt === null || expiresAt === null)
    return { state: 'failed', requestedAt }
  return { state, bytes, finishedAt: toIso(finishedAt), expiresAt: toIso(expiresAt) }
}

function timerKey(id: string): string {
  return `${expiryTimer}:${id}`
}
