import { pageDirection } from './direction.ts'

/** The distance of a touch from the start edge of the page. */
export function fromStart(touch: Touch): number {
  return pageDirection() === 'rtl' ? window.innerWidth - touch.clientX : touch.clientX
}

/** The width the drawer takes on this page, in pixels. */
export function drawerWidth(): number {
  return Math.min(360, window.innerWidth * 0.8)
}
