import { type ReactNode } from 'react'
import styles from './visually-hidden.module.css'

/** Renders content for screen readers only. */
export function VisuallyHidden({
  children,
  as: Tag = 'span',
}: {
  children: ReactNode
  as?: 'span' | 'h1' | 'h2' | 'div' | undefined
}) {
  return <Tag className={styles.hidden}>{children}</Tag>
}
