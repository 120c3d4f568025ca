const maxDelayMs = 1_000
/** Where the browser does not say when it is idle. */
const fixedDelayMs = 200

/** Runs a task when the browser is idle, at the latest after one second. Returns a function that cancels it. */
export function whenIdle(task: () => void): () => void {
  // Safari has no idle callback.
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(task, { timeout: maxDelayMs })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(task, fixedDelayMs)
  return () => clearTimeout(timer)
}
