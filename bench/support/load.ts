/** Runs `total` calls, at most `concurrency` at a time; the first failure ends the run. */
export async function runConcurrently(
  total: number,
  concurrency: number,
  call: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let index = next++; index < total; index = next++) await call(index)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

/** Returns the median, so that one slow moment of a shared machine does not decide. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
