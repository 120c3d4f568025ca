import { distanceFromStartPx, drawerWidthPx } from './drawer-geometry.ts'
import { edgeSwipeAreaPx, isOpenAfterSwipe, moveSwipe, startSwipe, type Swipe } from './swipe.ts'

/** Calls `onOpen` after each swipe from the start edge that opens a drawer; returns how to stop. */
export function watchEdgeSwipes(onOpen: () => void): () => void {
  const listeners = new AbortController()
  const { signal } = listeners
  let swipe: Swipe | undefined
  const start = (event: TouchEvent) => {
    const touch = event.touches[0]
    const x = touch && event.touches.length === 1 ? distanceFromStartPx(touch) : Infinity
    swipe = x <= edgeSwipeAreaPx ? startSwipe(x, event.timeStamp) : undefined
  }
  const move = (event: TouchEvent) => {
    const touch = event.touches[0]
    if (swipe && touch) swipe = moveSwipe(swipe, distanceFromStartPx(touch), event.timeStamp)
  }
  const end = () => {
    if (swipe && isOpenAfterSwipe(swipe, false, drawerWidthPx())) onOpen()
    swipe = undefined
  }
  document.addEventListener('touchstart', start, { passive: true, signal })
  document.addEventListener('touchmove', move, { passive: true, signal })
  document.addEventListener('touchend', end, { signal })
  document.addEventListener('touchcancel', end, { signal })
  return () => listeners.abort()
}
