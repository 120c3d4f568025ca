import { type PoolClient, type Pool } from 'pg'
import { type Deps } from '../deps.ts'
import { type LoggedEvent } from './append.ts'
import { type Reaction } from './react.ts'
import { batch, horizonHere, readEvents } from './read-events.ts'
import { runReaction } from './run-reaction.ts'
import { loadTracks, sameplaced, saveTracks, type Track } from './tracks.ts'

const lock = 7_261_102
const tries = 8
const poll = 1_000
const soon = 25

export type Relay = {
  /** Gives every reaction its place in the log; before anything is appended. */
  open(): Promise<void>
  start(): void
  stop(): Promise<void>
  /** Runs every reaction on what is settled now. Answers how many ran, and whether open transactions hold back more. */
  pass(): Promise<{ ran: number; heldBack: boolean }>
}

/**
 * Hands the log's events to the reactions: once over the cluster (one relay under an advisory lock), in the order of
 * (xid, position), and only below the oldest running transaction, so that a late commit is never skipped.
 */
export function makeRelay(deps: Deps, pool: Pool, reactions: readonly Reaction[]): Relay {
  const relay = new LogRelay(deps, pool, reactions)
  return { open: () => relay.open(), start: () => relay.start(), stop: () => relay.stop(), pass: () => relay.pass() }
}

class LogRelay {
  readonly #deps: Deps
  readonly #pool: Pool
  readonly #reactions: readonly Reaction[]
  #tracks: Track[] | undefined
  #running = false
  #stopped = false
  #loop: Promise<void> | undefined
  #wake: () => void = () => undefined
  #woken = false

  constructor(deps: Deps, pool: Pool, reactions: readonly Reaction[]) {
    this.#deps = deps
    this.#pool = pool
    this.#reactions = reactions
  }

  start(): void {
    this.#running = true
    this.#deps.wake.on((touched) => {
      if (touched.events || touched.all) this.#nudge()
    })
    this.#loop = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#nudge()
    if (this.#running) await this.#loop
  }

  async open(): Promise<void> {
    this.#tracks = await loadTracks(this.#deps.db, this.#reactions)
  }

  async pass(): Promise<{ ran: number; heldBack: boolean }> {
    this.#tracks ??= await loadTracks(this.#deps.db, this.#reactions)
    let ran = 0
    let heldBack = false
    for (const group of sameplaced(this.#tracks.filter((track) => track.retryAt <= Date.now()))) {
      const outcome = await this.#advance(group)
      ran += outcome.ran
      heldBack ||= outcome.heldBack
    }
    return { ran, heldBack }
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      let client: PoolClient | undefined
      try {
        client = await this.#pool.connect()
        if (await this.#stoodInLine(client)) await this.#lead(client)
      } catch (error) {
        if (!this.#stopped) this.#deps.log.error({ err: error }, 'the relay of the log stumbled')
        await this.#sleep(poll)
      } finally {
        // Closed rather than given back: the lock belongs to the connection.
        client?.release(true)
      }
    }
  }

  /** Waits on this one connection until nobody else leads; news are not for those who wait. False when stopped. */
  async #stoodInLine(client: PoolClient): Promise<boolean> {
    // A connection that breaks says so at the next question.
    client.on('error', () => undefined)
    while (!this.#stopped) {
      const got = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lock])
      if (got.rows[0]?.got) return true
      const again = Date.now() + 2 * poll
      while (!this.#stopped && Date.now() < again) await this.#sleep(again - Date.now())
    }
    return false
  }

  async #lead(client: PoolClient): Promise<void> {
    // Whoever led before may have moved the places on.
    this.#tracks = undefined
    const connection = { broken: false }
    client.once('error', () => (connection.broken = true))
    let checked = Date.now()
    while (!this.#stopped && !connection.broken) {
      if (Date.now() - checked > 5 * poll) {
        await client.query('select 1')
        checked = Date.now()
      }
      const { ran, heldBack } = await this.pass()
      if (ran === 0) await this.#sleep(heldBack ? soon : poll)
    }
  }

  /** Runs one batch for reactions that stand at the same place. */
  async #advance(group: Track[]): Promise<{ ran: number; heldBack: boolean }> {
    const [first] = group
    if (!first) return { ran: 0, heldBack: false }
    const types = [...new Set(group.flatMap((track) => track.reaction.types))]
    let batchRead = await readEvents(this.#deps.db, first.at, types)
    if (batchRead.heldBack)
      batchRead = await readEvents(this.#deps.db, first.at, types, await horizonHere(this.#deps.db))
    const { settled, heldBack } = batchRead
    let ran = 0
    for (const track of group) {
      for (const row of settled) {
        if (track.reaction.types.includes(row.event.type)) {
          if (!(await this.#react(track, row.event))) break
          ran += 1
        }
        track.at = { xid: row.xid, position: row.position }
      }
    }
    if (settled.length > 0) await saveTracks(this.#deps.db, group)
    return { ran: ran + (settled.length === batch ? 1 : 0), heldBack }
  }

  /** Whether the reaction is done with this event, by success, by its mark, or by giving up loudly. */
  async #react(track: Track, event: LoggedEvent): Promise<boolean> {
    const { reaction } = track
    try {
      await runReaction(this.#deps, reaction, event)
      track.failures = 0
      return true
    } catch (error) {
      track.failures += 1
      const about = { err: error, reaction: reaction.name, event: event.id, type: event.type, failures: track.failures }
      if (track.failures < tries) {
        track.retryAt = Date.now() + Math.min(60_000, 250 * 2 ** track.failures)
        this.#deps.log.warn(about, 'a reaction failed and will be tried again')
        return false
      }
      this.#deps.log.error({ ...about, alert: true }, 'a reaction failed for good and waits for an operator')
      await this.#deps.db
        .insertInto('failed_reactions')
        .values({
          reaction: reaction.name,
          event_id: event.id,
          tries: track.failures,
          error: String(error).slice(0, 2_000),
        })
        .onConflict((c) => c.doNothing())
        .execute()
      track.failures = 0
      track.retryAt = 0
      return true
    }
  }

  #nudge(): void {
    this.#woken = true
    this.#wake()
  }

  async #sleep(milliseconds: number): Promise<void> {
    if (!this.#woken && !this.#stopped) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#woken = false
  }
}
