import { sql } from 'kysely'
import { type Tx } from '../db/database.ts'

/** Work outside a transaction: mail, calls to a provider. Stored in the database and run at least once. */
export type Jobs = {
  /**
   * Enqueues a job inside the transaction: rolled back with it, started after its commit. With `key`, the same work is
   * enqueued only once. With `startAfterSeconds`, it starts no earlier than then.
   */
  enqueue(tx: Tx, queue: string, data: object, options?: { key?: string; startAfterSeconds?: number }): Promise<void>
}

/**
 * Deletes the jobs whose data has one of these values anywhere: those that are done, and of queues with this prefix also
 * those that were given up or have not started. A running job goes on.
 */
export async function deleteJobsAbout(tx: Tx, values: readonly string[], queuePrefix: string): Promise<void> {
  await sql`
    delete from pgboss.job
    where state <> 'active' and (state in ('completed', 'cancelled') or starts_with(name, ${queuePrefix}))
      and jsonb_path_exists(data, '$.** ? (@ == $values[*])', jsonb_build_object('values', ${[...values]}::text[]))`.execute(
    tx,
  )
}
