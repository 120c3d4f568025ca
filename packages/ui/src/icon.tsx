import { cx } from './cx.ts'
import { type IconName, iconPaths, mirroredIcons } from './icon-paths.ts'
import styles from './icon.module.css'

/** A stroke icon in the colour of the text around it. Decoration only: the name beside it says the thing. */
export function Icon({ name, size = 20, filled = false }: { name: IconName; size?: number; filled?: boolean }) {
  return (
    <svg
      className={cx(styles.icon, mirroredIcons.has(name) && styles.mirrors)}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={size < 18 ? 2 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={iconPaths[name]} />
    </svg>
  )
}
