import { type ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import { type IconName } from './icon-paths.ts'
import styles from './state.module.css'
import tones from './tone.module.css'

export type EmptyStateProps = {
  icon: IconName
  title: ReactNode
  text?: ReactNode
  /** The action that adds the first item. */
  actions?: ReactNode
  /** Heading level; 1 when it is the whole page. */
  level?: 1 | 2 | 3 | undefined
  compact?: boolean | undefined
}

/** Shows what will be here, with the action that adds it. */
export function EmptyState({ icon, title, text, actions, level = 2, compact = false }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={cx(styles.state, compact && styles.compact)}>
      <span className={cx(styles.icon, tones.primary)}>
        <Icon name={icon} size={24} />
      </span>
      <Heading className={styles.title}>{title}</Heading>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
