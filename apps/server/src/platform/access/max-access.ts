/**
 * Returns the highest access that any reader grants; `levels` are ordered from lowest to highest. Stops at the highest.
 */
export async function maxAccess<At, Reach>(
  levels: readonly [Reach, ...Reach[]],
  readers: readonly ((request: At) => Promise<Reach>)[],
  request: At,
): Promise<Reach> {
  let maxIndex = 0
  for (const reader of readers) {
    if (maxIndex === levels.length - 1) break
    maxIndex = Math.max(maxIndex, levels.indexOf(await reader(request)))
  }
  return levels[maxIndex] ?? levels[0]
}
