import { type ReactNode } from 'react'
import styles from './work-layout.module.css'

type WorkLayoutProps = {
  /** What to do now: first on a phone, beside the matter where there is room. */
  act: ReactNode
  main: ReactNode
  aside: ReactNode
}

/** The matter with what one can do about it; the act is never below the fold of a long read. */
export function WorkLayout({ act, main, aside }: WorkLayoutProps) {
  return (
    <div className={styles.work}>
      <div className={styles.act}>{act}</div>
      <div className={styles.main}>{main}</div>
      <div className={styles.aside}>{aside}</div>
    </div>
  )
}
