import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Distance from the end that still counts as the end, in pixels. */
const nearEndPx = 48

export type ScrollPosition = {
  atEnd: boolean
  scrollToEnd: () => void
  onScroll: () => void
}

/** Scrolls a message into the middle of its list, without scrolling the page. */
export function scrollToMessage(list: HTMLElement | null, seq: number, behavior: ScrollBehavior = 'auto'): void {
  const message = list?.querySelector<HTMLElement>(`[data-seq="${seq}"]`)
  if (!list || !message) return
  list.scrollTo({ top: message.offsetTop - (list.clientHeight - message.offsetHeight) / 2, behavior })
}

/**
 * Keeps the scroll position of a message list: follows new messages at the end; further up it stays in place while
 * older messages load above.
 */
export function useScrollPosition(
  list: RefObject<HTMLElement | null>,
  { firstId, ready }: { firstId: string | undefined; ready: boolean },
): ScrollPosition {
  const [atEnd, setAtEnd] = useState(true)
  const following = useRef(true)
  const previousLayout = useRef<{ first: string | undefined; height: number; top: number }>(undefined)
  const initialized = useRef(false)

  useLayoutEffect(() => {
    const element = list.current
    if (!element || !ready) return
    const previous = previousLayout.current
    if (!initialized.current) {
      initialized.current = true
      const divider = element.querySelector<HTMLElement>('[data-divider]')
      if (divider) element.scrollTo({ top: divider.offsetTop - element.clientHeight / 3 })
      else element.scrollTo({ top: element.scrollHeight })
    } else if (following.current) {
      element.scrollTo({ top: element.scrollHeight })
    } else if (previous && previous.first !== firstId) {
      // Older messages were added above: keep the visible ones in place.
      element.scrollTo({ top: previous.top + element.scrollHeight - previous.height })
    }
    previousLayout.current = { first: firstId, height: element.scrollHeight, top: element.scrollTop }
  })

  useEffect(() => {
    const element = list.current
    if (!element) return
    // Stay at the end when an on-screen keyboard or a longer draft shrinks the list.
    const observer = new ResizeObserver(() => {
      if (following.current) element.scrollTo({ top: element.scrollHeight })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [list])

  return {
    atEnd,
    scrollToEnd() {
      following.current = true
      setAtEnd(true)
      list.current?.scrollTo({ top: list.current.scrollHeight })
    },
    onScroll() {
      const element = list.current
      if (!element) return
      const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < nearEndPx
      following.current = isAtEnd
      if (isAtEnd !== atEnd) setAtEnd(isAtEnd)
      if (previousLayout.current)
        previousLayout.current = { ...previousLayout.current, top: element.scrollTop, height: element.scrollHeight }
    },
  }
}
