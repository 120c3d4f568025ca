/** Runs `total` calls, at most `parallel` at a time; a failed one ends the run. */
export async function load(total: number, parallel: number, call: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const lane = async () => {
    for (let index = next++; index < total; index = next++) await call(index)
  }
  await Promise.all(Array.from({ length: parallel }, lane))
}

/** The middle of several runs, so that one slow moment of a shared machine does not decide. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
