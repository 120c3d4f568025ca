import { type RefObject, useEffect } from 'react'
import { type Box, findClearPlace, type Shift } from './clear-place.ts'
import { pageDirection } from './page-direction.ts'

const controls = 'a[href], button, input, select, textarea, summary'
/** The largest distance from the edge of the window, in pixels. */
const maxDistancePx = 320
/** It moves once the page has come to rest, in milliseconds. */
const restMs = 120

/**
 * Moves an element that is fixed at the upper or lower end of the window, while `isShown`, so that it covers no control
 * of the page. One that is pointed at or has the focus stays where it is.
 */
export function useClearPlace(element: RefObject<HTMLElement | null>, edge: 'top' | 'bottom', isShown: boolean): void {
  useEffect(() => {
    const fixed = element.current
    if (!fixed || !isShown) return
    const move = ({ x, y }: Shift) => fixed.style.setProperty('translate', `${x}px ${y}px`)
    function clear() {
      if (!fixed) return
      // Its place without the shift, also while it moves.
      const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = fixed
      if (height === 0) return move({ x: 0, y: 0 })
      // As at the lower end, with up and down exchanged.
      const isUpper = edge === 'top'
      const area = { left: 0, right: innerWidth, top: innerHeight - maxDistancePx, bottom: innerHeight }
      const others = [...document.querySelectorAll(controls)].filter((one) => !fixed.contains(one))
      // Towards the start of the page is to the right where it is read from the right.
      const isMirrored = pageDirection() === 'rtl'
      const place = ({ left, right, top, bottom }: Box): Box => ({
        left: isMirrored ? innerWidth - right : left,
        right: isMirrored ? innerWidth - left : right,
        top: isUpper ? innerHeight - bottom : top,
        bottom: isUpper ? innerHeight - top : bottom,
      })
      const boxes = others.map((one) => place(one.getBoundingClientRect()))
      const next = findClearPlace(
        place({ left, right: left + width, top, bottom: top + height }),
        boxes.filter((box) => box.right > box.left && box.bottom > area.top),
        area,
      )
      move({ x: isMirrored ? -next.x : next.x, y: isUpper ? -next.y : next.y })
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    function clearAtRest() {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (!fixed?.matches(':hover, :focus-within')) clear()
      }, restMs)
    }
    // Also under a pointer that is where it appears.
    clear()
    const observer = 'ResizeObserver' in globalThis ? new ResizeObserver(clearAtRest) : undefined
    observer?.observe(fixed)
    observer?.observe(document.body)
    addEventListener('resize', clearAtRest)
    // Also what scrolls within the page.
    addEventListener('scroll', clearAtRest, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      observer?.disconnect()
      removeEventListener('resize', clearAtRest)
      removeEventListener('scroll', clearAtRest, { capture: true })
    }
  }, [element, edge, isShown])
}
