import { AsyncLocalStorage } from 'node:async_hooks'
import { isReadTimeout } from './connection-errors.ts'
import { type PoolClient, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg'

/** The time that a call has waited for the database: for connections and for the replies to its statements. */
export class DatabaseTime {
  #usedMs = 0
  #waits = 0
  #waitingSince = 0

  /** Counts from now until the matching `stop`. Waits at the same time count once. */
  start(): void {
    if (this.#waits === 0) this.#waitingSince = performance.now()
    this.#waits += 1
  }

  stop(): void {
    this.#waits -= 1
    if (this.#waits === 0) this.#usedMs += performance.now() - this.#waitingSince
  }

  /** Returns the time used so far, in milliseconds. */
  get usedMs(): number {
    return this.#waits === 0 ? this.#usedMs : this.#usedMs + performance.now() - this.#waitingSince
  }
}

const calls = new AsyncLocalStorage<DatabaseTime>()

/** Runs `work` as one call: what its statements take counts together. */
export function shareDatabaseTime<T>(work: () => T): T {
  return calls.run(new DatabaseTime(), work)
}

/** A call has used its time for the database, so the statement was not sent. */
export class DatabaseTimeUsedError extends Error {
  /** Postgres's code for a statement that was cancelled, as by its timeout. */
  readonly code = '57014'
  constructor() {
    super('the call has used its time for the database')
  }
}

/** Connections whose statements are limited. */
export type LimitedConnections = {
  connect(): Promise<PoolClient>
  /** Runs a statement in what is left of the time of its call. */
  run<Row extends QueryResultRow>(client: PoolClient, query: QueryConfig): Promise<QueryResult<Row>>
}

/** A call that has waited less than this does not tell Postgres how much time is left, which costs a statement. */
const unnoticedWaitMs = 250
/** A reply that is later than the deadline of its statement by this is not waited for: its backend may be stuck. */
const replyGraceMs = 100
/** These end a transaction and are sent even by a call that has used its time. */
const endsTransaction = /^(?:commit|rollback|release)\b/i

/**
 * Limits the time that a call (`shareDatabaseTime`) waits for the database, over all its connections and statements. What
 * runs outside a call has this time for each connection, from its request to its release. The connections' own
 * `statement_timeout` must be the same time.
 */
export function limitCallTime(connect: () => Promise<PoolClient>, callTimeMs: number): LimitedConnections {
  /** The call that each connection works for. */
  const timeOf = new WeakMap<PoolClient, DatabaseTime>()
  /** Connections whose statements have less time than usual. */
  const shortened = new WeakSet<PoolClient>()
  const setTimeoutOf = (client: PoolClient, timeoutMs: number) => client.query(`set statement_timeout = ${timeoutMs}`)

  async function restoreTimeout(client: PoolClient): Promise<void> {
    try {
      await setTimeoutOf(client, callTimeMs)
      shortened.delete(client)
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  return {
    async connect() {
      const time = calls.getStore() ?? new DatabaseTime()
      time.start()
      try {
        const client = await connect()
        timeOf.set(client, time)
        if (shortened.has(client) && time.usedMs <= unnoticedWaitMs) await restoreTimeout(client)
        return client
      } finally {
        time.stop()
      }
    },
    async run(client, query) {
      const time = timeOf.get(client)
      const usedMs = time === undefined || endsTransaction.test(query.text) ? 0 : time.usedMs
      const leftMs = Math.floor(callTimeMs - usedMs)
      if (usedMs > unnoticedWaitMs) {
        // Postgres takes 0 for no limit.
        if (leftMs < 1) throw new DatabaseTimeUsedError()
        shortened.add(client)
        // Sent together with the statement. Where it fails, so does the statement.
        setTimeoutOf(client, leftMs).catch(() => undefined)
      }
      time?.start()
      try {
        return await runWithin(client, query, leftMs + replyGraceMs)
      } finally {
        time?.stop()
      }
    },
  }
}

/**
 * Runs a statement whose reply must come within this time. Postgres may still run it after that, so its connection is
 * closed.
 */
export async function runWithin<Row extends QueryResultRow>(
  client: PoolClient,
  query: QueryConfig,
  timeoutMs: number,
): Promise<QueryResult<Row>> {
  try {
    // The driver reads the time from the query, which its types do not say.
    return await client.query<Row>({ ...query, query_timeout: timeoutMs } as QueryConfig)
  } catch (error) {
    if (isReadTimeout(error)) {
      stuck.add(client)
      client.connection.stream.destroy()
    }
    throw error
  }
}

/** Connections on which a statement may still run. */
const stuck = new WeakSet<PoolClient>()

/** Returns a connection to its pool; one on which a statement may still run is not lent again. */
export function releaseConnection(client: PoolClient, destroy = false): void {
  client.release(destroy || stuck.has(client))
}
