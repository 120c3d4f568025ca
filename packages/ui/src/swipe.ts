/** A swipe that opens starts within this distance from the start edge. */
export const edgeSwipeAreaPx = 20
/** A fling at this speed decides, whatever the distance. */
export const flingVelocityPxPerSecond = 450
/** The fraction of the width past which a slow drag decides. */
export const openThreshold = 0.52

export type Swipe = {
  /** Position along the reading direction, in pixels from the start edge. */
  readonly currentX: number
  readonly startX: number
  /** Speed along the reading direction, smoothed over recent moves; undefined before the first. */
  readonly velocityPxPerSecond: number | undefined
  readonly timeMs: number
}

/** Starts a swipe; `x` is the distance from the start edge of the page, in pixels. */
export function startSwipe(x: number, time: number): Swipe {
  return { currentX: x, startX: x, velocityPxPerSecond: undefined, timeMs: time }
}

/** Weight of the latest move in the velocity: touch events are unevenly spaced. */
const velocitySmoothingFactor = 0.6

/** Updates the swipe with a new position. Moves within the same millisecond keep the previous velocity. */
export function moveSwipe(swipe: Swipe, x: number, time: number): Swipe {
  const elapsedMs = time - swipe.timeMs
  if (elapsedMs <= 0) return { ...swipe, currentX: x }
  const latestVelocity = ((x - swipe.currentX) / elapsedMs) * 1000
  const velocity =
    swipe.velocityPxPerSecond === undefined
      ? latestVelocity
      : swipe.velocityPxPerSecond * (1 - velocitySmoothingFactor) + latestVelocity * velocitySmoothingFactor
  return { ...swipe, currentX: x, velocityPxPerSecond: velocity, timeMs: time }
}

/** Returns true if the drawer is open after the finger is lifted. `width` is the drawer's, in pixels. */
export function isOpenAfterSwipe(swipe: Swipe, wasOpen: boolean, width: number): boolean {
  const velocity = swipe.velocityPxPerSecond ?? 0
  if (velocity > flingVelocityPxPerSecond) return true
  if (velocity < -flingVelocityPxPerSecond) return false
  const fraction = openFraction(swipe, wasOpen, width)
  return wasOpen ? fraction > openThreshold : fraction >= 1 - openThreshold
}

/** Returns how far the drawer is open under the finger, 0 to 1. */
export function openFraction(swipe: Swipe, wasOpen: boolean, width: number): number {
  const moved = wasOpen ? width + Math.min(0, swipe.currentX - swipe.startX) : Math.max(0, swipe.currentX)
  return Math.max(0, Math.min(1, moved / width))
}
