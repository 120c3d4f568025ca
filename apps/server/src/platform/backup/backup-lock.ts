import { sql } from 'kysely'
import { type Tx } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { type Deps } from '../deps.ts'
import { type Worker, worker } from '../jobs/worker.ts'

/** The advisory lock that a backup holds alone, and that each deletion of stored bytes shares with the others. */
export const backupLockKey = 7_261_103
/** The time after which a deletion is tried again that met a backup. */
const retryAfterSeconds = 60

/**
 * Declares the worker of a queue that deletes stored bytes, in a transaction. While a backup runs it does nothing and
 * enqueues the job again for a minute later: the files that the backup's snapshot of the database names have to stay
 * until they are copied.
 */
export function bytesDeletionWorker<Data extends object>(
  queue: string,
  run: (data: Data, ctx: { tx: Tx; deps: Deps }) => Promise<void>,
): Worker {
  return worker<Data>(queue, (data, deps) =>
    transact(deps, async (tx) => {
      const { rows } = await sql<{ got: boolean }>`
        select pg_try_advisory_xact_lock_shared(${backupLockKey}) as got`.execute(tx)
      if (rows[0]?.got) return run(data, { tx, deps })
      return deps.jobs.enqueue(tx, queue, data, { startAfterSeconds: retryAfterSeconds })
    }),
  )
}
