import { type Deps } from '../deps.ts'
import { type Tx } from '../db/database.ts'

/** Work outside a transaction: mail, calls to a provider. Rows in the database, run at least once. */
export type Jobs = {
  /**
   * Puts work into a queue inside the transaction: rolled back with it, started after its commit. With `key` the same
   * work is queued once however often it is asked for.
   */
  enqueue(tx: Tx, queue: string, data: object, options?: { key?: string }): Promise<void>
}

export type Worker = {
  readonly queue: string
  run(data: object, deps: Deps): Promise<void>
  /** What is done about a job whose tries are used up; a job of its own, with the same data and as many tries. */
  readonly givenUp?: (data: object, deps: Deps) => Promise<void>
}

type Run<Data> = (data: Data, deps: Deps) => Promise<void>

/**
 * Who does the work of a queue. At least once, so it must be safe to repeat; a throw is tried again with growing
 * pauses, and after eight tries, or eight deaths of the process that holds it, the job is given up: it stays in the list
 * of failures that `npm run admin -- failed-jobs` prints, and `givenUp` tells those who wait for it.
 */
export function worker<Data extends object>(queue: string, run: Run<Data>, more: { givenUp?: Run<Data> } = {}): Worker {
  const { givenUp } = more
  // The queue holds only what enqueue wrote for it.
  const typed = (one: Run<Data>) => (data: object, deps: Deps) => one(data as Data, deps)
  return { queue, run: typed(run), ...(givenUp && { givenUp: typed(givenUp) }) }
}
