import { secondsOf } from '@veranda/core/commissions/pins/voice-note.ts'
import { Button } from '@veranda/ui/button.tsx'
import { type Ref, useEffect, useRef, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import styles from './voice.module.css'

type VoiceNoteProps = { url: string; milliseconds: number; play?: Ref<HTMLButtonElement> }

/** Two at once would be heard as none. */
let playing: HTMLAudioElement | undefined

/** A voice note with its length. It is fetched and played when it is pressed, never by itself. */
export function VoiceNote({ url, milliseconds, play }: VoiceNoteProps) {
  const t = useWords('pins')
  const audio = useRef<HTMLAudioElement>(null)
  const [state, setState] = useState<'still' | 'playing' | 'failed'>('still')
  const [at, setAt] = useState(0)
  const seconds = secondsOf(milliseconds)
  useEffect(() => {
    const element = audio.current
    return () => element?.pause()
  }, [])

  async function press() {
    const element = audio.current
    if (!element) return
    if (state === 'playing') return element.pause()
    if (playing !== element) playing?.pause()
    playing = element
    try {
      await element.play()
    } catch (error) {
      // Paused before it began is no fault.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setState('failed')
    }
  }

  return (
    <span className={styles.note} role="group" aria-label={t('voice.name', { count: seconds })}>
      <Button ref={play} size="small" onClick={() => void press()}>
        {t(state === 'playing' ? 'voice.pause' : 'voice.play')}
      </Button>
      <progress className={styles.progress} aria-hidden="true" max={milliseconds} value={Math.min(at, milliseconds)} />
      <span className={styles.length} aria-hidden="true" dir="ltr">
        {clock(seconds)}
      </span>
      {state === 'failed' && <span role="alert">{t('voice.failed')}</span>}
      {/* Speech of a moment, by people who see each other's words beside it: there are no captions to be had. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio
        ref={audio}
        src={url}
        preload="none"
        onPlay={() => setState('playing')}
        onPause={() => setState((now) => (now === 'failed' ? now : 'still'))}
        onEnded={() => setAt(0)}
        onError={() => setState('failed')}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime * 1_000)}
      />
    </span>
  )
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
