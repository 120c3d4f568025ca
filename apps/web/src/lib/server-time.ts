import { useEffect, useState } from 'react'

/**
 * The moment by the server's clock in milliseconds, moving on every second: counted from what the server said (`iso`,
 * heard at `heardAt` by the device's clock) on a clock that nobody can set. The device's own time plays no part in it.
 */
export function useServerTime(iso: string, heardAt: number): number {
  const [anchor, setAnchor] = useState(() => anchorOf(iso, heardAt))
  const [now, setNow] = useState(anchor.server)
  if (anchor.iso !== iso || anchor.heardAt !== heardAt) {
    const next = anchorOf(iso, heardAt)
    setAnchor(next)
    setNow(next.server)
  }
  useEffect(() => {
    const timer = setInterval(() => setNow(anchor.server + performance.now() - anchor.steady), 1000)
    return () => clearInterval(timer)
  }, [anchor])
  return now
}

function anchorOf(iso: string, heardAt: number) {
  return { iso, heardAt, server: Date.parse(iso) + Math.max(0, Date.now() - heardAt), steady: performance.now() }
}
