import styles from './logo.module.css'

/** Draws the logo: a roof, posts, a deck, and a lantern between them. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 26 26" fill="none" aria-hidden="true">
      <path d="M2 9 13 3l11 6" stroke="currentColor" strokeWidth="2.4" strokeLinejoin="round" />
      <path d="M5 10v13M21 10v13M2 23h22" stroke="currentColor" strokeWidth="2.4" />
      <circle className={styles.lamp} cx="13" cy="16" r="3.4" />
    </svg>
  )
}
