import { secondsOf, voiceLimits } from '@veranda/core/commissions/pins/voice-note.ts'
import { type PanelRow } from '@veranda/core/rooms/panel-model.ts'
import { useEffect, useRef, useState } from 'react'
import { useStore } from '../../lib/store.ts'
import { useWords } from '../../lib/words.ts'
import { type Recorded, VoiceRecorder } from '../../parts/voice-recorder.ts'

export type SceneVoice = {
  /** Where recording stands, with what can be done about it. */
  readonly row: PanelRow
  readonly acts: Readonly<Record<'record' | 'stop' | 'discard' | 'hear', () => void>>
  readonly recorded: Recorded | undefined
  readonly discard: () => void
}

/** A voice note from inside a headset, recorded as on the page; with another place to say it, it begins anew. */
export function useSceneVoice(place: string | undefined, play: (url: string) => void): SceneVoice {
  const t = useWords('pins')
  const [recorder] = useState(() => new VoiceRecorder())
  const state = useStore(recorder.state)
  const { status } = state
  const seconds = useSeconds(status === 'recording')
  // What was recorded for another place is given up with it.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => () => recorder.discard(), [recorder, place])
  const recorded = state.status === 'done' ? state.recorded : undefined
  const button = (id: string, label: string) => ({ id, label })
  const discard = button('discard', t('voice.discard'))

  function row(): PanelRow {
    const id = 'voice'
    if (state.status === 'failed') {
      return { id, text: t(`voice.${state.why}`), tone: 'warning', buttons: [button('record', t('voice.again'))] }
    }
    if (recorded) {
      const text = t('voice.ready', { count: secondsOf(recorded.milliseconds) })
      return { id, text, tone: 'success', buttons: [button('hear', t('voice.play')), discard] }
    }
    if (status === 'recording') {
      const text = t('voice.recording', { seconds, max: voiceLimits.length / 1_000 })
      return { id, text, tone: 'error', buttons: [button('stop', t('voice.stop')), discard] }
    }
    if (status === 'asking') return { id, text: t('voice.asking') }
    return { id, text: t('voice.record'), action: 'record' }
  }

  return {
    row: row(),
    recorded,
    discard: () => recorder.discard(),
    acts: {
      record: () => void recorder.start(),
      stop: () => recorder.stop(),
      discard: () => recorder.discard(),
      hear: () => recorded && play(recorded.url),
    },
  }
}

function useSeconds(runs: boolean): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!runs) return
    const began = performance.now()
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - began) / 1_000)), 250)
    return () => {
      clearInterval(timer)
      setSeconds(0)
    }
  }, [runs])
  return seconds
}

/** Plays one voice note at a time; pressed again, it stops. */
export function useScenePlayer(): { playing: string | undefined; play: (url: string) => void } {
  const [playing, setPlaying] = useState<string>()
  const audio = useRef<HTMLAudioElement>(undefined)
  useEffect(() => () => audio.current?.pause(), [])

  function play(url: string) {
    audio.current?.pause()
    if (playing === url) return setPlaying(undefined)
    const next = new Audio(url)
    const over = () => setPlaying((now) => (audio.current === next ? undefined : now))
    audio.current = next
    next.addEventListener('ended', over)
    next.addEventListener('error', over)
    next.play().then(() => setPlaying(url), over)
  }

  return { playing, play }
}
