import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { useEffect, useState } from 'react'
import { useStore } from '../../../lib/store.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from '../access/lobby.module.css'
import { type Microphone } from './microphone.ts'

/** Lets the user test the microphone: permission, device and a level meter. */
export function MicrophoneCheck({ microphone }: { microphone: Microphone }) {
  const t = useTranslations('rooms')
  const state = useStore(microphone.state)
  const { status, devices } = state
  const level = useMicrophoneLevel(microphone, status === 'on')
  if (status === 'none' || status === 'refused' || status === 'busy') {
    return (
      <Banner
        tone="warning"
        announce
        action={
          <Button size="small" kind="quiet" onClick={() => void microphone.request()}>
            {t('mic.ask')}
          </Button>
        }
      >
        {t(`mic.${status}`)}
      </Banner>
    )
  }
  if (state.status !== 'on') {
    return (
      <Button busy={status === 'asking'} onClick={() => void microphone.request()}>
        {t('mic.ask')}
      </Button>
    )
  }
  const { problem, deviceId } = state
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
            onChange={(event) => void microphone.request(event.target.value)}
          />
        </Field>
      )}
      {problem && (
        <Banner tone="warning" announce>
          {t(`mic.kept.${problem}`)}
        </Banner>
      )}
      <div className={styles.meter}>
        <meter aria-label={t('mic.level')} min={0} max={1} value={level} />
        <span className={styles.quiet}>{t('mic.on')}</span>
      </div>
    </Stack>
  )
}

const levelIntervalMs = 80

/** Returns the microphone level, many times a second, in steps of 0.05. */
export function useMicrophoneLevel(microphone: Microphone, enabled: boolean): number {
  const [level, setLevel] = useState(0)
  useEffect(() => {
    if (!enabled) return
    const timer = setInterval(() => setLevel(Math.round(Math.sqrt(microphone.level()) * 20) / 20), levelIntervalMs)
    return () => {
      clearInterval(timer)
      setLevel(0)
    }
  }, [microphone, enabled])
  return level
}
