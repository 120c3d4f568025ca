import { sql } from 'kysely'
import { type Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { type Deps } from '../deps.ts'
import { type Due, type DueHandler } from './due.ts'
import { noteUp } from './outages.ts'

const tries = 10
const poll = 1_000
/** How often a node says that it is up, in milliseconds. */
const sayUpEvery = 5_000

export type DueScanner = {
  start(): void
  stop(): Promise<void>
  /** Runs every timer that is over by the clock now. Answers how many ran. */
  pass(): Promise<number>
}

type Row = Awaited<ReturnType<typeof takeNext>>

/**
 * Compares the timers with the clock, the earliest first; several nodes share the work by skipping locked rows. While it
 * works by itself it says that the server is up.
 */
export function makeDueScanner(deps: Deps, handlers: readonly DueHandler[]): DueScanner {
  const byKind = new Map(handlers.map((handler) => [handler.kind, handler]))
  if (byKind.size !== handlers.length) throw new Error('two handlers for one kind of timer')
  const kinds = [...byKind.keys()]
  const state = { stopped: false, saidUpAt: 0 }
  let loop: Promise<void> | undefined
  let nudge: () => void = () => undefined
  let nudged = false

  const runOne = async (): Promise<boolean> => {
    let taken: Row
    try {
      return await transact(deps, async (tx) => {
        taken = await takeNext(tx, kinds, deps.clock.now(), 'lock')
        if (!taken) return false
        await tx.deleteFrom('due').where('key', '=', taken.key).execute()
        await byKind.get(taken.kind)?.run({ tx, due: toDue(taken), deps })
        return true
      })
    } catch (error) {
      if (!taken) throw error
      await noteFailure(deps, taken, error)
      return true
    }
  }

  const pass = async (first?: () => Promise<void>): Promise<number> => {
    for (let ran = 0; ; ran += 1) {
      await first?.()
      if (state.stopped || !(await takeNext(deps.db, kinds, deps.clock.now(), 'look')) || !(await runOne())) return ran
    }
  }

  /** Before the next timer, so that none judges people by a time in which the server was away, or the machine slept. */
  const sayUp = async (): Promise<void> => {
    if (Math.abs(Date.now() - state.saidUpAt) < sayUpEvery) return
    await noteUp(deps)
    state.saidUpAt = Date.now()
  }

  const run = async (): Promise<void> => {
    while (!state.stopped) {
      try {
        await pass(sayUp)
        await sleep(poll)
      } catch (error) {
        if (!state.stopped) deps.log.error({ err: error }, 'the scanner of timers stumbled')
        await sleep(poll)
      }
    }
  }

  const sleep = async (milliseconds: number): Promise<void> => {
    if (!nudged && !state.stopped) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        nudge = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    nudged = false
  }

  return {
    start() {
      deps.wake.on((touched) => {
        if (!touched.due && !touched.clock && !touched.all) return
        nudged = true
        nudge()
      })
      loop = run()
    },
    async stop() {
      state.stopped = true
      nudge()
      await loop
    },
    pass: () => pass(),
  }
}

async function takeNext(tx: Db, kinds: readonly string[], now: number, how: 'look' | 'lock') {
  if (kinds.length === 0) return undefined
  return tx
    .selectFrom('due')
    .selectAll()
    .where('at', '<=', sql<never>`${new Date(now)}::timestamptz`)
    .where((e) => e.or([e('retry_at', 'is', null), e('retry_at', '<=', sql<never>`now()`)]))
    .where('kind', 'in', kinds)
    .orderBy('at')
    .orderBy('key')
    .limit(sql.lit(1))
    .$if(how === 'lock', (q) => q.forUpdate().skipLocked())
    .executeTakeFirst()
}

function toDue(row: NonNullable<Row>): Due {
  return {
    key: row.key,
    kind: row.kind,
    subject: { kind: row.subject_kind, id: row.subject_id },
    at: row.at,
    // scheduleDue writes nothing but objects.
    data: row.data as Due['data'],
  }
}

async function noteFailure(deps: Deps, row: NonNullable<Row>, error: unknown): Promise<void> {
  const failures = row.tries + 1
  const about = { err: error, kind: row.kind, key: row.key, failures }
  const message = String(error).slice(0, 2_000)
  if (failures < tries) {
    deps.log.warn(about, 'a timer failed and will be tried again')
    const pause = Math.min(3_600_000, 1_000 * 2 ** failures)
    await deps.db
      .updateTable('due')
      .set({ tries: failures, retry_at: new Date(Date.now() + pause), error: message })
      .where('key', '=', row.key)
      .execute()
    return
  }
  deps.log.error({ ...about, alert: true }, 'a timer failed for good and waits for an operator')
  await transact(deps, async (tx) => {
    await tx.deleteFrom('due').where('key', '=', row.key).execute()
    await tx
      .insertInto('failed_due')
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
