import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** This close to the end counts as being there, in pixels. */
const near = 48

export type Scrolling = {
  atEnd: boolean
  toEnd: () => void
  onScroll: () => void
}

/** Brings a message into the middle of its list; the page around it stays where it is. */
export function showMessage(list: HTMLElement | null, seq: number, behavior: ScrollBehavior = 'auto'): void {
  const message = list?.querySelector<HTMLElement>(`[data-seq="${seq}"]`)
  if (!list || !message) return
  list.scrollTo({ top: message.offsetTop - (list.clientHeight - message.offsetHeight) / 2, behavior })
}

/**
 * Keeps a list of messages where its reader is: at the end it follows what comes; further up it stays with what is in
 * sight while earlier messages come in above.
 */
export function useScrolling(
  list: RefObject<HTMLElement | null>,
  { first, ready }: { first: string | undefined; ready: boolean },
): Scrolling {
  const [atEnd, setAtEnd] = useState(true)
  const following = useRef(true)
  const before = useRef<{ first: string | undefined; height: number; top: number }>(undefined)
  const begun = useRef(false)

  useLayoutEffect(() => {
    const element = list.current
    if (!element || !ready) return
    const former = before.current
    if (!begun.current) {
      begun.current = true
      const divider = element.querySelector<HTMLElement>('[data-divider]')
      if (divider) element.scrollTo({ top: divider.offsetTop - element.clientHeight / 3 })
      else element.scrollTo({ top: element.scrollHeight })
    } else if (following.current) {
      element.scrollTo({ top: element.scrollHeight })
    } else if (former && former.first !== first) {
      // Earlier messages came in above: what was in sight stays there.
      element.scrollTo({ top: former.top + element.scrollHeight - former.height })
    }
    before.current = { first, height: element.scrollHeight, top: element.scrollTop }
  })

  useEffect(() => {
    const element = list.current
    if (!element) return
    // The keyboard of a phone, a longer draft: the end stays in sight.
    const observer = new ResizeObserver(() => {
      if (following.current) element.scrollTo({ top: element.scrollHeight })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [list])

  return {
    atEnd,
    toEnd() {
      following.current = true
      setAtEnd(true)
      list.current?.scrollTo({ top: list.current.scrollHeight })
    },
    onScroll() {
      const element = list.current
      if (!element) return
      const end = element.scrollHeight - element.scrollTop - element.clientHeight < near
      following.current = end
      if (end !== atEnd) setAtEnd(end)
      if (before.current) before.current = { ...before.current, top: element.scrollTop, height: element.scrollHeight }
    },
  }
}
