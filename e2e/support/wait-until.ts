import { setTimeout as pause } from 'node:timers/promises'

/** Polls until the value is there; throws with `what` after `seconds`. */
export async function waitUntil<T>(what: string, read: () => Promise<T | undefined | false>, seconds = 20): Promise<T> {
  const deadline = Date.now() + seconds * 1_000
  for (;;) {
    const value = await read().catch(() => undefined)
    if (value !== undefined && value !== false) return value
    if (Date.now() > deadline) throw new Error(`timed out after ${seconds} s waiting for: ${what}`)
    await pause(50)
  }
}
