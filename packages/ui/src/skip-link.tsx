import styles from './skip-link.module.css'

/** Renders the first tab stop: jumps past the navigation to the element with this id. */
export function SkipLink({ to, children }: { to: string; children: string }) {
  return (
    <a className={styles.skip} href={`#${to}`}>
      {children}
    </a>
  )
}
