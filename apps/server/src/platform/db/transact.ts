import { type Refused } from '@veranda/core/result.ts'
import { PostgresDialect, Transaction } from 'kysely'
import { type Db, type Tx } from './database.ts'
import { commitSignalOf, type CommitSignals } from './commit-signals.ts'
import { type Tables } from './tables.ts'

class RollbackWithResult extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('rolled back by a refusal')
    this.result = result
  }
}

/**
 * Runs `work` in one transaction and publishes its commit signals afterwards. A throw or a refused Result rolls back;
 * the refusal is still returned. Retries after a deadlock or serialization failure, up to three attempts, so `work` may
 * only read and write through `tx`. Statements that `work` starts together are sent together, and run in that order.
 */
export async function transact<T>(
  deps: { db: Db; commitSignals: CommitSignals },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    let tx: Tx | undefined
    try {
      const result = await deps.db.transaction().execute(async (serial) => {
        tx = await pipelined(serial)
        const value = await work(tx)
        if (isRefused(value)) throw new RollbackWithResult(value)
        return value
      })
      const signal = tx && commitSignalOf(tx)
      if (signal) deps.commitSignals.publish(signal)
      return result
    } catch (error) {
      // The result comes from `work`, so it is a T.
      if (error instanceof RollbackWithResult) return error.result as T
      if (attempt >= 3 || !isRetryable(error)) throw error
    }
  }
}

// A transaction reads no more of it than its types require: it has its connection already.
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('a transaction opens no connections')) })
const unusedProps = { config: { dialect }, dialect, driver: dialect.createDriver() }

/**
 * Returns the transaction without the queue that Kysely keeps before its connection, which sends a statement only when the
 * one before it has been answered. The driver has a queue of its own (`pipeline` in `openDatabase`).
 */
function pipelined(tx: Tx): Promise<Tx> {
  const executor = tx.getExecutor()
  return executor.provideConnection((connection) => {
    const provideConnection = <T>(use: (shared: typeof connection) => Promise<T>) => use(connection)
    return Promise.resolve(
      new Transaction<Tables>({ ...unusedProps, executor: executor.withConnectionProvider({ provideConnection }) }),
    )
  })
}

function isRefused(value: unknown): value is Refused {
  return typeof value === 'object' && value !== null && 'ok' in value && value.ok === false && 'refusal' in value
}

function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')
}
