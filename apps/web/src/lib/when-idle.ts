/** Runs a task when the browser is idle, at the latest after one second. Returns a function that cancels it. */
export function whenIdle(task: () => void): () => void {
  // Safari has no idle callback.
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(task, { timeout: 1000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(task, 200)
  return () => clearTimeout(timer)
}
