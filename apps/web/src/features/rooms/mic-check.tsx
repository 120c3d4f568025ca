import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { useStore } from '../../lib/store.ts'
import { useWords } from '../../lib/words.ts'
import { type Microphone } from './microphone.ts'
import styles from './lobby.module.css'
import { useMicrophoneLevel } from './use-microphone-level.ts'

/** Whether one will be heard: the microphone, which one, and a bar that moves with the voice. */
export function MicCheck({ microphone }: { microphone: Microphone }) {
  const t = useWords('rooms')
  const { status, trouble, devices, deviceId } = useStore(microphone.state)
  const level = useMicrophoneLevel(microphone, status === 'on')
  if (status === 'none' || status === 'refused' || status === 'busy') {
    return (
      <Banner
        tone="warning"
        announce
        action={
          <Button size="small" kind="quiet" onClick={() => void microphone.ask()}>
            {t('mic.ask')}
          </Button>
        }
      >
        {t(`mic.${status}`)}
      </Banner>
    )
  }
  if (status !== 'on') {
    return (
      <Button busy={status === 'asking'} onClick={() => void microphone.ask()}>
        {t('mic.ask')}
      </Button>
    )
  }
  return (
    <Stack gap={3}>
      {devices.length > 1 && (
        <Field label={t('mic.which')}>
          <Select
            value={deviceId ?? ''}
            options={devices.map(({ id, label }, index) => ({
              value: id,
              label: label || t('mic.nameless', { number: index + 1 }),
            }))}
            onChange={(event) => void microphone.ask(event.target.value)}
          />
        </Field>
      )}
      {trouble && (
        <Banner tone="warning" announce>
          {t(`mic.kept.${trouble}`)}
        </Banner>
      )}
      <div className={styles.meter}>
        <meter aria-label={t('mic.level')} min={0} max={1} value={level} />
        <span className={styles.quiet}>{t('mic.on')}</span>
      </div>
    </Stack>
  )
}
