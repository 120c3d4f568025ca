/** Time for one slice before the browser gets a turn, in milliseconds; a slow phone stays far below 50. */
const sliceMs = 8

/** Runs steps in slices between which the browser can draw and react. Rejects when aborted. */
export async function runInSlices<T>(steps: Generator<undefined, T>, signal: AbortSignal): Promise<T> {
  let start = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - start < sliceMs) continue
    await nextTurn()
    signal.throwIfAborted()
    start = performance.now()
  }
}

/** Resolves after the browser had a turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}
