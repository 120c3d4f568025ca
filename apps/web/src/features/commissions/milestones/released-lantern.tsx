import styles from './released-lantern.module.css'

/** Draws the lantern of the veranda, which lights up once the money is released. */
export function ReleasedLantern() {
  return (
    <svg className={styles.lantern} viewBox="0 0 72 72" width="72" height="72" aria-hidden="true">
      <circle className={styles.glow} cx="36" cy="40" r="30" />
      <path className={styles.frame} d="M36 4v10M26 14h20l5 8v30l-5 8H26l-5-8V22z" />
      <path className={styles.flame} d="M36 28c6 7 8 11 8 15a8 8 0 0 1-16 0c0-4 2-8 8-15z" />
    </svg>
  )
}
