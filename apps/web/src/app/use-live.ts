import { useEffect } from 'react'
import { startLive, stopLive } from '../lib/live.ts'

/** Holds the live connection for as long as the shell stands; what listens is fetched with it. */
export function useLiveWhileSignedIn(): void {
  useEffect(() => {
    let gone = false
    // Without what listens there is nothing to connect for; the next load of the page tries again.
    void import('./live-wiring.ts').then(
      ({ wireLive }) => {
        if (gone) return
        wireLive()
        void startLive()
      },
      (error: unknown) => console.warn('live events could not be wired', error),
    )
    return () => {
      gone = true
      stopLive()
    }
  }, [])
}
