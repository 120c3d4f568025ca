import { type Tx } from '../db/database.ts'

/** Work outside a transaction: mail, calls to a provider. Stored in the database and run at least once. */
export type Jobs = {
  /**
   * Enqueues a job inside the transaction: rolled back with it, started after its commit. With `key`, the same work is
   * enqueued only once. With `startAfterSeconds`, it starts no earlier than then.
   */
  enqueue(tx: Tx, queue: string, data: object, options?: { key?: string; startAfterSeconds?: number }): Promise<void>
}
