import { useTranslations } from '../../lib/i18n/i18n.ts'
import styles from './version-tag.module.css'

type VersionTagProps = {
  number: number
  hash: string
  /** The thing it is a version of, where versions of a deliverable may be on the same page; else the number is alone. */
  of?: 'offer' | 'contract'
}

/** Shows a version number with the first letters of its content hash; the tooltip has the full hash. */
export function VersionTag({ number, hash, of }: VersionTagProps) {
  const t = useTranslations('common')
  const named = useTranslations('commissions')
  return (
    <span className={styles.version} title={t('version.hash', { number, hash })}>
      {of ? named(`version.of.${of}`, { number }) : t('version', { number })}
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
