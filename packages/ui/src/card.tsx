import { type ReactNode, useId } from 'react'
import styles from './card.module.css'
import { cx } from './cx.ts'

export type CardProps = {
  title?: ReactNode
  /** At the end of the title row: a count, a link, a small button. */
  aside?: ReactNode
  /** Rows have their own padding; other content needs it. */
  padded?: boolean | undefined
  look?: 'flat' | 'raised' | 'sunken' | undefined
  className?: string | undefined
  children?: ReactNode
}

/** Renders a surface for one thing. With a title it is a region with that name. */
export function Card({ title, aside, padded = false, look = 'flat', className, children }: CardProps) {
  const id = useId()
  const body = padded ? <div className={styles.padded}>{children}</div> : children
  const classes = cx(styles.card, look !== 'flat' && styles[look], className)
  if (title === undefined) return <div className={classes}>{body}</div>
  return (
    <section className={classes} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 className={styles.title} id={id}>
          {title}
        </h2>
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </header>
      {body}
    </section>
  )
}
