import { useEffect, useState } from 'react'
import { createStore, useStore } from './store.ts'

const clockOffsetMs = createStore(0)
const nowStore = createStore(Date.now())
let subscriberCount = 0
let timer: ReturnType<typeof setInterval> | undefined

/** Sets the offset between the server's clock and the device's; the sandbox can move the server's by days. */
export function syncServerClock(iso: string): void {
  clockOffsetMs.set(Date.parse(iso) - Date.now())
  nowStore.set(Date.now() + clockOffsetMs.get())
}

/** Returns the server's current time in milliseconds. */
export function serverNow(): number {
  return Date.now() + clockOffsetMs.get()
}

/** Returns the server's current time, updated every 30 seconds. */
export function useServerNow(): number {
  useEffect(() => {
    subscriberCount++
    timer ??= setInterval(() => nowStore.set(serverNow()), 30_000)
    return () => {
      if (--subscriberCount > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }, [])
  return useStore(nowStore)
}

/**
 * Returns the server's time in milliseconds, updated every second: `iso` from the server, received at `receivedAt` by the
 * device's clock, plus the monotonic time since. Changing the device's clock does not affect it.
 */
export function useServerTime(iso: string, receivedAt: number): number {
  const [anchor, setAnchor] = useState(() => anchorOf(iso, receivedAt))
  const [now, setNow] = useState(anchor.server)
  if (anchor.iso !== iso || anchor.receivedAt !== receivedAt) {
    const next = anchorOf(iso, receivedAt)
    setAnchor(next)
    setNow(next.server)
  }
  useEffect(() => {
    const timer = setInterval(() => setNow(anchor.server + performance.now() - anchor.steady), 1000)
    return () => clearInterval(timer)
  }, [anchor])
  return now
}

function anchorOf(iso: string, receivedAt: number) {
  return { iso, receivedAt, server: Date.parse(iso) + Math.max(0, Date.now() - receivedAt), steady: performance.now() }
}
