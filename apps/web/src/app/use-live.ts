import { useEffect } from 'react'

/** Holds the live connection for as long as the shell stands; it is fetched once the screen stands and there is time. */
export function useLiveWhileSignedIn(): void {
  useEffect(() => {
    let gone = false
    let end: (() => void) | undefined
    const cancel = whenIdle(() => {
      // Without what listens there is nothing to connect for; the next load of the page tries again.
      void import('./live-wiring.ts').then(
        ({ beginLive }) => {
          if (!gone) end = beginLive()
        },
        (error: unknown) => console.warn('live events could not be wired', error),
      )
    })
    return () => {
      gone = true
      cancel()
      end?.()
    }
  }, [])
}

/** Within a second at the latest. Safari has no idle callback. */
function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(work, { timeout: 1000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, 200)
  return () => clearTimeout(timer)
}
