import { type ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import styles from './state.module.css'
import tones from './tone.module.css'

export type ErrorStateProps = {
  title: ReactNode
  /** Says what was saved and what to do next. */
  text?: ReactNode
  /** A reference for support: a request id. */
  reference?: string | undefined
  retry?: { label: string; onPress: () => void; busy?: boolean }
  actions?: ReactNode
  level?: 1 | 2 | 3 | undefined
  compact?: boolean | undefined
}

/** Shows what happened, what was saved, and what to do next. */
export function ErrorState({ title, text, reference, retry, actions, level = 2, compact = false }: ErrorStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={cx(styles.state, compact && styles.compact)} role="alert">
      <span className={cx(styles.icon, tones.error)}>
        <Icon name="warning" size={24} />
      </span>
      <Heading className={styles.title}>{title}</Heading>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {reference !== undefined && <code className={styles.text}>{reference}</code>}
      {(retry || actions) && (
        <div className={styles.actions}>
          {retry && (
            <Button icon="refresh" busy={retry.busy ?? false} onClick={retry.onPress}>
              {retry.label}
            </Button>
          )}
          {actions}
        </div>
      )}
    </div>
  )
}
