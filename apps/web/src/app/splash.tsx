import { cx } from '@veranda/ui/cx.ts'
import { Spinner } from '@veranda/ui/spinner.tsx'
import { useTranslations } from '../lib/i18n/i18n.ts'
import styles from './splash.module.css'

/** Shows a full-page spinner while the app or the session loads; used nowhere else. */
export function Splash({ inside = false }: { inside?: boolean }) {
  const t = useTranslations('common')
  return (
    <div className={cx(styles.splash, inside && styles.inside)}>
      <Spinner size="large" label={t('loading')} />
    </div>
  )
}

/** Shows a text while the auth layout loads. */
export function LoadingMessage() {
  const t = useTranslations('common')
  return (
    <p className={styles.splash} role="status">
      {t('loading')}
    </p>
  )
}
