import { cx } from '@veranda/ui/cx.ts'
import { Spinner } from '@veranda/ui/spinner.tsx'
import { useEffect, useState } from 'react'
import { cacheMaxAgeMs } from '../../lib/build-settings.ts'
import { useOnline } from '../../lib/device/online.ts'
import { useFormat } from '../../lib/i18n/format.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { useLanguage } from '../../lib/i18n/language.ts'
import { usePublicConfig } from '../../lib/public-config.ts'
import { useConnectionState } from '../../lib/realtime/connection-state.ts'
import { waitingWrites } from '../../lib/send-queue.ts'
import { useShownSince } from '../../lib/service-worker/kept-read-times.ts'
import { useStore } from '../../lib/store.ts'
import styles from './connection-banner.module.css'

/** Shorter interruptions are not shown. */
const showLostAfterMs = 3_000
/** Time for which the banner says that everything is up to date again. */
const showSyncedMs = 3_000
const dayMs = 86_400_000
const tickMs = 30_000
/** Those in which one sentence follows the other without a blank. */
const languagesWithoutBlanks: ReadonlySet<string> = new Set(['ja', 'zh'])

type BannerState = 'offline' | 'reconnecting' | 'catching-up' | 'synced' | 'sandbox'

/**
 * Shows the state of the connection, how old the screen is, and what waits to be sent; in the sandbox, that no money is
 * real.
 */
export function ConnectionBanner() {
  const t = useTranslations('shell/connection')
  const state = useBannerState()
  const since = useShownSince()
  const waiting = useStore(waitingWrites)
  const isConnected = state === undefined || state === 'sandbox' || state === 'synced'
  const asOf = useAsOf(since)
  const gap = languagesWithoutBlanks.has(useLanguage()) ? '' : ' '
  return (
    <div role="status">
      {(state !== undefined || asOf !== undefined) && (
        <p className={cx(styles.strip, !isConnected && styles.warning)} data-strip>
          {(state === 'reconnecting' || state === 'catching-up') && <Spinner />}
          {[state && t(state), asOf, !isConnected && waiting > 0 ? t('waiting', { count: waiting }) : undefined]
            .filter(Boolean)
            .join(gap)}
        </p>
      )}
    </div>
  )
}

/** Returns how old the screen is, in words; undefined when it is new. */
function useAsOf(since: string | undefined): string | undefined {
  const t = useTranslations('shell/connection')
  const format = useFormat()
  const now = useDeviceNow()
  if (since === undefined) return undefined
  const ageMs = now - Date.parse(since)
  const time = ageMs < dayMs ? format.time(since) : `${format.date(since)}, ${format.time(since)}`
  return t(ageMs > cacheMaxAgeMs ? 'as-of.old' : 'as-of', { time })
}

/** Returns the time of this device, by which kept replies are noted, updated every half a minute. */
function useDeviceNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

function useBannerState(): BannerState | undefined {
  const config = usePublicConfig()
  const online = useOnline()
  const connection = useConnectionState()
  // The first handshake may hang as well.
  const lost = useLostForAWhile(connection === 'lost' || connection === 'connecting')
  const wasLost = lost || !online
  const catchingUp = connection === 'catching-up'
  const waiting = useStore(waitingWrites)
  const [synced, setSynced] = useState(true)
  // What was lost is back only when it has been caught up with, and sent.
  if (wasLost && synced) setSynced(false)
  const isBack = !synced && online && connection === 'on' && waiting === 0
  useEffect(() => {
    if (!isBack) return
    const timer = setTimeout(() => setSynced(true), showSyncedMs)
    return () => clearTimeout(timer)
  }, [isBack])
  if (!online) return 'offline'
  if (lost) return 'reconnecting'
  if (!synced) return isBack ? 'synced' : catchingUp || waiting > 0 ? 'catching-up' : 'reconnecting'
  return config?.mode === 'sandbox' ? 'sandbox' : undefined
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
