import { cx } from '@veranda/ui/cx.ts'
import { type ReactNode } from 'react'
import { useWords } from '../lib/words.ts'
import styles from './page.module.css'

export type PageProps = {
  /** The heading; it is also the title of the browser's tab unless `tab` says another. */
  title: ReactNode
  tab?: string
  /** A line over the heading: a date, what it belongs to. */
  kicker?: ReactNode
  lead?: ReactNode
  /** At the heading's end: the one filled button, and what stands beside it. */
  actions?: ReactNode
  width?: 'full' | 'narrow'
  children?: ReactNode
}

/** A screen: its heading, what one can do at once, and below it the matter. */
export function Page({ title, tab, kicker, lead, actions, width = 'full', children }: PageProps) {
  return (
    <div className={cx(styles.page, width === 'narrow' && styles.narrow)}>
      <TabTitle>{tab ?? (typeof title === 'string' ? title : undefined)}</TabTitle>
      <header className={styles.head}>
        <div>
          {kicker !== undefined && <p className={styles.kicker}>{kicker}</p>}
          <h1>{title}</h1>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions !== undefined && <div className={styles.aside}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** The title of the browser's tab, with the product's name behind it. */
export function TabTitle({ children }: { children: string | undefined }) {
  const t = useWords('common')
  return <title>{children ? `${children} · ${t('brand')}` : t('brand')}</title>
}
