import { setTimeout as pause } from 'node:timers/promises'

/** Asks again until the answer is there; throws with `what` when it does not come within `seconds`. */
export async function until<T>(what: string, ask: () => Promise<T | undefined | false>, seconds = 20): Promise<T> {
  const limit = Date.now() + seconds * 1_000
  for (;;) {
    const answer = await ask().catch(() => undefined)
    if (answer !== undefined && answer !== false) return answer
    if (Date.now() > limit) throw new Error(`waited ${seconds} s in vain for: ${what}`)
    await pause(50)
  }
}
