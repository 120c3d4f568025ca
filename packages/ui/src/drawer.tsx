import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { type DrawerProps } from './drawer-panel.tsx'
import { drawerWidth, fromStart } from './drawer-space.ts'
import { beginSwipe, moveSwipe, opensAfter, type Swipe, swipeArea } from './swipe.ts'

const DrawerPanel = lazy(() => import('./drawer-panel.tsx').then((module) => ({ default: module.DrawerPanel })))

/** Comes in from the start edge over 80 % of the page; a swipe from the first 20 px opens it. Loaded when first used. */
export function Drawer(props: DrawerProps) {
  const [used, setUsed] = useState(props.open)
  if (props.open && !used) setUsed(true)
  useEdgeSwipe(!props.open, () => props.onChange(true))
  if (!used) return null
  return (
    <Suspense>
      <DrawerPanel {...props} />
    </Suspense>
  )
}

function useEdgeSwipe(armed: boolean, open: () => void) {
  const opened = useEffectEvent(open)
  useEffect(() => {
    if (!armed) return
    let swipe: Swipe | undefined
    const start = (event: TouchEvent) => {
      const touch = event.touches[0]
      const x = touch && event.touches.length === 1 ? fromStart(touch) : Infinity
      swipe = x <= swipeArea ? beginSwipe(x, event.timeStamp) : undefined
    }
    const move = (event: TouchEvent) => {
      const touch = event.touches[0]
      if (swipe && touch) swipe = moveSwipe(swipe, fromStart(touch), event.timeStamp)
    }
    const end = () => {
      if (swipe && opensAfter(swipe, false, drawerWidth())) opened()
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
