import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { Switch } from '@veranda/ui/switch.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { updateComfort, qualityChoices, useComfort } from './comfort-settings.ts'
import { MicrophoneCheck } from '../voice/microphone-check.tsx'
import { type Microphone } from '../voice/microphone.ts'

const snapDegreeOptions = [0, 15, 30, 45, 60, 90]

type Props = { open: boolean; onClose: () => void; microphone: Microphone }

/** Shows the microphone check and the comfort settings, which are stored on this device. */
export function ComfortDialog({ open, onClose, microphone }: Props) {
  const t = useTranslations('rooms')
  const { snapDegrees, vignette, seated, hand, quality } = useComfort()
  return (
    <Dialog open={open} onClose={onClose} title={t('comfort.title')}>
      <Stack gap={4}>
        <MicrophoneCheck microphone={microphone} />
        <Field label={t('comfort.snap')}>
          <Select
            value={String(snapDegrees)}
            options={snapDegreeOptions.map((degrees) => ({
              value: String(degrees),
              label: degrees === 0 ? t('comfort.snap.smooth') : t('comfort.snap.degrees', { degrees }),
            }))}
            onChange={(event) => updateComfort({ snapDegrees: Number(event.target.value) })}
          />
        </Field>
        <Field label={t('comfort.hand')}>
          <Select
            value={hand}
            options={(['right', 'left'] as const).map((side) => ({ value: side, label: t(`comfort.${side}`) }))}
            onChange={(event) => updateComfort({ hand: event.target.value === 'left' ? 'left' : 'right' })}
          />
        </Field>
        <Field label={t('comfort.quality')} hint={t('comfort.quality.hint')}>
          <Select
            value={quality}
            options={qualityChoices.map((choice) => ({ value: choice, label: t(`comfort.quality.${choice}`) }))}
            onChange={({ target }) =>
              updateComfort({ quality: qualityChoices.find((choice) => choice === target.value) ?? 'auto' })
            }
          />
        </Field>
        <Switch label={t('comfort.vignette')} checked={vignette} onChange={(on) => updateComfort({ vignette: on })} />
        <Switch label={t('comfort.seated')} checked={seated} onChange={(on) => updateComfort({ seated: on })} />
      </Stack>
    </Dialog>
  )
}
