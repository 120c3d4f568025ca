import { type Pool, type PoolClient } from 'pg'
import { type Deps } from '../deps.ts'
import { type StoredEvent } from './append-event.ts'
import { type EventHandler, runEventHandler } from './event-handler.ts'
import {
  groupByPosition,
  type HandlerCursor,
  isAfter,
  loadHandlerCursors,
  newestPosition,
  saveHandlerCursors,
} from './handler-cursors.ts'
import { eventBatchSize, readDatabaseHorizon, readEvents } from './read-events.ts'

const advisoryLockKey = 7_261_102
const maxTries = 8
const pollIntervalMs = 1_000
const heldBackRetryMs = 25
/** The interval of saves within a batch: so much work is repeated after a crash, at most. */
const cursorSaveIntervalMs = 100
/** After this time with one handler the others have their turn, so that a payment does not wait for a full batch. */
const handlerTurnMs = 250

export type OutboxRelay = {
  /** Creates the cursor of every event handler, before anything is appended. */
  loadCursors(): Promise<void>
  start(): void
  stop(): Promise<void>
  /**
   * Runs every event handler on the events that are ready. Returns how many ran, and whether open transactions hold
   * back more.
   */
  runOnce(): Promise<{ ran: number; heldBack: boolean }>
}

/**
 * Makes the relay that delivers events to their handlers: once per cluster (one relay under an advisory lock), in the
 * order of (xid, position), and only below the oldest running transaction, so that a late commit is never skipped.
 */
export function makeOutboxRelay(deps: Deps, pool: Pool, handlers: readonly EventHandler[]): OutboxRelay {
  const relay = new PostgresOutboxRelay(deps, pool, handlers)
  return {
    loadCursors: () => relay.loadCursors(),
    start: () => relay.start(),
    stop: () => relay.stop(),
    runOnce: () => relay.runOnce(),
  }
}

class PostgresOutboxRelay {
  readonly #deps: Deps
  readonly #pool: Pool
  readonly #handlers: readonly EventHandler[]
  #cursors: HandlerCursor[] | undefined
  #running = false
  #stopped = false
  #loopDone: Promise<void> | undefined
  #resolveSleep: () => void = () => undefined
  #woken = false

  constructor(deps: Deps, pool: Pool, handlers: readonly EventHandler[]) {
    this.#deps = deps
    this.#pool = pool
    this.#handlers = handlers
  }

