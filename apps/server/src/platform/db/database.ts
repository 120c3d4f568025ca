import { instant } from '@veranda/core/time/instant.ts'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import {
  Pool,
  type PoolClient,
  type PoolConfig,
  type QueryConfig,
  type QueryResult,
  type QueryResultRow,
  types,
} from 'pg'
import { type WatchedConnections } from './database-watch.ts'
import { type LimitedConnections, limitCallTime, releaseConnection, runWithin } from './database-time.ts'
import { type ConnectionSource, withStatementNames } from './prepared-statements.ts'
import { makeReadTogether, type ReadTogether } from './read-together.ts'
import { type Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

export type Database = WatchedConnections & {
  readonly db: Db
  readonly pool: Pool
  readonly readTogether: ReadTogether
  /** Runs one statement on a connection of its own. */
  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>>
  /** Fails every running and waiting statement at once with DatabaseUnreachableError, and new ones until `restore`. */
  cutOff(): void
  restore(): void
  close(): Promise<void>
}

export type DatabaseOptions = {
  max?: number
  /** Postgres ends a statement that takes longer. */
  statementTimeoutMs?: number
  /** The time that a call may wait for the database in all (`limitCallTime`), instead of a limit for each statement. */
  callTimeMs?: number
  onError?: (error: Error) => void
}

const int8TypeId = 20
const dateTypeId = 1082
const timestamptzTypeId = 1184

/**
 * int8 is parsed to a safe integer or throws, timestamptz to an Instant, date to its text; everything else is left to
 * pg.
 */
const typeParsers: Record<number, (text: string) => unknown> = {
  [int8TypeId]: (text) => {
    const value = Number(text)
    if (!Number.isSafeInteger(value)) throw new RangeError(`bigint exceeds the safe integer range: ${text}`)
    return value
  },
  [dateTypeId]: (text) => text,
  [timestamptzTypeId]: (text) => instant(Date.parse(toIsoText(text))),
}

const defaultTypeParser: (id: number, format?: 'text' | 'binary') => unknown = types.getTypeParser

/** Converts `2026-01-31 12:00:00.5+00` to ISO 8601. The embedded Postgres uses UTC, another one may not. */
function toIsoText(text: string): string {
  const iso = `${text.slice(0, 10)}T${text.slice(11)}`
  return iso.endsWith('+00') ? `${iso.slice(0, -3)}Z` : iso.replace(/([+-]\d\d)$/, '$1:00')
}

const typeParserConfig: NonNullable<PoolConfig['types']> = {
  // pg types this as one overload per type id; ours covers all of them.
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && typeParsers[id]) || defaultTypeParser(id, format)) as typeof types.getTypeParser,
}

/**
 * Options of a connection by which Postgres ends a session whose client has gone without a word, as when a firewall has
 * lost its connections, within half a minute. Its locks, such as that of the leading relay, would be held for two hours.
 */
export const endSilentSessions = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

/** The time that a call waits for a connection, and a connection for the database. */
const connectTimeoutMs = 1_500
/** The time after the deadline of a statement within which its reply must come. */
const replyGraceMs = 2_000
/** The database does not reply, so calls fail without trying. */
export class DatabaseUnreachableError extends Error {
  constructor() {
    super('the database is unreachable')
  }
}

/**
 * Opens a pool on `url`. Connects with the first statement. A connection that fails, idle or in use, never ends the
 * process: the statement on it fails, and the pool opens another one.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const statementTimeoutMs = options.callTimeMs ?? options.statementTimeoutMs ?? 30_000
  const pool = new Pool({
    connectionString: url,
    max: options.max ?? 16,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    // An open transaction holds back the event handlers of the whole cluster.
    idle_in_transaction_session_timeout: 30_000,
    statement_timeout: statementTimeoutMs,
    // For a connection on which no reply comes at all.
    query_timeout: statementTimeoutMs + replyGraceMs,
    application_name: 'veranda',
    // Each statement is written for one index and stays prepared; replanning it for every value would cost more the
    // larger the tables are.
    options: `-c plan_cache_mode=force_generic_plan ${endSilentSessions}`,
    types: typeParserConfig,
    // Statements that are started together are sent together: by `readTogether`, or within a transaction.
    pipeline: true,
  })
  pool.on('error', (error) => options.onError?.(error))
  const clients = new Set<PoolClient>()
  pool.on('connect', (client) => {
    clients.add(client)
    // The pool listens only while a connection is idle; without a listener the failure of one in use would end the
    // process.
    client.on('error', () => undefined)
  })
  pool.on('remove', (client) => clients.delete(client))
  let isCutOff = false
  const waiting = new Set<(error: Error) => void>()
  /** Like the pool's own, but fails at once while the database is cut off. */
  const connect = () =>
    new Promise<PoolClient>((resolve, reject) => {
      if (isCutOff) return reject(new DatabaseUnreachableError())
      waiting.add(reject)
      pool.connect().then(
        (client) => (waiting.delete(reject) ? resolve(client) : client.release()),
        (error: Error) => {
          waiting.delete(reject)
          reject(error)
        },
      )
    })
  const connections =
    options.callTimeMs === undefined
      ? withoutCallTime(connect, statementTimeoutMs)
      : limitCallTime(connect, options.callTimeMs)
  const source: ConnectionSource = { ...connections, options: pool.options, end: () => pool.end() }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withStatementNames(source) }) })
  return {
    db,
    pool,
    readTogether: makeReadTogether(source),
    async query(statement) {
      const client = await source.connect()
      try {
        return await source.run(client, statement)
      } finally {
        releaseConnection(client)
      }
    },
    cutOff() {
      isCutOff = true
      const error = new DatabaseUnreachableError()
      for (const reject of waiting) reject(error)
      waiting.clear()
      for (const client of clients) client.connection.stream.destroy(error)
    },
    restore() {
      isCutOff = false
    },
    isInUse: () => waiting.size > 0 || pool.totalCount > pool.idleCount,
    close: () => db.destroy(),
  }
}

function withoutCallTime(connect: () => Promise<PoolClient>, statementTimeoutMs: number): LimitedConnections {
  const run: LimitedConnections['run'] = (client, query) => runWithin(client, query, statementTimeoutMs + replyGraceMs)
  return { connect, run }
}
