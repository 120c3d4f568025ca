import { Checkbox } from '@veranda/ui/checkbox.tsx'
import { useTranslations } from '../../../lib/i18n.ts'
import { type ChangeRound } from '../milestones/use-change-round.ts'
import { pinText } from './pin-view-model.ts'
import styles from './pins.module.css'

/** Renders the open pins as checkboxes; checked pins are sent with the round. */
export function PinChecklist({ round }: { round: Pick<ChangeRound, 'openPins' | 'isIncluded' | 'toggle'> }) {
  const t = useTranslations('commissions/pins')
  return (
    <fieldset className={styles.ticks}>
      <legend>{t('changes.pins')}</legend>
      {round.openPins.map((pin) => (
        <Checkbox
          key={pin.id}
          label={`${pin.number}. ${pinText(pin, t)}`}
          checked={round.isIncluded(pin)}
          onChange={() => round.toggle(pin)}
        />
      ))}
      <p className={styles.quiet}>{t('changes.pins.hint')}</p>
    </fieldset>
  )
}
