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

/** Schedules the next run of a nightly task unless one is scheduled. */
export async function scheduleNightly(deps: Deps, task: Omit<NightlyTask, 'run'>): Promise<void> {
  await transact(deps, async (tx) => {
    const existing = await tx.selectFrom('timers').select('key').where('key', '=', task.kind).executeTakeFirst()
    if (!existing) await scheduleAt(tx, task, nextNight(task, deps.clock.now()))
  })
}

function nextNight({ timeOfDayMs }: Pick<NightlyTask, 'timeOfDayMs'>, now: Instant): Instant {
  const tonight = Math.floor(now / day) * day + timeOfDayMs
  return instant(tonight > now ? tonight : tonight + day)
}

async function scheduleAt(tx: Tx, { kind, subject }: Omit<NightlyTask, 'run'>, at: Instant): Promise<void> {
  await scheduleTimer(tx, { kind, key: kind, subject, at })
}
