import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { type DrawerProps } from './drawer-panel.tsx'
import { drawerWidthPx, distanceFromStartPx } from './drawer-geometry.ts'
import { startSwipe, moveSwipe, isOpenAfterSwipe, type Swipe, edgeSwipeAreaPx } from './swipe.ts'

const DrawerPanel = lazy(() => import('./drawer-panel.tsx').then((module) => ({ default: module.DrawerPanel })))

/**
 * Slides in from the start edge over 80 % of the page; a swipe from the first 20 px opens it. Its code loads on first
 * use.
 */
export function Drawer(props: DrawerProps) {
  const [openedOnce, setOpenedOnce] = useState(props.open)
  if (props.open && !openedOnce) setOpenedOnce(true)
  useEdgeSwipe(!props.open, () => props.onChange(true))
  if (!openedOnce) return null
  return (
    <Suspense>
      <DrawerPanel {...props} />
    </Suspense>
  )
}

function useEdgeSwipe(armed: boolean, open: () => void) {
  const onOpen = useEffectEvent(open)
  useEffect(() => {
    if (!armed) return
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
    document.addEventListener('touchstart', start, { passive: true })
    document.addEventListener('touchmove', move, { passive: true })
    document.addEventListener('touchend', end)
    document.addEventListener('touchcancel', end)
    return () => {
      document.removeEventListener('touchstart', start)
      document.removeEventListener('touchmove', move)
      document.removeEventListener('touchend', end)
      document.removeEventListener('touchcancel', end)
    }
  }, [armed])
}
