import { type RefObject, useEffect } from 'react'

/** The height above the lower edge of the window, in pixels, in which snackbars appear. */
const snackbarZonePx = 200

/** Tells the snackbars to stay above an element at the lower edge of the window, such as a field with its send button. */
export function useDockedHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const docked = element.current
    if (!docked || !('ResizeObserver' in globalThis)) return
    const { style } = document.documentElement
    function measure() {
      const { top, bottom } = docked?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
      const isUnder = bottom > innerHeight - snackbarZonePx && top < innerHeight
      style.setProperty('--docked', `${isUnder ? Math.round(innerHeight - top) : 0}px`)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(docked)
    // The page gets longer and shorter around it.
    observer.observe(document.body)
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    measure()
    return () => {
      observer.disconnect()
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
      style.removeProperty('--docked')
    }
  }, [element])
}
