/** A rectangle in pixels, as the browser measures it. */
export type Rectangle = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/** Space between a label and what it keeps clear of. */
const gapPx = 6
/** A panel may be above the tool bar, and two labels above that. */
const maxSteps = 6

/**
 * Returns by how many pixels a label moves down, or up if negative, so that nothing covers it: away from the nearer edge
 * of the picture. Stays where it is if nothing does.
 */
export function labelShift(label: Rectangle, covers: readonly Rectangle[], picture: Rectangle): number {
  const middle = (picture.top + picture.bottom) / 2
  let shift = 0
  for (let step = 0; step < maxSteps; step += 1) {
    const cover = covers.find(
      ({ left, top, right, bottom }) =>
        label.left < right && label.right > left && label.top + shift < bottom && label.bottom + shift > top,
    )
    if (!cover) return shift
    const isBelow = (cover.top + cover.bottom) / 2 > middle
    shift = isBelow ? cover.top - gapPx - label.bottom : cover.bottom + gapPx - label.top
  }
  return shift
}
