import { Button } from '@veranda/ui/button.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Spinner } from '@veranda/ui/spinner.tsx'
import { useWords } from '../lib/words.ts'
import { type CompareMode, compareModes } from '../stage/settings.ts'
import { type Comparison } from './use-stage.ts'
import { Choice } from './viewer-controls.tsx'
import { type FormerVersion } from './viewer-types.ts'
import styles from './viewer.module.css'

type Props = {
  label: string
  former: readonly FormerVersion[]
  compared: string | undefined
  onCompared: (id: string | undefined) => void
  mode: CompareMode
  onMode: (mode: CompareMode) => void
  flipped: boolean
  onFlipped: (flipped: boolean) => void
  state: Comparison['state']
}

/** Sets a former version beside the one that is shown, and says how. */
export function CompareBar(props: Props) {
  const { label, former, compared, onCompared, mode, onMode, flipped, onFlipped, state } = props
  const t = useWords('viewer')
  const other = former.find(({ id }) => id === compared)
  if (!other) {
    return (
      <div className={styles.top}>
        {former.slice(0, 3).map((version) => (
          <button key={version.id} type="button" className={styles.compareOpen} onClick={() => onCompared(version.id)}>
            <Icon name="compare" size={16} />
            {t('compare', { former: version.label })}
          </button>
        ))}
      </div>
    )
  }
  return (
    <>
      <div className={styles.top}>
        <div className={styles.panel} data-row="" role="group" aria-label={t('compare', { former: other.label })}>
          {state === 'busy' && (
            <span className={styles.busy} role="status">
              <Spinner label={t('compare.busy')} />
              {t('compare.busy')}
            </span>
          )}
          {state === 'failed' && <span role="status">{t('compare.failed')}</span>}
          {state === 'done' && (
            <>
              <Choice
                bare
                label={t('compare.mode')}
                value={mode}
                options={compareModes.map((one) => ({ value: one, label: t(`compare.${one}`) }))}
                onChange={onMode}
              />
              {mode === 'flip' && (
                <Button size="small" onClick={() => onFlipped(!flipped)}>
                  {t('compare.flip.to', { version: flipped ? label : other.label })}
                </Button>
              )}
            </>
          )}
          <IconButton size="small" icon="close" label={t('compare.end')} onClick={() => onCompared(undefined)} />
        </div>
      </div>
      {state === 'done' && mode === 'side' && (
        <div className={styles.sides} dir="ltr" aria-hidden="true">
          <span>{other.label}</span>
          <span>{label}</span>
        </div>
      )}
      {state === 'done' && mode === 'flip' && (
        <div className={styles.sides} aria-live="polite">
          <span>{flipped ? other.label : label}</span>
        </div>
      )}
    </>
  )
}
