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
  /** Pixels a second along the reading direction, of the last movement. */
  readonly velocity: number
  readonly time: number
}

/** A swipe begins; `x` is measured from the start edge of the page in its own direction. */
export function beginSwipe(x: number, time: number): Swipe {
  return { at: x, from: x, velocity: 0, time }
}

/** The finger moved. Movements within the same millisecond keep the former velocity. */
export function moveSwipe(swipe: Swipe, x: number, time: number): Swipe {
  const passed = time - swipe.time
  const velocity = passed > 0 ? ((x - swipe.at) / passed) * 1000 : swipe.velocity
  return { ...swipe, at: x, velocity, time }
}

/** Whether the drawer stands open after the finger is lifted. `width` is the drawer's, in pixels. */
export function opensAfter(swipe: Swipe, wasOpen: boolean, width: number): boolean {
  if (swipe.velocity > flingVelocity) return true
  if (swipe.velocity < -flingVelocity) return false
  const share = shareOpen(swipe, wasOpen, width)
  return wasOpen ? share > hysteresis : share >= 1 - hysteresis
}

/** How far open the drawer stands under the finger, 0 to 1. */
export function shareOpen(swipe: Swipe, wasOpen: boolean, width: number): number {
  const moved = wasOpen ? width + Math.min(0, swipe.at - swipe.from) : Math.max(0, swipe.at)
  return Math.max(0, Math.min(1, moved / width))
}
