import { Button } from '@veranda/ui/button.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Menu } from '@veranda/ui/menu.tsx'
import { Spinner } from '@veranda/ui/spinner.tsx'
import { useWords } from '../lib/words.ts'
import { type CompareMode, compareModes } from '../stage/settings.ts'
import { type Comparison } from './use-stage.ts'
import { Choice } from './viewer-controls.tsx'
import { ViewerIcon } from './viewer-icon.tsx'
import { type FormerVersion } from './viewer-types.ts'
import panel from './viewer-panel.module.css'
import styles from './viewer-tools.module.css'

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
        <CompareChoice former={former} onCompared={onCompared} />
      </div>
    )
  }
  return (
    <>
      <div className={styles.top}>
        <div className={panel.panel} data-row="" role="group" aria-label={t('compare', { former: other.label })}>
          {state === 'busy' && (
            <span className={panel.busy} role="status">
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

type ChoiceProps = { former: readonly FormerVersion[]; onCompared: (id: string) => void }

/** The version before by one press; an older one out of a menu. */
function CompareChoice({ former, onCompared }: ChoiceProps) {
  const t = useWords('viewer')
  const [latest, ...older] = former
  if (!latest) return null
  return (
    <div className={styles.compareChoice}>
      <button type="button" className={styles.compareOpen} onClick={() => onCompared(latest.id)}>
        <ViewerIcon name="compare" size={16} />
        {t('compare', { former: latest.label })}
      </button>
      {older.length > 0 && (
        <Menu
          label={t('compare.older')}
          items={older.map(({ id, label }) => ({
            id,
            label: t('compare', { former: label }),
            onPress: () => onCompared(id),
          }))}
        >
          {(trigger) => (
            <button {...trigger} type="button" className={styles.compareOlder} aria-label={t('compare.older')}>
              <Icon name="chevron-down" size={16} />
            </button>
          )}
        </Menu>
      )}
    </div>
  )
}
