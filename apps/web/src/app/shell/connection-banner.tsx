import { cx } from '@veranda/ui/cx.ts'
import { Spinner } from '@veranda/ui/spinner.tsx'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useConnectionState } from '../../lib/realtime/connection-state.ts'
import { usePublicConfig } from '../../lib/public-config.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import styles from './connection-banner.module.css'

/** Shorter interruptions are not shown. */
const showLostAfterMs = 3000

/** Shows the state of the connection: offline, reconnecting, or, in the sandbox, that no money is real. */
export function ConnectionBanner() {
  const t = useTranslations('shell')
  const config = usePublicConfig()
  const online = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
  const connection = useConnectionState()
  // The first handshake may hang as well.
  const lost = useLostForAWhile(connection === 'lost' || connection === 'connecting')
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

function useLostForAWhile(lost: boolean): boolean {
  const [lostForAWhile, setLostForAWhile] = useState(false)
  useEffect(() => {
    if (!lost) return
    const timer = setTimeout(() => setLostForAWhile(true), showLostAfterMs)
    return () => {
      clearTimeout(timer)
      setLostForAWhile(false)
    }
  }, [lost])
  return lostForAWhile
}

function subscribeToNetwork(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
