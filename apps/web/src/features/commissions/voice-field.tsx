import { secondsOf, voiceLimits } from '@veranda/core/commissions/pins/voice-note.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Line } from '@veranda/ui/layout.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useEffect, useRef, useState } from 'react'
import { useStore } from '../../lib/store.ts'
import { useWords } from '../../lib/words.ts'
import { VoiceNote } from './voice-note.tsx'
import { type Recorded, VoiceRecorder } from '../../parts/voice-recorder.ts'
import styles from './voice.module.css'

type VoiceFieldProps = { onChange: (recorded: Recorded | undefined) => void }

/** Records a voice note, shows it, and lets it be heard and thrown away before it is sent. */
export function VoiceField({ onChange }: VoiceFieldProps) {
  const t = useWords('pins')
  const [recorder] = useState(() => new VoiceRecorder())
  const state = useStore(recorder.state)
  const first = useRef<HTMLButtonElement>(null)
  const [touched, setTouched] = useState(false)
  const { status } = state
  const recorded = status === 'done' ? state.recorded : undefined
  useEffect(() => () => recorder.discard(), [recorder])
  useEffect(() => {
    onChange(recorded)
    // Another function with every draw; what was recorded is what counts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [recorded])
  useEffect(() => {
    // The button one pressed is gone: one stands at the one that took its place.
    if (touched && status !== 'asking') first.current?.focus()
  }, [touched, status])

  function press(act: () => void) {
    setTouched(true)
    act()
  }

  return (
    <div className={styles.field}>
      <VisuallyHidden as="div">
        <p role="status">
          {status === 'asking' && t('voice.asking')}
          {status === 'recording' && t('voice.started')}
          {recorded && t('voice.ready', { count: secondsOf(recorded.milliseconds) })}
        </p>
      </VisuallyHidden>
      {status === 'failed' && (
        <Banner tone="warning" announce>
          {t(`voice.${state.why}`)}
        </Banner>
      )}
      {(status === 'idle' || status === 'asking' || status === 'failed') && (
        <Line>
          <Button
            ref={first}
            size="small"
            kind="quiet"
            busy={status === 'asking'}
            onClick={() => press(() => void recorder.start())}
          >
            {t(status === 'failed' ? 'voice.again' : 'voice.record')}
          </Button>
        </Line>
      )}
      {status === 'recording' && (
        <Line wrap>
          <Running />
          <Button ref={first} size="small" onClick={() => press(() => recorder.stop())}>
            {t('voice.stop')}
          </Button>
          <Button size="small" kind="quiet" onClick={() => press(() => recorder.discard())}>
            {t('voice.discard')}
          </Button>
        </Line>
      )}
      {recorded && (
        <Line wrap>
          <VoiceNote play={first} url={recorded.url} milliseconds={recorded.milliseconds} />
          <Button size="small" kind="quiet" onClick={() => press(() => recorder.discard())}>
            {t('voice.discard')}
          </Button>
        </Line>
      )}
    </div>
  )
}

/** How long it has been recording, for the eye; ears are not told every second. */
function Running() {
  const t = useWords('pins')
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const began = performance.now()
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - began) / 1_000)), 250)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className={styles.running} aria-hidden="true">
      {t('voice.recording', { seconds, max: voiceLimits.length / 1_000 })}
    </span>
  )
}
