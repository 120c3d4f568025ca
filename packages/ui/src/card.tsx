import { type ReactNode, useId } from 'react'
import styles from './card.module.css'
import { cx } from './cx.ts'

export type CardProps = {
  title?: ReactNode
  /** At the end of the title's line: a count, a link, a small button. */
  aside?: ReactNode
  /** Rows bring their own padding; anything else wants it. */
  padded?: boolean | undefined
  look?: 'flat' | 'raised' | 'sunken' | undefined
  className?: string | undefined
  children?: ReactNode
}

/** A surface for one thing. With a title it is a region of that name. */
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
