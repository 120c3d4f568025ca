import { useEffect } from 'react'
import { whenIdle } from '../lib/device/when-idle.ts'

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
