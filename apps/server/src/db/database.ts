import { instant } from '@veranda/core/time/instant.ts'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { Pool, types, type PoolConfig } from 'pg'
import { withStatementNames } from './prepare.ts'
import { type Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

export type Database = { readonly db: Db; readonly pool: Pool; close(): Promise<void> }

const int8 = 20
const date = 1082
const timestamptz = 1184

/** int8 arrives as a safe integer or throws, timestamptz as an Instant, date as its text; the rest as pg reads it. */
const readers: Record<number, (text: string) => unknown> = {
  [int8]: (text) => {
    const value = Number(text)
    if (!Number.isSafeInteger(value)) throw new RangeError(`bigint beyond a safe integer: ${text}`)
    return value
  },
  [date]: (text) => text,
  [timestamptz]: (text) => instant(Date.parse(isoOf(text))),
}

const usual: (id: number, format?: 'text' | 'binary') => unknown = types.getTypeParser

/** `2026-01-31 12:00:00.5+00` as ISO 8601; our own Postgres speaks UTC, another one may not. */
function isoOf(text: string): string {
  const iso = `${text.slice(0, 10)}T${text.slice(11)}`
  return iso.endsWith('+00') ? `${iso.slice(0, -3)}Z` : iso.replace(/([+-]\d\d)$/, '$1:00')
}

const parser: NonNullable<PoolConfig['types']> = {
  // pg's own typing is an overload per type id; ours answers all of them.
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && readers[id]) || usual(id, format)) as typeof types.getTypeParser,
}

/** Opens a pool on `url`. Nothing connects until the first statement. A broken idle connection never ends the process. */
export function openDatabase(url: string, options: { max?: number; onError?: (error: Error) => void } = {}): Database {
  const pool = new Pool({
    connectionString: url,
    max: options.max ?? 16,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    // A transaction that nobody ends would hold back the reactions of the whole cluster.
    idle_in_transaction_session_timeout: 30_000,
    statement_timeout: 30_000,
    application_name: 'veranda',
    // Statements are written for one index each and kept prepared; planned anew for every value they would cost more
    // the longer the tables are.
    options: '-c plan_cache_mode=force_generic_plan',
    types: parser,
  })
  pool.on('error', (error) => options.onError?.(error))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withStatementNames(pool) }) })
  return { db, pool, close: () => db.destroy() }
}
