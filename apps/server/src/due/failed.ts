import { instant } from '@veranda/core/time/instant.ts'
import { transact } from '../db/transact.ts'
import { type Deps } from '../deps.ts'
import { scheduleDue } from './due.ts'

export type FailedDue = { key: string; kind: string; at: number; error: string }

/** Timers that were tried until they were given up, the oldest first. */
export async function failedTimers({ db }: Pick<Deps, 'db'>): Promise<FailedDue[]> {
  const rows = await db.selectFrom('failed_due').selectAll().orderBy('failed_at').execute()
  return rows.map((row) => ({ key: row.key, kind: row.kind, at: row.failed_at, error: row.error }))
}

/** Sets a given-up timer again, for the moment it had; false when there is none. */
export async function retryTimer(deps: Pick<Deps, 'db' | 'wake'>, key: string): Promise<boolean> {
  return transact(deps, async (tx) => {
    const row = await tx.deleteFrom('failed_due').where('key', '=', key).returningAll().executeTakeFirst()
    if (!row) return false
    const subject = { kind: row.subject_kind, id: row.subject_id }
    // scheduleDue wrote it as an object.
    await scheduleDue(tx, { kind: row.kind, key, subject, at: instant(row.at), data: row.data as object })
    return true
  })
}
