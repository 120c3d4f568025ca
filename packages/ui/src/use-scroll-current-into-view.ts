import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls a horizontal row, and nothing else, so that its current item is visible. */
export function useScrollCurrentIntoView<E extends HTMLElement>(current: string | undefined): RefObject<E | null> {
  const row = useRef<E>(null)
  useEffect(() => {
    if (current === undefined) return undefined
    const reveal = () => {
      const shown = row.current?.querySelector('[aria-current=page], [aria-selected=true]')
      if (!row.current || !shown) return
      const [frame, part] = [row.current.getBoundingClientRect(), shown.getBoundingClientRect()]
      if (part.left < frame.left) row.current.scrollLeft -= frame.left - part.left
      else if (part.right > frame.right) row.current.scrollLeft += part.right - frame.right
    }
    reveal()
    addEventListener('resize', reveal)
    return () => removeEventListener('resize', reveal)
  }, [current])
  return row
}
