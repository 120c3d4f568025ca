import { type CompareMode, compareModes } from '@veranda/core/assets/compare-modes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Menu } from '@veranda/ui/menu.tsx'
import { Spinner } from '@veranda/ui/spinner.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type Comparison } from '../use-viewer-canvas.ts'
import { SegmentedControl } from './controls.tsx'
import { ViewerIcon } from '../viewer-icon.tsx'
import { type PreviousVersion } from '../viewer-types.ts'
import panel from './panel.module.css'
import styles from './toolbar.module.css'

type Props = {
  label: string
  previousVersions: readonly PreviousVersion[]
  comparedId: string | undefined
  onCompare: (id: string | undefined) => void
  mode: CompareMode
  onModeChange: (mode: CompareMode) => void
  flipped: boolean
  onFlip: (flipped: boolean) => void
  state: Comparison['state']
}

/** Renders the choice of a previous version and the comparison mode. */
export function CompareBar(props: Props) {
  const { label, previousVersions, comparedId, onCompare, mode, onModeChange, flipped, onFlip, state } = props
  const t = useTranslations('viewer')
  const previous = previousVersions.find(({ id }) => id === comparedId)
  if (!previous) {
    return (
      <div className={styles.top}>
        <CompareMenu previousVersions={previousVersions} onCompare={onCompare} />
      </div>
    )
  }
  return (
    <>
      <div className={styles.top}>
        <div className={panel.panel} data-row="" role="group" aria-label={t('compare', { former: previous.label })}>
          {state === 'busy' && (
            <span className={panel.busy} role="status">
              <Spinner label={t('compare.busy')} />
              {t('compare.busy')}
            </span>
          )}
          {state === 'failed' && <span role="status">{t('compare.failed')}</span>}
          {state === 'done' && (
            <>
              <SegmentedControl
                labelHidden
                label={t('compare.mode')}
                value={mode}
                options={compareModes.map((one) => ({ value: one, label: t(`compare.${one}`) }))}
                onChange={onModeChange}
              />
              {mode === 'flip' && (
                <Button size="small" onClick={() => onFlip(!flipped)}>
                  {t('compare.flip.to', { version: flipped ? label : previous.label })}
                </Button>
              )}
            </>
          )}
          <IconButton size="small" icon="close" label={t('compare.end')} onClick={() => onCompare(undefined)} />
        </div>
      </div>
      {state === 'done' && mode === 'side' && (
        <div className={styles.sides} dir="ltr" aria-hidden="true">
          <span>{previous.label}</span>
          <span>{label}</span>
        </div>
      )}
      {state === 'done' && mode === 'flip' && (
        <div className={styles.sides} aria-live="polite">
          <span>{flipped ? previous.label : label}</span>
        </div>
      )}
    </>
  )
}

type CompareMenuProps = { previousVersions: readonly PreviousVersion[]; onCompare: (id: string) => void }

/** Offers the latest previous version as a button and older ones in a menu. */
function CompareMenu({ previousVersions, onCompare }: CompareMenuProps) {
  const t = useTranslations('viewer')
  const [latest, ...older] = previousVersions
  if (!latest) return null
  return (
    <div className={styles.compareChoice}>
      <button type="button" className={styles.compareOpen} onClick={() => onCompare(latest.id)}>
        <ViewerIcon name="compare" size={16} />
        {t('compare', { former: latest.label })}
      </button>
      {older.length > 0 && (
        <Menu
          label={t('compare.older')}
          items={older.map(({ id, label }) => ({
            id,
            label: t('compare', { former: label }),
            onPress: () => onCompare(id),
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
