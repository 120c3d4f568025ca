import styles from './kbd.module.css'

/** Shows a key or a key combination. */
export function Kbd({ children }: { children: string }) {
  return <kbd className={styles.kbd}>{children}</kbd>
}
