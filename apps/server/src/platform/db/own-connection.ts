import { Client } from 'pg'

export type ConnectionLimits = {
  /** A statement that waits longer for one lock fails. */
  readonly lockTimeoutMs: number
  /** A statement that runs longer fails. */
  readonly statementTimeoutMs: number
}

/** The time after the deadline of a statement within which its reply must come, as from a frozen database. */
const replyGraceMs = 2_000

/**
 * Runs `work` on a connection of its own, outside the pools of the app, and closes it. A connection that fails never
 * ends the process: the statement on it fails.
 */
export async function withOwnConnection<T>(
  url: string,
  options: { applicationName: string; connectTimeoutMs?: number } & ConnectionLimits,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const { lockTimeoutMs, statementTimeoutMs } = options
  const client = new Client({
    connectionString: url,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    keepAlive: true,
    lock_timeout: lockTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + replyGraceMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
