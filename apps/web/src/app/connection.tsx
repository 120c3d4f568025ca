import { cx } from '@veranda/ui/cx.ts'
import { Spinner } from '@veranda/ui/spinner.tsx'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLiveState } from '../lib/live-state.ts'
import { usePublicConfig } from '../lib/public-config.ts'
import { useWords } from '../lib/words.ts'
import styles from './connection.module.css'

/** A cut shorter than this is nobody's business, in milliseconds. */
const patience = 3000

/** Says what the connection really is: gone, being sought again; otherwise, in the sandbox, that no money is real. */
export function Connection() {
  const t = useWords('shell')
  const config = usePublicConfig()
  const online = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
  const lost = useLastingLoss(useLiveState() === 'lost')
  const state = !online ? 'offline' : lost ? 'reconnecting' : config?.mode === 'sandbox' ? 'sandbox' : undefined
  return (
    <div role="status">
      {state !== undefined && (
        <p className={cx(styles.strip, state !== 'sandbox' && styles.warning)}>
          {state === 'reconnecting' && <Spinner />}
          {t(state)}
        </p>
      )}
    </div>
  )
}

function useLastingLoss(lost: boolean): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!lost) return
    const timer = setTimeout(() => setLasting(true), patience)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [lost])
  return lasting
}

function subscribeToNetwork(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
