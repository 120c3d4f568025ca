import { useEffect, useRef } from 'react'

/** Moves the focus to what took the place of a form, so that a keyboard and a screen reader continue there. */
export function useFocusOnChange(shown: string | undefined): void {
  const previous = useRef(shown)
  useEffect(() => {
    if (previous.current === shown) return
    previous.current = shown
    document.getElementById('main')?.focus()
  }, [shown])
}
