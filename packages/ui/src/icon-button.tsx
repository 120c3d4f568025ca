import { type ButtonHTMLAttributes, type ReactElement, type ReactNode, type Ref } from 'react'
import { Anchor } from './anchor.tsx'
import { cx } from './cx.ts'
import styles from './icon-button.module.css'
import { Icon } from './icon.tsx'
import { type IconName } from './icon-paths.ts'

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label'> & {
  /** Names the action, not the icon: accessible name and tooltip. */
  label: string
  /** A name, or an icon that only one component has. */
  icon: IconName | ReactElement
  size?: 'small' | 'medium' | undefined
  href?: string | undefined
  /** Content next to the icon, such as a Badge. */
  badge?: ReactNode
  ref?: Ref<HTMLButtonElement> | undefined
}

export function IconButton({ label, icon, size = 'medium', href, badge, className, ...rest }: IconButtonProps) {
  const classes = cx(styles.button, size === 'small' && styles.small, Boolean(badge) && styles.badged, className)
  const content = (
    <>
      {typeof icon === 'string' ? <Icon name={icon} /> : icon}
      {badge}
    </>
  )
  if (href !== undefined) {
    return (
      <Anchor href={href} className={classes} aria-label={label} title={label}>
        {content}
      </Anchor>
    )
  }
  return (
    <button type="button" title={label} {...rest} aria-label={label} className={classes}>
      {content}
    </button>
  )
}
