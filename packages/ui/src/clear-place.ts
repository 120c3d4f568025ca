/** A rectangle of the window, in pixels. */
export type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

/** The way by which a box is moved, in pixels to the right and down. */
export type Shift = { readonly x: number; readonly y: number }

/** Space between a box and the control that it makes room for, in pixels. */
const gapPx = 8
/** A pixel up counts as many to the left: what scrolls past comes from above and below. */
const riseWeight = 8

/**
 * Returns the shortest way in which a box at the lower right of an area must move, to the left, up or both, so that it
 * covers none of the controls; where there is no such place, the one that covers the fewest.
 */
export function findClearPlace(box: Box, controls: readonly Box[], area: Box): Shift {
  const lefts = controls
    .filter((control) => overlapsInHeight(control, area))
    .map(({ left }) => left - gapPx - box.right)
  const ups = controls.map(({ top }) => top - gapPx - box.bottom)
  const xs = [0, ...lefts.filter((x) => x < 0 && box.left + x >= area.left)]
  const ys = [0, ...ups.filter((y) => y < 0 && box.top + y >= area.top)]
  const shifts = xs.flatMap((x) => ys.map((y): Shift => ({ x, y }))).toSorted((a, b) => lengthOf(a) - lengthOf(b))
  let best: Shift = { x: 0, y: 0 }
  let fewest = Infinity
  for (const shift of shifts) {
    const moved = {
      left: box.left + shift.x,
      right: box.right + shift.x,
      top: box.top + shift.y,
      bottom: box.bottom + shift.y,
    }
    const covered = controls.filter((control) => overlaps(moved, control)).length
    if (covered === 0) return shift
    if (covered < fewest) {
      fewest = covered
      best = shift
    }
  }
  return best
}

function lengthOf({ x, y }: Shift): number {
  return Math.abs(x) + Math.abs(y) * riseWeight
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && overlapsInHeight(a, b)
}

function overlapsInHeight(a: Box, b: Box): boolean {
  return a.top < b.bottom && b.top < a.bottom
}
