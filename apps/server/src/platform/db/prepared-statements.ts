import { hash } from 'node:crypto'
import { type PostgresPool, type PostgresPoolClient } from 'kysely'
import { type PoolClient, type PoolOptions, type QueryConfig } from 'pg'
import { type LimitedConnections, releaseConnection } from './database-time.ts'

/** Statements beyond this number run without a name, so that a connection never keeps more. */
const maxNamedStatements = 400

const statementNames = new Map<string, string>()

/** Returns the name under which connections keep the prepared statement of this text; undefined beyond the limit. */
function statementName(text: string): string | undefined {
  const cached = statementNames.get(text)
  if (cached !== undefined || statementNames.size >= maxNamedStatements) return cached
  const name = hash('sha256', text, 'base64url').slice(0, 32)
  statementNames.set(text, name)
  return name
}

/** Where connections come from: a pool, or what guards one. */
export type ConnectionSource = LimitedConnections & {
  readonly options: PoolOptions
  end(): Promise<void>
}

/**
 * Wraps a source of connections for Kysely so that each statement with parameters runs under a name: Postgres then parses and plans it
 * once per connection. Kysely writes the same text for the same query, so there are few of them.
 */
export function withStatementNames(pool: ConnectionSource): PostgresPool {
  const wrapped = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const cached = wrapped.get(client)
      if (cached) return cached
      const named = namedClient(pool, client)
      wrapped.set(client, named)
      return named
    },
  }
}

/** Returns the query for a client of pg; a statement with parameters has a name. */
export function toNamedQuery(text: string, parameters: readonly unknown[]): QueryConfig {
  const values = [...parameters]
  const name = values.length > 0 ? statementName(text) : undefined
  return name === undefined ? { text, values } : { name, text, values }
}

function namedClient(pool: ConnectionSource, client: PoolClient): PostgresPoolClient {
  const { stream } = client.connection
  const query = (text: string, parameters: readonly unknown[]): Promise<unknown> => {
    // Statements that are started together are written together.
    stream.cork()
    process.nextTick(() => stream.uncork())
    return pool.run(client, toNamedQuery(text, parameters))
  }
  return {
    // Kysely's other form of query takes a cursor, and nothing here streams.
    query: query as PostgresPoolClient['query'],
    release: (destroy) => releaseConnection(client, destroy === true),
  }
}
