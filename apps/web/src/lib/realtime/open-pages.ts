import { useEffect } from 'react'
import { createStore } from '../store.ts'

/** The addresses of what this tab shows: the one in the address bar, and those that lead to the same. */
export const openPages = createStore<readonly string[]>([])

/** Adds an address (path and query) to those that are open in this tab. */
export function useOpenPage(address: string): void {
  useEffect(() => {
    openPages.set([...openPages.get(), address])
    return () => openPages.set(openPages.get().toSpliced(openPages.get().indexOf(address), 1))
  }, [address])
}

/** Returns whether the user is looking at this tab: it is visible and has the focus. */
export function isTabFocused(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus()
}
