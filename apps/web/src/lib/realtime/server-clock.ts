import { useSyncExternalStore } from 'react'

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
