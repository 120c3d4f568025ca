import { wholeSeconds, voiceLimits } from '@veranda/core/commissions/pins/voice-note.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Inline } from '@veranda/ui/layout.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useEffect, useRef, useState } from 'react'
import { useStore } from '../../../lib/store.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { VoiceNotePlayer } from './voice-note-player.tsx'
import { useElapsedSeconds } from '../../../components/time/use-elapsed-seconds.ts'
import { type Recording, VoiceRecorder } from '../../../components/voice-recorder.ts'
import styles from './voice.module.css'

type VoiceFieldProps = { onChange: (recorded: Recording | undefined) => void }

/** Renders a voice recorder whose recording can be played and discarded before it is sent. */
export function VoiceField({ onChange }: VoiceFieldProps) {
  const t = useTranslations('commissions/pins')
  const [recorder] = useState(() => new VoiceRecorder())
  const state = useStore(recorder.state)
  const first = useRef<HTMLButtonElement>(null)
  const [pressed, setPressed] = useState(false)
  const { status } = state
  const recorded = status === 'done' ? state.recording : undefined
  useEffect(() => () => recorder.discard(), [recorder])
  useEffect(() => {
    onChange(recorded)
    // `onChange` is a new function on every render; only a new recording matters.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [recorded])
  useEffect(() => {
    // The pressed button is gone: move focus to the one that replaced it.
    if (pressed && status !== 'asking') first.current?.focus()
  }, [pressed, status])

  function press(act: () => void) {
    setPressed(true)
    act()
  }

  return (
    <div className={styles.field}>
      <VisuallyHidden as="div">
        <p role="status">
          {status === 'asking' && t('voice.asking')}
          {status === 'recording' && t('voice.started')}
          {recorded && t('voice.ready', { count: wholeSeconds(recorded.milliseconds) })}
        </p>
      </VisuallyHidden>
      {status === 'failed' && (
        <Banner tone="warning" announce>
          {t(`voice.${state.reason}`)}
        </Banner>
      )}
      {(status === 'idle' || status === 'asking' || status === 'failed') && (
        <Inline>
          <Button
            ref={first}
            size="small"
            kind="quiet"
            busy={status === 'asking'}
            onClick={() => press(() => void recorder.start())}
          >
            {t(status === 'failed' ? 'voice.again' : 'voice.record')}
          </Button>
        </Inline>
      )}
      {status === 'recording' && (
        <Inline wrap>
          <RecordingTimer />
          <Button ref={first} size="small" onClick={() => press(() => recorder.stop())}>
            {t('voice.stop')}
          </Button>
          <Button size="small" kind="quiet" onClick={() => press(() => recorder.discard())}>
            {t('voice.discard')}
          </Button>
        </Inline>
      )}
      {recorded && (
        <Inline wrap>
          <VoiceNotePlayer playButtonRef={first} url={recorded.url} milliseconds={recorded.milliseconds} />
          <Button size="small" kind="quiet" onClick={() => press(() => recorder.discard())}>
            {t('voice.discard')}
          </Button>
        </Inline>
      )}
    </div>
  )
}

/** Shows the elapsed recording time; screen readers do not announce every second. */
function RecordingTimer() {
  const t = useTranslations('commissions/pins')
  const seconds = useElapsedSeconds(true)
  return (
    <span className={styles.running} aria-hidden="true">
      {t('voice.recording', { seconds, count: voiceLimits.durationMs / 1_000 })}
    </span>
  )
}
