import { cx } from '@veranda/ui/cx.ts'
import { type ReactNode } from 'react'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import styles from './page.module.css'

export type PageProps = {
  /** The heading, and the title of the browser tab unless `tabTitle` is given. */
  title: ReactNode
  tabTitle?: string
  /** A line above the heading, such as a date. */
  overline?: ReactNode
  lead?: ReactNode
  /** At the end of the heading: one filled button and secondary actions. */
  actions?: ReactNode
  width?: 'full' | 'narrow'
  /** Beyond phones the heading is one line, or part of the first child's, a row of tabs: for content that needs the height. */
  compact?: boolean
  children?: ReactNode
}

/** Renders a screen: its heading, its main actions, and the content below. */
export function Page({
  title,
  tabTitle,
  overline,
  lead,
  actions,
  width = 'full',
  compact = false,
  children,
}: PageProps) {
  return (
    <div className={cx(styles.page, width === 'narrow' && styles.narrow, compact && styles.compact)}>
      <TabTitle>{tabTitle ?? (typeof title === 'string' ? title : undefined)}</TabTitle>
      <header className={styles.head}>
        <div className={styles.heading}>
          {overline !== undefined && <p className={styles.overline}>{overline}</p>}
          <h1 title={compact ? tabTitle : undefined}>{title}</h1>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions !== undefined && <div className={styles.aside}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** Sets the title of the browser tab, followed by the product's name. */
export function TabTitle({ children }: { children: string | undefined }) {
  const t = useTranslations('common')
  return <title>{children ? `${children} · ${t('brand')}` : t('brand')}</title>
}
