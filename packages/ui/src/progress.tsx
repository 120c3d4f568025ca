import { cx } from './cx.ts'
import styles from './progress.module.css'

/** Shows the progress of a long task, 0 to 1; indeterminate without a value. */
export function Progress({ label, value }: { label: string; value?: number | undefined }) {
  const percent = value === undefined ? undefined : Math.round(Math.max(0, Math.min(1, value)) * 100)
  return (
    <div
      className={cx(styles.track, percent === undefined && styles.open)}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div className={styles.bar} style={percent === undefined ? undefined : { inlineSize: `${percent}%` }} />
    </div>
  )
}
