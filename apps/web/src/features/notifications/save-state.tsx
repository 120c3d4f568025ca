import { cx } from '@veranda/ui/cx.ts'
import { Icon } from '@veranda/ui/icon.tsx'
import { Spinner } from '@veranda/ui/spinner.tsx'
import { useWords } from '../../lib/words.ts'
import styles from './preferences.module.css'
import { type SaveState as State } from './save-preferences.ts'

/** Whether the last change has arrived. */
export function SaveState({ state }: { state: State }) {
  const t = useWords('notifications')
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
      {state === 'failed' && (
        <>
          <Icon name="error" size={16} /> {t('screen.prefs.not-saved')}
        </>
      )}
    </span>
  )
}
