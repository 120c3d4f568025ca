import { type ReactNode } from 'react'
import { Anchor } from './anchor.tsx'
import { cx } from './cx.ts'
import styles from './row.module.css'

export type RowProps = {
  /** An avatar or icon at the start. */
  lead?: ReactNode
  title: ReactNode
  detail?: ReactNode
  /** An amount, a chip, or buttons at the end; wraps below on a phone if `wraps`. */
  end?: ReactNode
  /** Makes the whole row a link; buttons in `end` still work. */
  href?: string | undefined
  wraps?: boolean | undefined
}

/** Renders one item of a list. Goes inside `Rows`. */
export function Row({ lead, title, detail, end, href, wraps = false }: RowProps) {
  return (
    <li className={cx(styles.row, href !== undefined && styles.link, wraps && styles.wraps)}>
      {lead}
      <div className={styles.text}>
        {href === undefined ? (
          <span className={styles.title}>{title}</span>
        ) : (
          <Anchor href={href} className={cx(styles.title, styles.cover)}>
            {title}
          </Anchor>
        )}
        {detail !== undefined && <div className={styles.detail}>{detail}</div>}
      </div>
      {end !== undefined && <div className={styles.end}>{end}</div>}
    </li>
  )
}

/** Renders a list of rows with dividers. */
export function Rows({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  )
}
