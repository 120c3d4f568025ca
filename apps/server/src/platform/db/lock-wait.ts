import { type Client } from 'pg'
import { withOwnConnection } from './own-connection.ts'

/** A lock that a connection waited for, and who held it. */
export type LockWait = {
  /** The table, or null for a row, an advisory lock or another thing without a name of its own. */
  readonly table: string | null
  readonly blockerPid: number
  readonly blockerName: string
  readonly blockerState: string
}

const maxSampleIntervalMs = 500
/** A wait that ends by its deadline is seen several times before. */
const samplesPerTimeout = 5
const sampling = { applicationName: 'veranda-lock-wait', lockTimeoutMs: 1_000, statementTimeoutMs: 2_000 }

/**
 * Runs `work` on the connection, and meanwhile reads twice a second what the connection waits for, because Postgres does
 * not say it in the error of a lock that is not available. `lastWait` returns what was read last.
 */
export async function watchLockWait<T>(
  url: string,
  client: Client,
  lockTimeoutMs: number,
  work: (lastWait: () => LockWait | undefined) => Promise<T>,
): Promise<T> {
  const intervalMs = Math.min(maxSampleIntervalMs, lockTimeoutMs / samplesPerTimeout)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid
  let last: LockWait | undefined
  let timer: NodeJS.Timeout | undefined
  let lastSample = Promise.resolve()
  const sample = async () => {
    const found = await withOwnConnection(url, sampling, async (watcher) => {
      const result = await watcher.query<LockWait>(blockerOf, [pid])
      return result.rows[0]
    }).catch(() => undefined)
    last = found ?? last
  }
  const schedule = () => {
    timer = setTimeout(() => {
      lastSample = sample().then(() => {
        if (timer !== undefined) schedule()
      })
    }, intervalMs)
  }
  schedule()
  try {
    return await work(() => last)
  } finally {
    clearTimeout(timer)
    timer = undefined
    await lastSample
  }
}

const blockerOf = `
  select waiting.relation::regclass::text as "table", blocker.pid as "blockerPid",
    coalesce(nullif(blocker.application_name, ''), blocker.backend_type) as "blockerName",
    coalesce(blocker.state, 'running') as "blockerState"
  from pg_locks waiting
  cross join lateral unnest(pg_blocking_pids(waiting.pid)) as blocked_by(pid)
  join pg_stat_activity blocker on blocker.pid = blocked_by.pid
  where waiting.pid = $1 and not waiting.granted
  order by blocker.pid
  limit 1`
