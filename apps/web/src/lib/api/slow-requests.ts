import { slowRequestAfterMs } from '../build-settings.ts'
import { createStore } from '../store.ts'

export type SlowRequest = { readonly id: number; readonly stop: () => void }

/** The requests that have taken more than ten seconds; the user can stop them. */
export const slowRequests = createStore<readonly SlowRequest[]>([])

let lastId = 0

/** Tracks one request; returns a function that ends tracking. There is no timeout: only the user stops it. */
export function trackRequest(stop: () => void): () => void {
  const call: SlowRequest = { id: ++lastId, stop }
  const timer = setTimeout(() => slowRequests.set([...slowRequests.get(), call]), slowRequestAfterMs)
  return () => {
    clearTimeout(timer)
    if (slowRequests.get().includes(call)) slowRequests.set(slowRequests.get().filter((other) => other !== call))
  }
}