  start(): void {
    this.#running = true
    this.#deps.commitSignals.on((signal) => {
      if (signal.events || signal.resync) this.#wakeUp()
    })
    this.#loopDone = this.#loopUntilStopped()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#wakeUp()
    if (this.#running) await this.#loopDone
  }

  async loadCursors(): Promise<void> {
    this.#cursors = await loadHandlerCursors(this.#deps.db, this.#handlers)
  }

  async runOnce(): Promise<{ ran: number; heldBack: boolean }> {
    this.#cursors ??= await loadHandlerCursors(this.#deps.db, this.#handlers)
    let ran = 0
    let heldBack = false
    for (const group of groupByPosition(this.#cursors.filter((cursor) => cursor.retryAt <= performance.now()))) {
      const outcome = await this.#advance(group)
      ran += outcome.ran
      heldBack ||= outcome.heldBack
    }
    return { ran, heldBack }
  }

  async #loopUntilStopped(): Promise<void> {
    while (!this.#stopped) {
      let client: PoolClient | undefined
      try {
        client = await this.#pool.connect()
        if (await this.#acquireLeadership(client)) await this.#lead(client)
      } catch (error) {
        if (!this.#stopped) this.#deps.log.error({ err: error }, 'outbox relay failed')
        await this.#sleep(pollIntervalMs)
      } finally {
        // Closed instead of released, because the lock belongs to the connection.
        client?.release(true)
      }
    }
  }

  /**
   * Waits on this connection until no other node is the leader; commit signals are ignored meanwhile. Returns false
   * when stopped.
   */
  async #acquireLeadership(client: PoolClient): Promise<boolean> {
    // A broken connection fails the next query.
    client.on('error', () => undefined)
    while (!this.#stopped) {
      const result = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [advisoryLockKey])
      if (result.rows[0]?.got) return true
      const retryAt = performance.now() + 2 * pollIntervalMs
      while (!this.#stopped && performance.now() < retryAt) await this.#sleep(retryAt - performance.now())
    }
    return false
  }

  async #lead(client: PoolClient): Promise<void> {
    // The previous leader may have advanced the cursors.
    this.#cursors = undefined
    const connection = { broken: false }
    client.once('error', () => (connection.broken = true))
    let checkedAt = performance.now()
    while (!this.#stopped && !connection.broken) {
      if (performance.now() - checkedAt > 5 * pollIntervalMs) {
        await client.query('select 1')
        checkedAt = performance.now()
      }
      const { ran, heldBack } = await this.runOnce()
      if (ran === 0) await this.#sleep(heldBack ? heldBackRetryMs : pollIntervalMs)
    }
  }

  /** Runs one batch for handlers at the same position. */
  async #advance(group: HandlerCursor[]): Promise<{ ran: number; heldBack: boolean }> {
    const [first] = group
    if (!first) return { ran: 0, heldBack: false }
    const types = [...new Set(group.flatMap((cursor) => cursor.handler.types))]
    // Another handler has read up to there before this read, which therefore sees every event before it.
    const newest = newestPosition(this.#cursors ?? group)
    let page = await readEvents(this.#deps.db, first.position, types)
    if (page.heldBack)
      page = await readEvents(this.#deps.db, first.position, types, await readDatabaseHorizon(this.#deps.db))
    const { settled, heldBack } = page
    let ran = 0
    let savedAt = performance.now()
    let moved = settled.length > 0
    for (const cursor of group) {
      let failed = false
      let turnIsOver = false
      const turnEndsAt = performance.now() + handlerTurnMs
      for (const row of settled) {
        turnIsOver = performance.now() > turnEndsAt
        if (turnIsOver) break
        if (cursor.handler.types.includes(row.event.type)) {
          failed = !(await this.#deliver(cursor, row.event))
          if (failed) break
          ran += 1
        }
        cursor.position = { xid: row.xid, position: row.position }
        // A process that is killed again and again must get further in each life, not only at the end of a batch.
        if (performance.now() - savedAt < cursorSaveIntervalMs) continue
        await saveHandlerCursors(this.#deps.db, [cursor])
        savedAt = performance.now()
      }
      // Handlers that have nothing to do stay together with the others, so that all share one read.
      if (failed || turnIsOver || heldBack || settled.length === eventBatchSize || !isAfter(newest, cursor.position))
        continue
      cursor.position = newest
      moved = true
    }
    if (moved) await saveHandlerCursors(this.#deps.db, group)
    return { ran: ran + (settled.length === eventBatchSize ? 1 : 0), heldBack }
  }

  /**
   * Delivers an event to a handler. Returns whether the handler is done with it: by success, by an earlier run, or as a
   * dead letter.
   */
  async #deliver(cursor: HandlerCursor, event: StoredEvent): Promise<boolean> {
    const { handler } = cursor
    try {
      await runEventHandler(this.#deps, handler, event)
      cursor.failures = 0
      return true
    } catch (error) {
      cursor.failures += 1
      const fields = { err: error, handler: handler.name, event: event.id, type: event.type, failures: cursor.failures }
      if (cursor.failures < maxTries) {
        cursor.retryAt = performance.now() + Math.min(60_000, 250 * 2 ** cursor.failures)
        this.#deps.log.warn(fields, 'event handler failed, will retry')
        return false
      }
      this.#deps.log.error({ ...fields, alert: true }, 'event handler failed for good, event moved to dead letters')
      await this.#deps.db
        .insertInto('event_dead_letters')
        .values({
          handler: handler.name,
          event_id: event.id,
          tries: cursor.failures,
          error: String(error).slice(0, 2_000),
        })
        .onConflict((c) => c.doNothing())
        .execute()
      cursor.failures = 0
      cursor.retryAt = 0
      return true
    }
  }

  #wakeUp(): void {
    this.#woken = true
    this.#resolveSleep()
  }

  async #sleep(milliseconds: number): Promise<void> {
    if (!this.#woken && !this.#stopped) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        this.#resolveSleep = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#woken = false
  }
}
