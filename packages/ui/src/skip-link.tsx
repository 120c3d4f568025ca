import styles from './skip-link.module.css'

/** The first stop of the tab key: jumps past the bars to the element with this id. */
export function SkipLink({ to, children }: { to: string; children: string }) {
  return (
    <a className={styles.skip} href={`#${to}`}>
      {children}
    </a>
  )
}
