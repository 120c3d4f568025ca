import { instant } from '@veranda/core/time/instant.ts'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { Pool, types, type PoolConfig } from 'pg'
import { withStatementNames } from './prepared-statements.ts'
import { makeReadTogether, type ReadTogether } from './read-together.ts'
import { type Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

export type Database = {
  readonly db: Db
  readonly pool: Pool
  readonly readTogether: ReadTogether
  close(): Promise<void>
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

/** Opens a pool on `url`. Connects with the first statement. An idle connection that fails never ends the process. */
export function openDatabase(url: string, options: { max?: number; onError?: (error: Error) => void } = {}): Database {
  const pool = new Pool({
    connectionString: url,
    max: options.max ?? 16,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    // An open transaction holds back the event handlers of the whole cluster.
    idle_in_transaction_session_timeout: 30_000,
    statement_timeout: 30_000,
    application_name: 'veranda',
    // Each statement is written for one index and stays prepared; replanning it for every value would cost more the
    // larger the tables are.
    options: '-c plan_cache_mode=force_generic_plan',
    types: typeParserConfig,
    // Statements are sent at once; only `readTogether` sends several, everything else waits for each reply.
    pipeline: true,
  })
  pool.on('error', (error) => options.onError?.(error))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withStatementNames(pool) }) })
  return { db, pool, readTogether: makeReadTogether(pool), close: () => db.destroy() }
}
