import { Link } from '@veranda/ui/link.tsx'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import styles from './footer.module.css'

/** The year at load time; accurate enough for a copyright line. */
const thisYear = new Date().getFullYear()

export function Footer() {
  const t = useTranslations('shell')
  return (
    <footer className={styles.footer}>
      <nav className={styles.links} aria-label={t('footer')}>
        <Link kind="quiet" href="/terms">
          {t('footer.terms')}
        </Link>
        <Link kind="quiet" href="/privacy">
          {t('footer.privacy')}
        </Link>
        <Link kind="quiet" href="/refund">
          {t('footer.refund')}
        </Link>
      </nav>
      <p>{t('footer.copyright', { year: thisYear })}</p>
    </footer>
  )
}
