import { cx } from './cx.ts'
import styles from './progress.module.css'

/** How far long work has come, 0 to 1; without a value its end is not known. */
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
