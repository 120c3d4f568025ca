import { useTranslations } from '../../lib/i18n.ts'
import styles from './version-tag.module.css'

/** Shows a version number with the first letters of its content hash; the tooltip has the full hash. */
export function VersionTag({ number, hash }: { number: number; hash: string }) {
  const t = useTranslations('common')
  return (
    <span className={styles.version} title={t('version.hash', { number, hash })}>
      {t('version', { number })}
      <span className={styles.hash} translate="no">
        {hash.slice(0, 6)}
      </span>
    </span>
  )
}
