import { slowAfter } from './settings.ts'
import { createStore } from './store.ts'

export type SlowCall = { readonly id: number; readonly stop: () => void }

/** The calls that have been under way for more than ten seconds, to be shown as still working and to be stopped. */
export const slowCalls = createStore<readonly SlowCall[]>([])

let count = 0

/** Watches one call; returns how to end the watch. There is no timeout: only a person stops it. */
export function watchSlow(stop: () => void): () => void {
  const call: SlowCall = { id: ++count, stop }
  const timer = setTimeout(() => slowCalls.set([...slowCalls.get(), call]), slowAfter)
  return () => {
    clearTimeout(timer)
    if (slowCalls.get().includes(call)) slowCalls.set(slowCalls.get().filter((other) => other !== call))
  }
}
