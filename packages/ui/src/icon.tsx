import { cx } from './cx.ts'
import { type IconName, iconPaths, mirroredIcons } from './icon-paths.ts'
import styles from './icon.module.css'

/** Renders a stroke icon in the text colour. Decorative: the label next to it has the meaning. */
export function Icon({ name, size = 20, filled = false }: { name: IconName; size?: number; filled?: boolean }) {
  return <PathIcon path={iconPaths[name]} size={size} filled={filled} mirrors={mirroredIcons.has(name)} />
}

type PathIconProps = { path: string; size?: number; filled?: boolean; mirrors?: boolean }

/** Renders an icon from a given path, for icons used by one component that the first load should not carry. */
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
