import { cx } from './cx.ts'
import { type IconName, iconPaths, mirroredIcons } from './icon-paths.ts'
import styles from './icon.module.css'

/** A stroke icon in the colour of the text around it. Decoration only: the name beside it says the thing. */
export function Icon({ name, size = 20, filled = false }: { name: IconName; size?: number; filled?: boolean }) {
  return <PathIcon path={iconPaths[name]} size={size} filled={filled} mirrors={mirroredIcons.has(name)} />
}

type PathIconProps = { path: string; size?: number; filled?: boolean; mirrors?: boolean }

/** The same from a path of one's own, for icons that one part alone has and no first load should carry. */
export function PathIcon({ path, size = 20, filled = false, mirrors = false }: PathIconProps) {
  return (
    <svg
      className={cx(styles.icon, mirrors && styles.mirrors)}
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
      <path d={path} />
    </svg>
  )
}
