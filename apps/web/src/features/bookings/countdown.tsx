import { cx } from '@veranda/ui/cx.ts'
import { useEffect, useRef } from 'react'
import { useServerTime } from '../../lib/server-time.ts'
import { useWords } from '../../lib/words.ts'
import styles from './countdown.module.css'

export type CountdownProps = {
  /** What the server's clock showed, and when the device heard of it. */
  now: string
  heardAt: number
  until: string
  /** Of how many milliseconds it is the end, for the bar. */
  of: number
  onOver: () => void
}

/** How long a slot is still kept, by the server's clock. Read out each minute, not each second. */
export function Countdown({ now, heardAt, until, of, onOver }: CountdownProps) {
  const t = useWords('bookings')
  const left = Math.max(0, Date.parse(until) - useServerTime(now, heardAt))
  const seconds = Math.ceil(left / 1000)
  const over = seconds === 0
  const told = useRef(onOver)
  useEffect(() => {
    told.current = onOver
  }, [onOver])
  useEffect(() => {
    if (over) told.current()
  }, [over])
  const minutes = Math.floor(seconds / 60)
  const text = `${minutes}:${String(seconds % 60).padStart(2, '0')}`
  const near = seconds <= 120
  return (
    <div className={cx(styles.countdown, near && styles.near)}>
      <p className={styles.line}>
        <span>{over ? t('hold.over') : t('hold.left')}</span>
        <span className={styles.clock} role="timer" aria-live="off" aria-label={t('hold.timer')}>
          {text}
        </span>
      </p>
      <div className={styles.track} aria-hidden="true">
        <div className={styles.bar} style={{ inlineSize: `${Math.min(100, (left / of) * 100)}%` }} />
      </div>
      <p className={styles.spoken} role="status">
        {over ? t('hold.over') : t('hold.minutes', { count: Math.ceil(seconds / 60) })}
      </p>
    </div>
  )
}
