import styles from './badge.module.css'
import { cx } from './cx.ts'

/** Shows a count. Hidden from screen readers: the control's accessible name carries the count. */
export function Badge({
  count,
  dot = false,
  tone = 'primary',
}: {
  count: number
  dot?: boolean | undefined
  tone?: 'primary' | 'accent' | undefined
}) {
  const text = formatBadgeCount(count)
  if (text === undefined) return null
  return (
    <span
      className={cx(styles.badge, dot && styles.dot, tone === 'accent' && styles.accent)}
      aria-hidden="true"
      dir="ltr"
    >
      {dot ? null : text}
    </span>
  )
}

/** Returns the number up to 99, then `99+`; undefined for zero or less. */
export function formatBadgeCount(count: number): string | undefined {
  if (!Number.isFinite(count) || count < 1) return undefined
  return count > 99 ? '99+' : String(Math.floor(count))
}
