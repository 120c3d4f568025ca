import { useTranslations } from '../../lib/i18n/i18n.ts'
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

/** Folds away the full content hash of a version, for who compares it with the one on a receipt. */
export function VersionChecksum({ hash }: { hash: string }) {
  const t = useTranslations('commissions')
  return (
    <details className={styles.checksum}>
      <summary>{t('version.show-hash')}</summary>
      <code aria-label={t('version.whole-hash')} translate="no">
        {hash}
      </code>
    </details>
  )
}
