import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { Switch } from '@veranda/ui/switch.tsx'
import { useWords } from '../../lib/words.ts'
import { chooseComfort, pictures, useComfort } from './comfort.ts'
import { MicCheck } from './mic-check.tsx'
import { type Microphone } from './microphone.ts'

const snaps = [0, 15, 30, 45, 60, 90]

type Props = { open: boolean; onClose: () => void; microphone: Microphone }

/** By which microphone one is heard, and how one likes to be inside; the latter is kept on this device. */
export function ComfortDialog({ open, onClose, microphone }: Props) {
  const t = useWords('rooms')
  const { snapDegrees, vignette, seated, hand, picture } = useComfort()
  return (
    <Dialog open={open} onClose={onClose} title={t('comfort.title')}>
      <Stack gap={4}>
        <MicCheck microphone={microphone} />
        <Field label={t('comfort.snap')}>
          <Select
            value={String(snapDegrees)}
            options={snaps.map((degrees) => ({
              value: String(degrees),
              label: degrees === 0 ? t('comfort.snap.smooth') : t('comfort.snap.degrees', { degrees }),
            }))}
            onChange={(event) => chooseComfort({ snapDegrees: Number(event.target.value) })}
          />
        </Field>
        <Field label={t('comfort.hand')}>
          <Select
            value={hand}
            options={(['right', 'left'] as const).map((side) => ({ value: side, label: t(`comfort.${side}`) }))}
            onChange={(event) => chooseComfort({ hand: event.target.value === 'left' ? 'left' : 'right' })}
          />
        </Field>
        <Field label={t('comfort.picture')} hint={t('comfort.picture.hint')}>
          <Select
            value={picture}
            options={pictures.map((one) => ({ value: one, label: t(`comfort.picture.${one}`) }))}
            onChange={({ target }) =>
              chooseComfort({ picture: pictures.find((one) => one === target.value) ?? 'auto' })
            }
          />
        </Field>
        <Switch label={t('comfort.vignette')} checked={vignette} onChange={(on) => chooseComfort({ vignette: on })} />
        <Switch label={t('comfort.seated')} checked={seated} onChange={(on) => chooseComfort({ seated: on })} />
      </Stack>
    </Dialog>
  )
}
