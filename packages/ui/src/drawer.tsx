import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { type DrawerProps } from './drawer-panel.tsx'

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

/** Watches for edge swipes; the code for that loads after the first screen, which only needs it on touch. */
function useEdgeSwipe(armed: boolean, open: () => void) {
  const onOpen = useEffectEvent(open)
  useEffect(() => {
    if (!armed) return
    let stop: (() => void) | undefined
    let isOver = false
    // Without its code, as when the connection is lost, the menu button still opens the drawer.
    import('./edge-swipe.ts').then(
      ({ watchEdgeSwipes }) => {
        if (!isOver) stop = watchEdgeSwipes(() => onOpen())
      },
      () => undefined,
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [armed])
}
