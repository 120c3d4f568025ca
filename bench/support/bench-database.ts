import { type Client } from 'pg'

/** The database of a run, in a Postgres of its own. */
export type BenchDatabase = {
  readonly databaseUrl: string
  /** Process id of the postmaster; its backends are its children. */
  readonly postgresPid: number
  readonly sql: Client
  /** Takes the outbox relay's lock, so that no event handlers run on the server until `resumeOutboxRelay`. */
  pauseOutboxRelay(): Promise<void>
  resumeOutboxRelay(): Promise<void>
  /** Discards pending events and timers. Call it before a server starts. */
  discardPendingEvents(): Promise<void>
  stop(): Promise<void>
}
