import { useWords } from '../lib/words.ts'
import styles from './version-tag.module.css'

/** One exact version: its number and the first letters of its content hash; hovering shows the whole. */
export function VersionTag({ number, hash }: { number: number; hash: string }) {
  const t = useWords('common')
  return (
    <span className={styles.version} title={t('version.hash', { number, hash })}>
      {t('version', { number })}
      <span className={styles.hash} translate="no">
        {hash.slice(0, 6)}
      </span>
    </span>
  )
}
