import { minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { type Deps } from '../deps.ts'
import { type Timer, type TimerHandler } from './timers.ts'
import { renewHeartbeat } from '../db/settings.ts'

const maxTries = 10
const pollIntervalMs = 1_000
const heartbeatIntervalMs = 5_000

export type TimerScanner = {
  start(): void
  stop(): Promise<void>
  /** Runs every timer that is due now. Returns how many ran. */
  runOnce(): Promise<number>
}

type TimerRow = Awaited<ReturnType<typeof findNextTimer>>

/**
 * Makes the scanner that runs due timers, earliest first. Nodes share the work by skipping locked rows. Once started it
 * also sends the node's heartbeat.
 */
export function makeTimerScanner(deps: Deps, handlers: readonly TimerHandler[]): TimerScanner {
  const byKind = new Map(handlers.map((handler) => [handler.kind, handler]))
  if (byKind.size !== handlers.length) throw new Error('duplicate timer handler')
  const kinds = [...byKind.keys()]
  const state = { stopped: false, heartbeatSentAt: 0 }
  let loop: Promise<void> | undefined
  let wakeUp: () => void = () => undefined
  let woken = false

  const runOne = async (): Promise<boolean> => {
    let claimed: TimerRow
    try {
      return await transact(deps, async (tx) => {
        claimed = await findNextTimer(tx, kinds, deps.clock.now(), 'lock')
        if (!claimed) return false
        await tx.deleteFrom('timers').where('key', '=', claimed.key).execute()
        await byKind.get(claimed.kind)?.run({ tx, timer: toTimer(claimed), deps })
        return true
      })
    } catch (error) {
      if (!claimed) throw error
      await recordFailure(deps, claimed, error)
      return true
    }
  }

  const runOnce = async (beforeEach?: () => Promise<void>): Promise<number> => {
    for (let ran = 0; ; ran += 1) {
      await beforeEach?.()
      if (state.stopped || !(await findNextTimer(deps.db, kinds, deps.clock.now(), 'peek')) || !(await runOne()))
        return ran
    }
  }

  /**
   * Sends the heartbeat before the next timer, so that no timer counts a time in which the server was down or the
   * machine asleep.
   */
  const sendHeartbeat = async (): Promise<void> => {
    if (Math.abs(Date.now() - state.heartbeatSentAt) < heartbeatIntervalMs) return
    await recordHeartbeat(deps)
    state.heartbeatSentAt = Date.now()
  }

  const run = async (): Promise<void> => {
    while (!state.stopped) {
      try {
        await runOnce(sendHeartbeat)
        await sleep(pollIntervalMs)
      } catch (error) {
        if (!state.stopped) deps.log.error({ err: error }, 'timer scanner failed')
        await sleep(pollIntervalMs)
      }
    }
  }

  const sleep = async (milliseconds: number): Promise<void> => {
    if (!woken && !state.stopped) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        wakeUp = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    woken = false
  }

  return {
    start() {
      deps.commitSignals.on((signal) => {
        if (!signal.timers && !signal.clock && !signal.resync) return
        woken = true
        wakeUp()
      })
      loop = run()
    },
    async stop() {
      state.stopped = true
      wakeUp()
      await loop
    },
    runOnce: () => runOnce(),
  }
}

async function findNextTimer(tx: Db, kinds: readonly string[], now: number, mode: 'peek' | 'lock') {
  if (kinds.length === 0) return undefined
  return tx
    .selectFrom('timers')
    .selectAll()
    .where('at', '<=', sql<never>`${new Date(now)}::timestamptz`)
    .where((e) => e.or([e('retry_at', 'is', null), e('retry_at', '<=', sql<never>`now()`)]))
    .where('kind', 'in', kinds)
    .orderBy('at')
    .orderBy('key')
    .limit(sql.lit(1))
    .$if(mode === 'lock', (q) => q.forUpdate().skipLocked())
    .executeTakeFirst()
}

function toTimer(row: NonNullable<TimerRow>): Timer {
  return {
    key: row.key,
    kind: row.kind,
    subject: { kind: row.subject_kind, id: row.subject_id },
    at: row.at,
    // scheduleTimer writes objects only.
    data: row.data as Timer['data'],
  }
}

async function recordFailure(deps: Deps, row: NonNullable<TimerRow>, error: unknown): Promise<void> {
  const failures = row.tries + 1
  const about = { err: error, kind: row.kind, key: row.key, failures }
  const message = String(error).slice(0, 2_000)
  if (failures < maxTries) {
    deps.log.warn(about, 'timer failed, will retry')
    const backoffMs = Math.min(3_600_000, 1_000 * 2 ** failures)
    await deps.db
      .updateTable('timers')
      .set({ tries: failures, retry_at: sql<never>`now() + ${backoffMs} * interval '1 millisecond'`, error: message })
      .where('key', '=', row.key)
      .execute()
    return
  }
  deps.log.error({ ...about, alert: true }, 'timer failed for good, moved to dead letters')
  await transact(deps, async (tx) => {
    await tx.deleteFrom('timers').where('key', '=', row.key).execute()
    await tx
      .insertInto('timer_dead_letters')
      .values({
        key: row.key,
        kind: row.kind,
        subject_kind: row.subject_kind,
        subject_id: row.subject_id,
        at: new Date(row.at),
        data: JSON.stringify(row.data),
        tries: failures,
        error: message,
      })
      .onConflict((c) => c.column('key').doUpdateSet({ error: message, tries: failures }))
      .execute()
  })
}

/** A longer gap between heartbeats counts as an outage. */
const maxSilenceMs = minute

/**
 * Records this node's heartbeat, and an outage if there was a gap before it, so that users are not held responsible for
 * what they could not do. The gap is measured on the database's clock, so moving the product's clock causes none.
 */
export async function recordHeartbeat(deps: Pick<Deps, 'db' | 'commitSignals' | 'clock'>): Promise<void> {
  await transact(deps, async (tx) => {
    const silenceMs = await renewHeartbeat(tx)
    if (silenceMs <= maxSilenceMs) return
    const now = deps.clock.now()
    await tx
      .insertInto('outages')
      .values({ began_at: new Date(now - silenceMs), ended_at: new Date(now) })
      .execute()
  })
}
