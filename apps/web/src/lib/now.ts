import { useEffect } from 'react'
import { createStore, useStore } from './store.ts'

const shift = createStore(0)
const now = createStore(Date.now())
let watchers = 0
let timer: ReturnType<typeof setInterval> | undefined

/** The server's clock is this many milliseconds ahead of the device's; the sandbox can move it by days. */
export function keepServerNow(iso: string): void {
  shift.set(Date.parse(iso) - Date.now())
  now.set(Date.now() + shift.get())
}

/** The moment by the server's clock, in milliseconds. */
export function serverNow(): number {
  return Date.now() + shift.get()
}

/** The same in a component, moving on every half minute. */
export function useNow(): number {
  useEffect(() => {
    watchers++
    timer ??= setInterval(() => now.set(serverNow()), 30_000)
    return () => {
      if (--watchers > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }, [])
  return useStore(now)
}
