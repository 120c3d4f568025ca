import { wholeSeconds } from '@veranda/core/commissions/pins/voice-note.ts'
import { Button } from '@veranda/ui/button.tsx'
import { type Ref, useEffect, useRef, useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { togglePlayback } from '../../../components/pins/voice-player.ts'
import styles from './voice.module.css'

type VoiceNotePlayerProps = { url: string; milliseconds: number; playButtonRef?: Ref<HTMLButtonElement> }

/** Renders a voice note with its length. It is fetched and played on press, never automatically. */
export function VoiceNotePlayer({ url, milliseconds, playButtonRef }: VoiceNotePlayerProps) {
  const t = useTranslations('commissions/pins')
  const audio = useRef<HTMLAudioElement>(null)
  const [state, setState] = useState<'still' | 'playing' | 'failed'>('still')
  const [positionMs, setPositionMs] = useState(0)
  const seconds = wholeSeconds(milliseconds)
  useEffect(() => {
    const element = audio.current
    return () => element?.pause()
  }, [])

  async function press() {
    if (audio.current && !(await togglePlayback(audio.current))) setState('failed')
  }

  return (
    <span className={styles.note} role="group" aria-label={t('voice.name', { count: seconds })}>
      <Button ref={playButtonRef} size="small" onClick={() => void press()}>
        {t(state === 'playing' ? 'voice.pause' : 'voice.play')}
      </Button>
      <progress
        className={styles.progress}
        aria-hidden="true"
        max={milliseconds}
        value={Math.min(positionMs, milliseconds)}
      />
      <span className={styles.length} aria-hidden="true" dir="ltr">
        {formatMinutes(seconds)}
      </span>
      {state === 'failed' && <span role="alert">{t('voice.failed')}</span>}
      {/* Captions are not available for short voice notes. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio
        ref={audio}
        src={url}
        preload="none"
        onPlay={() => setState('playing')}
        onPause={() => setState((now) => (now === 'failed' ? now : 'still'))}
        onEnded={() => setPositionMs(0)}
        onError={() => setState('failed')}
        onTimeUpdate={(event) => setPositionMs(event.currentTarget.currentTime * 1_000)}
      />
    </span>
  )
}

function formatMinutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
