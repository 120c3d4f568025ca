import { type RefObject, useEffect, useState } from 'react'

/** Returns whether an element is within the window and the tab is shown. */
export function useIsInSight(element: RefObject<HTMLElement | null>): boolean {
  const [isWithin, setIsWithin] = useState(true)
  const [isTabShown, setIsTabShown] = useState(!document.hidden)

  useEffect(() => {
    if (!element.current || !('IntersectionObserver' in globalThis)) return
    const observer = new IntersectionObserver((entries) => setIsWithin(entries.at(-1)?.isIntersecting === true))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])

  useEffect(() => {
    const update = () => setIsTabShown(!document.hidden)
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])

  return isWithin && isTabShown
}
