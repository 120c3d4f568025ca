import { useEffect } from 'react'

/** Keeps the realtime connection open while the shell is mounted; its code loads once the browser is idle. */
export function useRealtimeConnection(): void {
  useEffect(() => {
    let unmounted = false
    let stop: (() => void) | undefined
    const cancel = whenIdle(() => {
      // Without handlers a connection is useless; the next page load tries again.
      void import('./register-realtime-handlers.ts').then(
        ({ startRealtime }) => {
          if (!unmounted) stop = startRealtime()
        },
        (error: unknown) => console.warn('realtime handlers failed to load', error),
      )
    })
    return () => {
      unmounted = true
      cancel()
      stop?.()
    }
  }, [])
}

/** Runs a task when idle, at the latest after one second. Safari has no idle callback. */
function whenIdle(task: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(task, { timeout: 1000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(task, 200)
  return () => clearTimeout(timer)
}
