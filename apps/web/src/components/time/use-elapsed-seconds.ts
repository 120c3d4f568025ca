import { useEffect, useState } from 'react'

const checkIntervalMs = 250

/** Returns the whole seconds since `running` became true; 0 while it is false. */
export function useElapsedSeconds(running: boolean): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!running) return
    const startedAt = performance.now()
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - startedAt) / 1_000)), checkIntervalMs)
    return () => {
      clearInterval(timer)
      setSeconds(0)
    }
  }, [running])
  return seconds
}
