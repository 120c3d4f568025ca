import { useEffect, useState } from 'react'

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
