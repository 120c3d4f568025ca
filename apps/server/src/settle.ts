import { type App } from './app.ts'

const patience = 15_000

/**
 * Runs reactions, timers and jobs by hand until nothing is left to do at this moment of the clock. For an app that does
 * not work in the background: tests and the demo world. Waits while an open transaction, in any database of the same
 * Postgres, holds events back.
 */
export async function settle(app: App): Promise<void> {
  let rounds = 0
  let progress = performance.now()
  while (performance.now() - progress < patience) {
    const { ran, heldBack } = await app.relay.pass()
    const did = ran + (await app.due.pass()) + (await app.jobs.drain(app.deps))
    if (did === 0 && !heldBack) return
    if (did === 0) await new Promise((resolve) => setTimeout(resolve, 3))
    else progress = performance.now()
    rounds += did > 0 ? 1 : 0
    if (rounds > 2_000) throw new Error('the reactions never came to rest: something makes new work of its own work')
  }
  throw new Error('a transaction stayed open and held the reactions back')
}
