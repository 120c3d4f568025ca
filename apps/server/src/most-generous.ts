/** The most that any of some readers allows; `reaches` go from the least to the most. Nobody is asked after the most was said. */
export async function mostGenerous<At, Reach>(
  reaches: readonly [Reach, ...Reach[]],
  readers: readonly ((at: At) => Promise<Reach>)[],
  at: At,
): Promise<Reach> {
  let most = 0
  for (const reader of readers) {
    if (most === reaches.length - 1) break
    most = Math.max(most, reaches.indexOf(await reader(at)))
  }
  return reaches[most] ?? reaches[0]
}
