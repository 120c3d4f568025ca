/** Pixels from the start edge in which a swipe may begin to open. */
export const swipeArea = 20
/** Pixels a second from which a fling decides, whatever the distance. */
export const flingVelocity = 450
/** The share of the width past which a slow drag decides. */
export const hysteresis = 0.52

export type Swipe = {
  /** Where the finger is along the reading direction, in pixels from the start edge. */
  readonly at: number
  readonly from: number
  /** Pixels a second along the reading direction, smoothed over the last movements; undefined before the first. */
  readonly velocity: number | undefined
  readonly time: number
}

/** A swipe begins; `x` is measured from the start edge of the page in its own direction. */
export function beginSwipe(x: number, time: number): Swipe {
  return { at: x, from: x, velocity: undefined, time }
}

/** How much of the newest movement counts in the velocity: touch events come in uneven steps. */
const newest = 0.6

/** The finger moved. Movements within the same millisecond keep the former velocity. */
export function moveSwipe(swipe: Swipe, x: number, time: number): Swipe {
  const passed = time - swipe.time
  if (passed <= 0) return { ...swipe, at: x }
  const now = ((x - swipe.at) / passed) * 1000
  const velocity = swipe.velocity === undefined ? now : swipe.velocity * (1 - newest) + now * newest
  return { ...swipe, at: x, velocity, time }
}

/** Whether the drawer stands open after the finger is lifted. `width` is the drawer's, in pixels. */
export function opensAfter(swipe: Swipe, wasOpen: boolean, width: number): boolean {
  const velocity = swipe.velocity ?? 0
  if (velocity > flingVelocity) return true
  if (velocity < -flingVelocity) return false
  const share = shareOpen(swipe, wasOpen, width)
  return wasOpen ? share > hysteresis : share >= 1 - hysteresis
}

/** How far open the drawer stands under the finger, 0 to 1. */
export function shareOpen(swipe: Swipe, wasOpen: boolean, width: number): number {
  const moved = wasOpen ? width + Math.min(0, swipe.at - swipe.from) : Math.max(0, swipe.at)
  return Math.max(0, Math.min(1, moved / width))
}
