import { type Pin } from '@veranda/contract/pins/schemas.ts'
import { Checkbox } from '@veranda/ui/checkbox.tsx'
import { useWords } from '../../lib/words.ts'
import { textOf } from './pin-look.ts'
import styles from './pins.module.css'

type Props = { pins: readonly Pin[]; left: readonly string[]; onLeft: (left: string[]) => void }

/** The open pins, each ticked to go along with the round unless it is left out. */
export function PinTicks({ pins, left, onLeft }: Props) {
  const t = useWords('pins')
  return (
    <fieldset className={styles.ticks}>
      <legend>{t('changes.pins')}</legend>
      {pins.map((pin) => (
        <Checkbox
          key={pin.id}
          label={`${pin.number}. ${textOf(pin, t)}`}
          checked={!left.includes(pin.id)}
          onChange={(event) => onLeft(event.target.checked ? left.filter((one) => one !== pin.id) : [...left, pin.id])}
        />
      ))}
      <p className={styles.quiet}>{t('changes.pins.hint')}</p>
    </fieldset>
  )
}
