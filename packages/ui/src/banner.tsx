import { type ReactNode } from 'react'
import styles from './banner.module.css'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import { type IconName } from './icon-paths.ts'
import { type Tone } from './tone.ts'
import tones from './tone.module.css'

const icons: Record<Tone, IconName> = {
  neutral: 'info',
  primary: 'info',
  accent: 'info',
  success: 'check',
  warning: 'warning',
  error: 'error',
  info: 'info',
}

export type BannerProps = {
  tone?: Tone | undefined
  icon?: IconName | undefined
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** Announced by screen readers when it appears. */
  announce?: boolean | undefined
}

/** Shows a persistent message: an error above a form, a state of the whole page. */
export function Banner({ tone = 'info', icon, title, children, action, announce = false }: BannerProps) {
  const role = announce ? (tone === 'error' ? 'alert' : 'status') : undefined
  return (
    <div className={cx(styles.banner, tones[tone])} role={role}>
      <span className={styles.icon}>
        <Icon name={icon ?? icons[tone]} size={18} />
      </span>
      <div className={styles.text}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        {children}
      </div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  )
}
