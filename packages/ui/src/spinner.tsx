import { cx } from './cx.ts'
import styles from './spinner.module.css'

/** Shows that something is loading. With a label it is announced; without one it is decorative. */
export function Spinner({ size = 'inline', label }: { size?: 'inline' | 'large'; label?: string }) {
  const className = cx(styles.spinner, size === 'large' && styles.large)
  if (label === undefined) return <span className={className} aria-hidden="true" />
  return <span className={className} role="status" aria-label={label} />
}
