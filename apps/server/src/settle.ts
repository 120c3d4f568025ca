import { type App } from './app.ts'

/**
 * Runs reactions, timers and jobs by hand until nothing is left to do at this moment of the clock. For an app that does
 * not work in the background: tests and the demo world.
 */
export async function settle(app: App): Promise<void> {
  for (let round = 0; round < 500; round += 1) {
    const { ran, heldBack } = await app.relay.pass()
    const did = ran + (await app.due.pass()) + (await app.jobs.drain(app.deps))
    if (did === 0 && !heldBack) return
    if (did === 0) await new Promise((resolve) => setTimeout(resolve, 3))
  }
  throw new Error('the reactions never came to rest')
}
