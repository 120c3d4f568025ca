/** A stroke that is being drawn is sent at most this often, in milliseconds. */
export const liveStrokeIntervalMs = 100
/** Maximum number of points in one message; the rest follow with the next one. */
export const maxLiveStrokePoints = 96

/** Points of a stroke: x, y, z of each, and the number of the first one within the stroke. */
export type StrokeChunk = { readonly from: number; readonly points: readonly number[] }

/** Returns the next points to send after the first `sent` ones of a stroke, or undefined if there are none. */
export function nextStrokeChunk(points: readonly number[], sent: number): StrokeChunk | undefined {
  const next = points.slice(sent * 3, (sent + maxLiveStrokePoints) * 3)
  return next.length > 0 ? { from: sent, points: next } : undefined
}

/**
 * Returns the points of a chunk that are new after the first `received` ones. A chunk that was lost leaves a straight
 * line; one that came twice adds nothing.
 */
export function newStrokePoints(received: number, { from, points }: StrokeChunk): readonly number[] {
  return points.slice(Math.max(0, received - from) * 3)
}
