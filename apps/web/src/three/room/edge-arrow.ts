import { type PosePoint } from '@veranda/core/rooms/connection/pose.ts'

/** A place at the edge of a view, from -1 to 1 to the right and up, for an arrow to what is beyond it. */
export type EdgePlace = { x: number; y: number }

/** The part of the way from the centre to the edge at which arrows are. */
const edgeShare = 0.92
/** Who is behind is to the left or right, hardly above or below. */
const behindHeightShare = 0.25

/**
 * Writes where at the edge of a view an arrow to a point belongs into `into`. Returns false if the point is in view.
 * `tanUp` and `tanAcross` are the tangents of half the vertical and horizontal angle of view.
 */
export function placeEdgeArrow(
  head: PosePoint,
  point: { readonly px: number; readonly py: number; readonly pz: number },
  tanUp: number,
  tanAcross: number,
  into: EdgePlace,
): boolean {
  const { qx, qy, qz, qw } = head
  const dx = point.px - head.px
  const dy = point.py - head.py
  const dz = point.pz - head.pz
  // Rotates by the conjugate of the head's rotation: v + 2w(v × q) + 2 (v × q) × q.
  const cx = dy * qz - dz * qy
  const cy = dz * qx - dx * qz
  const cz = dx * qy - dy * qx
  const across = dx + 2 * (qw * cx + cy * qz - cz * qy)
  const up = dy + 2 * (qw * cy + cz * qx - cx * qz)
  const back = dz + 2 * (qw * cz + cx * qy - cy * qx)
  if (back < 0 && Math.abs(across) <= -back * tanAcross && Math.abs(up) <= -back * tanUp) return false
  if (back >= 0) {
    // Someone behind is at one of the sides, however straight behind they are.
    into.x = across < 0 ? -edgeShare : edgeShare
    into.y = (edgeShare * behindHeightShare * up) / Math.max(Math.hypot(across, up, back), 1e-6)
    return true
  }
  const x = across / tanAcross
  const y = up / tanUp
  const longest = Math.max(Math.abs(x), Math.abs(y))
  into.x = (edgeShare * x) / longest
  into.y = (edgeShare * y) / longest
  return true
}

/** Moves the places at each side edge apart, so that they are at least `step` from each other; keeps their order. */
export function spreadEdgePlaces(places: readonly EdgePlace[], step: number): void {
  for (const side of [-1, 1]) {
    const there = places.filter(({ x }) => x * side > edgeShare / 2).toSorted((a, b) => a.y - b.y)
    let lowest = -edgeShare
    for (const place of there) {
      place.y = Math.max(place.y, lowest)
      lowest = place.y + step
    }
    // What was pushed out at the top moves back down.
    let highest = edgeShare
    for (const place of there.toReversed()) {
      place.y = Math.min(place.y, highest)
      highest = place.y - step
    }
  }
}
