import { type ReactNode } from 'react'
import styles from './service-row.module.css'

type ServiceRowProps = {
  title: string
  description: string
  /** The time it takes, and the rounds that it includes. */
  facts: readonly string[]
  price: ReactNode
  /** The way to it. */
  children: ReactNode
}

/** Shows a service of a creator in a list: what it is, its price and the way to it. */
export function ServiceRow({ title, description, facts, price, children }: ServiceRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <h3 dir="auto">{title}</h3>
        {description !== '' && (
          <p className={styles.note} dir="auto">
            {description}
          </p>
        )}
        {facts.length > 0 && <p className={styles.note}>{facts.join(' · ')}</p>}
      </div>
      <div className={styles.price}>
        <div>{price}</div>
        {children}
      </div>
    </li>
  )
}

/** Says below a price what the client pays in all. */
export function ServiceTotal({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>
}
