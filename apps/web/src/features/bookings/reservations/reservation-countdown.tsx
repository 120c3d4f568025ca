import { cx } from '@veranda/ui/cx.ts'
import { useEffect, useRef } from 'react'
import { useServerTime } from '../use-server-time.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { RichText } from '../../../components/rich-text.tsx'
import styles from './reservation-countdown.module.css'

export type ReservationCountdownProps = {
  /** Time of the server's clock, and when the device received it. */
  now: string
  receivedAt: number
  until: string
  /** Full duration in milliseconds, for the bar. */
  durationMs: number
  onExpired: () => void
}

/** Shows how long a slot stays reserved, by the server's clock. Announces it each minute, not each second. */
export function ReservationCountdown({ now, receivedAt, until, durationMs, onExpired }: ReservationCountdownProps) {
  const t = useTranslations('bookings')
  const leftMs = Math.max(0, Date.parse(until) - useServerTime(now, receivedAt))
  const seconds = Math.ceil(leftMs / 1000)
  const expired = seconds === 0
  const onExpiredRef = useRef(onExpired)
  useEffect(() => {
    onExpiredRef.current = onExpired
  }, [onExpired])
  useEffect(() => {
    if (expired) onExpiredRef.current()
  }, [expired])
  const minutes = Math.floor(seconds / 60)
  const text = `${minutes}:${String(seconds % 60).padStart(2, '0')}`
  const expiringSoon = seconds <= 120
  const clock = (
    <span className={styles.clock} role="timer" aria-live="off" aria-label={t('reservation.timer')}>
      {text}
    </span>
  )
  return (
    <div className={cx(styles.countdown, expiringSoon && styles.near)}>
      <p className={styles.line}>
        {expired ? (
          <>
            {t('reservation.over')} {clock}
          </>
        ) : (
          <RichText text={t('reservation.left')} parts={{ clock: () => clock }} />
        )}
      </p>
      <div className={styles.track} aria-hidden="true">
        <div className={styles.bar} style={{ inlineSize: `${Math.min(100, (leftMs / durationMs) * 100)}%` }} />
      </div>
      <p className={styles.spoken} role="status">
        {expired ? t('reservation.over') : t('reservation.minutes', { count: Math.ceil(seconds / 60) })}
      </p>
    </div>
  )
}
