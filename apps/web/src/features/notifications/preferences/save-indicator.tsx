import { cx } from '@veranda/ui/cx.ts'
import { Icon } from '@veranda/ui/icon.tsx'
import { Spinner } from '@veranda/ui/spinner.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './preferences.module.css'
import { type SaveState } from './save-preferences.ts'

/** Shows whether the last change was saved. */
export function SaveIndicator({ state }: { state: SaveState }) {
  const t = useTranslations('notifications')
  return (
    <span role="status" className={cx(styles.state, state === 'failed' && styles.failed)}>
      {state === 'saving' && (
        <>
          <Spinner /> {t('screen.prefs.saving')}
        </>
      )}
      {state === 'saved' && (
        <>
          <Icon name="check" size={16} /> {t('screen.prefs.saved')}
        </>
      )}
      {state === 'waiting' && (
        <>
          <Icon name="clock" size={16} /> {t('screen.waiting')}
        </>
      )}
      {state === 'failed' && (
        <>
          <Icon name="error" size={16} /> {t('screen.prefs.not-saved')}
        </>
      )}
    </span>
  )
}
