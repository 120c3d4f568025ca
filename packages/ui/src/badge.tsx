import { badgeText } from './badge-text.ts'
import styles from './badge.module.css'
import { cx } from './cx.ts'

/** A count that wants attention. The name of the control around it says the count; this is for eyes only. */
export function Badge({
  count,
  dot = false,
  tone = 'primary',
}: {
  count: number
  dot?: boolean | undefined
  tone?: 'primary' | 'accent' | undefined
}) {
  const text = badgeText(count)
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
