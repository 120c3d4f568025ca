import { type Deps } from '../deps.ts'
import { type Tx } from '../db/database.ts'

/** Work outside a transaction: mail, calls to a provider. Rows in the database, run at least once. */
export type Jobs = {
  /**
   * Puts work into a queue inside the transaction: rolled back with it, started after its commit. With `key` the same
   * work is queued once however often it is asked for.
   */
  enqueue(t: Tx, queue: string, data: object, options?: { key?: string }): Promise<void>
}

export type Worker = {
  readonly queue: string
  run(data: object, deps: Deps): Promise<void>
}

/**
 * Who does the work of a queue. At least once, so it must be safe to repeat; a throw is tried again with growing
 * pauses, and after eight tries the job stays in the list of failures that `npm run admin -- failed-jobs` prints.
 */
export function worker<Data extends object>(queue: string, run: (data: Data, deps: Deps) => Promise<void>): Worker {
  // The queue holds only what enqueue wrote for it.
  return { queue, run: (data: object, deps) => run(data as Data, deps) }
}
