import { after, day, type Instant, instant, minute } from '@veranda/core/time/instant.ts'
import { type Tx } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { type Deps } from '../deps.ts'
import { scheduleTimer, type Timer, type TimerHandler, timerHandler } from './timers.ts'

export type NightlyTask = {
  readonly kind: string
  readonly subject: Timer['subject']
  /** Milliseconds after midnight, UTC, on the product's clock. */
  readonly timeOfDayMs: number
  /** Returns `more` when it has to run again in a minute, and `done` when it waits for the next night. */
  run(at: { tx: Tx; deps: Deps }): Promise<'done' | 'more'>
}

/** Makes the handler of a task that runs every night; `scheduleNightly` begins it. */
export function nightlyTimer(task: NightlyTask): TimerHandler {
  return timerHandler(task.kind, async ({ tx, deps }) => {
    const now = deps.clock.now()
    await scheduleAt(tx, task, (await task.run({ tx, deps })) === 'more' ? after(now, minute) : nextNight(task, now))
  })
}

/** Schedules the next run of each nightly task that has none. */
export async function scheduleNightly(deps: Deps, tasks: readonly NightlyTask[]): Promise<void> {
  const kinds = tasks.map(({ kind }) => kind)
  await transact(deps, async (tx) => {
    const rows = await tx.selectFrom('timers').select('key').where('key', 'in', kinds).execute()
    const scheduled = new Set(rows.map(({ key }) => key))
    for (const task of tasks)
      if (!scheduled.has(task.kind)) await scheduleAt(tx, task, nextNight(task, deps.clock.now()))
  })
}

function nextNight({ timeOfDayMs }: NightlyTask, now: Instant): Instant {
  const tonight = Math.floor(now / day) * day + timeOfDayMs
  return instant(tonight > now ? tonight : tonight + day)
}

async function scheduleAt(tx: Tx, { kind, subject }: NightlyTask, at: Instant): Promise<void> {
  await scheduleTimer(tx, { kind, key: kind, subject, at })
}
