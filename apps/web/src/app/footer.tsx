import { Link } from '@veranda/ui/link.tsx'
import { useWords } from '../lib/words.ts'
import styles from './footer.module.css'

/** The year when the app was loaded; the line is about the product, not the hour. */
const thisYear = new Date().getFullYear()

export function Footer() {
  const t = useWords('shell')
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
