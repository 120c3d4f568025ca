import { useEffect, useState, useSyncExternalStore } from 'react'

/** The time for which a shown time may stay as it is. */
const tickMs = 30_000

let clockOffsetMs = 0
let tick = Date.now()
const tickListeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Sets the offset between the server's clock and the device's; the sandbox can move the server's by days. */
export function syncServerClock(iso: string): void {
  clockOffsetMs = Date.parse(iso) - Date.now()
  advanceTick()
}

/** Returns the server's current time in milliseconds. */
export function serverNow(): number {
  return Date.now() + clockOffsetMs
}

/** Returns the server's current time, updated every 30 seconds. */
export function useServerNow(): number {
  return useSyncExternalStore(subscribeToTicks, readTick)
}

function subscribeToTicks(listener: () => void): () => void {
  tickListeners.add(listener)
  timer ??= setInterval(advanceTick, tickMs)
  return () => {
    tickListeners.delete(listener)
    if (tickListeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Returns the time of the last tick, which is taken again when nothing has shown a time for a while. */
function readTick(): number {
  const now = serverNow()
  if (Math.abs(now - tick) >= tickMs) tick = now
  return tick
}

function advanceTick(): void {
  tick = serverNow()
  for (const listener of tickListeners) listener()
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
