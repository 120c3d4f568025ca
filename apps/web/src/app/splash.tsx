import { cx } from '@veranda/ui/cx.ts'
import { Spinner } from '@veranda/ui/spinner.tsx'
import { useWords } from '../lib/words.ts'
import styles from './splash.module.css'

/** The spinner of the app's start and of the guard; nowhere else. */
export function Splash({ inside = false }: { inside?: boolean }) {
  const t = useWords('common')
  return (
    <div className={cx(styles.splash, inside && styles.inside)}>
      <Spinner size="large" label={t('loading')} />
    </div>
  )
}

/** While the auth layout is on its way. */
export function LoadingText() {
  const t = useWords('common')
  return (
    <p className={styles.splash} role="status">
      {t('loading')}
    </p>
  )
}
