import { Pool, type PoolClient } from 'pg'
import { endSilentSessions } from '../db/database.ts'

const maxConnections = 4
/** The time after the deadline of a statement within which its reply must come. */
const replyGraceMs = 2_000
const silenceCheckIntervalMs = 2_000

export type JobConnections = { readonly pool: Pool; cutOff(): void; close(): Promise<void> }

/**
 * Opens the connections of pg-boss, of which none is waited for without end, and which can all be ended at once when
 * the database does not reply on them any more.
 */
export function openJobConnections(
  url: string,
  { onError, statementTimeoutMs }: { onError: (error: Error) => void; statementTimeoutMs: number },
): JobConnections {
  const pool = new Pool({
    connectionString: url,
    max: maxConnections,
    application_name: 'veranda-jobs',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    options: endSilentSessions,
  })
  const clients = new Set<PoolClient>()
  /** When each connection in use was taken. */
  const takenAtMs = new Map<PoolClient, number>()
  pool.on('error', onError)
  pool.on('connect', (client) => {
    clients.add(client)
    // The pool listens only while a connection is idle.
    client.on('error', () => undefined)
  })
  pool.on('acquire', (client) => takenAtMs.set(client, performance.now()))
  pool.on('release', (_, client) => takenAtMs.delete(client))
  pool.on('remove', (client) => {
    clients.delete(client)
    takenAtMs.delete(client)
  })
  // For a connection on which no reply comes at all. The driver's own `query_timeout` on these connections made the
  // lists of calls up to a tenth dearer (`npm run bench -- lists`).
  const silenceCheck = setInterval(() => {
    const oldestMs = performance.now() - statementTimeoutMs - replyGraceMs
    for (const [client, sinceMs] of takenAtMs) if (sinceMs < oldestMs) client.connection.stream.destroy()
  }, silenceCheckIntervalMs)
  silenceCheck.unref()
  return {
    pool,
    cutOff() {
      for (const client of clients) client.connection.stream.destroy()
    },
    async close() {
      clearInterval(silenceCheck)
      await pool.end()
    },
  }
}
