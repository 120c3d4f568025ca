import { type Client } from 'pg'
import { isReadTimeout, isTemporaryError } from './connection-errors.ts'
import { type LockWait, watchLockWait } from './lock-wait.ts'
import { type ConnectionLimits } from './own-connection.ts'

/** The database exists but cannot be used; the message is the one line to print. */
export class UnusableDatabaseError extends Error {}

/**
 * Limits of what prepares a database before a server uses it. While a statement waits for a table, every later statement
 * on that table waits behind it, so it does not wait for long.
 */
export const preparationLimits: ConnectionLimits = { lockTimeoutMs: 10_000, statementTimeoutMs: 600_000 }

export type Preparation = ConnectionLimits & {
  /** Begins the sentence that says what failed. */
  readonly name: string
  /** Names the lock in that sentence, unless it is that of a table. */
  readonly lockName?: string
}

const lockNotAvailable = '55P03'
const statementCancelled = '57014'

/**
 * Runs one step that prepares a database, such as a migration, in a transaction of its own. Throws
 * UnusableDatabaseError that says what the step waited for and what to do.
 */
export async function runPreparation(
  url: string,
  client: Client,
  { name, lockName = 'a lock', lockTimeoutMs, statementTimeoutMs }: Preparation,
  work: () => Promise<unknown>,
): Promise<void> {
  await watchLockWait(url, client, lockTimeoutMs, async (lastWait) => {
    try {
      await client.query('begin')
      await work()
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      if (!(error instanceof Error) || error instanceof UnusableDatabaseError) throw error
      const code = 'code' in error ? error.code : undefined
      const outcome =
        code === lockNotAvailable
          ? describeLockWait(lastWait(), lockName, lockTimeoutMs)
          : code === statementCancelled || isReadTimeout(error)
            ? `took longer than ${formatSeconds(statementTimeoutMs)} and was ended; nothing was changed. Find out what slows the database down, and start again.`
            : isTemporaryError(error)
              ? `was interrupted: ${error.message}. It is done whole or not at all: start again when the database replies.`
              : `failed, and nothing was changed: ${error.message}`
      throw new UnusableDatabaseError(`${name} ${outcome}`, { cause: error })
    }
  })
}

function describeLockWait(wait: LockWait | undefined, lockName: string, lockTimeoutMs: number): string {
  const waited = `waited ${formatSeconds(lockTimeoutMs)} for`
  if (!wait)
    return `${waited} ${lockName} that another connection holds; nothing was changed. Wait until it is done, or end it (pg_stat_activity lists the connections), and start again.`
  const { table, blockerPid, blockerName, blockerState } = wait
  const what = table === null ? lockName : `the table ${table}`
  return `${waited} ${what} that process ${blockerPid} (${blockerName}, ${blockerState}) holds; nothing was changed. Wait until it is done, or end it with "select pg_terminate_backend(${blockerPid})", and start again.`
}

function formatSeconds(milliseconds: number): string {
  return `${milliseconds / 1_000} s`
}
