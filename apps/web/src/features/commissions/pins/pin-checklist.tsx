import { type Pin } from '@veranda/contract/commissions/pins/schemas.ts'
import { Checkbox } from '@veranda/ui/checkbox.tsx'
import { useTranslations } from '../../../lib/i18n.ts'
import { pinText } from './pin-view-model.ts'
import styles from './pins.module.css'

type Props = {
  pins: readonly Pin[]
  excludedPinIds: readonly string[]
  onExcludedChange: (excludedPinIds: string[]) => void
}

/** Renders the open pins as checkboxes; checked pins are sent with the round. */
export function PinChecklist({ pins, excludedPinIds, onExcludedChange }: Props) {
  const t = useTranslations('commissions/pins')
  return (
    <fieldset className={styles.ticks}>
      <legend>{t('changes.pins')}</legend>
      {pins.map((pin) => (
        <Checkbox
          key={pin.id}
          label={`${pin.number}. ${pinText(pin, t)}`}
          checked={!excludedPinIds.includes(pin.id)}
          onChange={(event) =>
            onExcludedChange(
              event.target.checked ? excludedPinIds.filter((one) => one !== pin.id) : [...excludedPinIds, pin.id],
            )
          }
        />
      ))}
      <p className={styles.quiet}>{t('changes.pins.hint')}</p>
    </fieldset>
  )
}
