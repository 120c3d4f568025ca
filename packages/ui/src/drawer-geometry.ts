import { pageDirection } from './page-direction.ts'

/** Returns the distance of a touch from the start edge of the page, in pixels. */
export function distanceFromStartPx(touch: Touch): number {
  return pageDirection() === 'rtl' ? window.innerWidth - touch.clientX : touch.clientX
}

/** Returns the width of the drawer on this page, in pixels. */
export function drawerWidthPx(): number {
  return Math.min(360, window.innerWidth * 0.8)
}
