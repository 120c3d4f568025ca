import { type CompiledQuery } from 'kysely'
import { type QueryResult } from 'pg'
import { type LimitedConnections, releaseConnection } from './database-time.ts'
import { toNamedQuery } from './prepared-statements.ts'

/** The rows of each query, in the order of the queries. */
type RowsOf<Queries extends readonly CompiledQuery<unknown>[]> = {
  -readonly [K in keyof Queries]: Queries[K] extends CompiledQuery<infer Row> ? Row[] : never
}

/**
 * Runs reads that do not depend on each other in one round trip, and returns the rows of each. They run one after
 * another on one connection, outside any transaction, so each sees its own snapshot. Throws the first error once all
 * have ended.
 */
export type ReadTogether = <const Queries extends readonly CompiledQuery<unknown>[]>(
  ...queries: Queries
) => Promise<RowsOf<Queries>>

/** Makes `ReadTogether` on a pool whose clients are opened with `pipeline: true`. */
export function makeReadTogether(pool: LimitedConnections): ReadTogether {
  const read = async (...queries: readonly CompiledQuery[]): Promise<unknown[][]> => {
    const client = await pool.connect()
    const { stream } = client.connection
    const replies: Promise<QueryResult>[] = []
    // Otherwise the driver would write once for each query.
    stream.cork()
    for (const { sql, parameters } of queries) replies.push(pool.run(client, toNamedQuery(sql, parameters)))
    stream.uncork()
    // The connection is free again only when each query has ended.
    await Promise.allSettled(replies)
    releaseConnection(client)
    return (await Promise.all(replies)).map(({ rows }) => rows)
  }
  // Each query's own rows, which the compiler cannot follow through the loop.
  return read as ReadTogether
}
