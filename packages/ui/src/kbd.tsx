import styles from './kbd.module.css'

/** A key, or keys pressed together. */
export function Kbd({ children }: { children: string }) {
  return <kbd className={styles.kbd}>{children}</kbd>
}
