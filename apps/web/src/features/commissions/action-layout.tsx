import { type ReactNode } from 'react'
import styles from './action-layout.module.css'

type ActionLayoutProps = {
  /** The actions: first on narrow screens, at the side on wide ones. */
  actions: ReactNode
  main: ReactNode
  aside: ReactNode
  /** Shows the content before its actions on narrow screens too: what is decided about has to be seen first. */
  mainFirst?: boolean
}

/** Lays out content with its actions, which stay above the fold of long content. */
export function ActionLayout({ actions, main, aside, mainFirst = false }: ActionLayoutProps) {
  // With keys they move when the order changes; made again, a dialog would close and what follows its act be lost.
  const parts = [
    <div key="actions" className={styles.act}>
      {actions}
    </div>,
    <div key="main" className={styles.main}>
      {main}
    </div>,
  ]
  return (
    <div className={styles.layout}>
      {mainFirst ? parts.toReversed() : parts}
      <div className={styles.aside}>{aside}</div>
    </div>
  )
}
