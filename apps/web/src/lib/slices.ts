/** Time for one slice of work before the browser gets a turn, in milliseconds; a slow phone stays far below 100. */
const sliceMs = 8

/** Returns a function that gives the browser a turn when a slice has passed since the last one. */
export function startSlices(): () => Promise<void> {
  let startMs = performance.now()
  return async () => {
    if (performance.now() - startMs < sliceMs) return
    await nextTurn()
    startMs = performance.now()
  }
}

/** Runs steps in slices between which the browser can draw and react. Rejects when aborted. */
export async function runInSlices<T>(steps: Generator<undefined, T>, signal: AbortSignal): Promise<T> {
  const endSlice = startSlices()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await endSlice()
    signal.throwIfAborted()
  }
}

/** Resolves after the browser had a turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}
