/** No start takes longer than this, on a busy machine either; a server that hangs does. */
const maxStartMs = 10_000
/** Half of the starts are ready within this time on a quiet machine; `npm run bench -- start` judges more closely. */
const maxMedianStartMs = 2_000
/** The median of fewer starts than this says nothing. */
const minJudgedStarts = 10

/** Returns a sentence for a start that was slow. It may be as late as the machine kept this process waiting. */
export function findSlowStart(readyAfterMs: number, stalledMs: number): string[] {
  return readyAfterMs > maxStartMs + stalledMs ? [`the server was ready only after ${Math.round(readyAfterMs)} ms`] : []
}

/** Returns a sentence when the starts on a quiet machine were slow as a whole. */
export function findSlowMedian(startsMs: readonly number[]): string[] {
  const median = medianOf(startsMs)
  return startsMs.length >= minJudgedStarts && median > maxMedianStartMs
    ? [`half of the ${startsMs.length} starts took longer than ${Math.round(median)} ms`]
    : []
}

/** Returns the median; 0 without values. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}
