import { wholeSeconds, voiceLimits } from '@veranda/core/commissions/pins/voice-note.ts'
import { type PanelRow } from '../../../../lib/panels/panel-model.ts'
import { useEffect, useState } from 'react'
import { useStore } from '../../../../lib/store.ts'
import { useTranslations } from '../../../../lib/i18n/i18n.ts'
import { togglePlayback } from '../../../../components/pins/voice-player.ts'
import { useElapsedSeconds } from '../../../../components/time/use-elapsed-seconds.ts'
import { type Recording, VoiceRecorder } from '../../../../components/voice-recorder.ts'

export type VoiceNoteControls = {
  /** The state of the recording, with its actions. */
  readonly row: PanelRow
  readonly actions: Readonly<Record<'record' | 'stop' | 'discard' | 'play', () => void>>
  readonly recorded: Recording | undefined
  readonly discard: () => void
}

/** Records a voice note from inside a headset, as on the page; starts over for another subject. */
export function useVoiceNote(subject: string | undefined, play: (url: string) => void): VoiceNoteControls {
  const t = useTranslations('commissions/pins')
  const [recorder] = useState(() => new VoiceRecorder())
  const state = useStore(recorder.state)
  const { status } = state
  const seconds = useElapsedSeconds(status === 'recording')
  // A recording is discarded with its subject.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => () => recorder.discard(), [recorder, subject])
  const recorded = state.status === 'done' ? state.recording : undefined
  const button = (id: string, label: string) => ({ id, label })
  const discard = button('discard', t('voice.discard'))

  function row(): PanelRow {
    const id = 'voice'
    if (state.status === 'failed') {
      return { id, text: t(`voice.${state.reason}`), tone: 'warning', buttons: [button('record', t('voice.again'))] }
    }
    if (recorded) {
      const text = t('voice.ready', { count: wholeSeconds(recorded.milliseconds) })
      return { id, text, tone: 'success', buttons: [button('play', t('voice.play')), discard] }
    }
    if (status === 'recording') {
      const text = t('voice.recording', { seconds, count: voiceLimits.durationMs / 1_000 })
      return { id, text, tone: 'error', buttons: [button('stop', t('voice.stop')), discard] }
    }
    if (status === 'asking') return { id, text: t('voice.asking') }
    return { id, text: t('voice.record'), action: 'record' }
  }

  return {
    row: row(),
    recorded,
    discard: () => recorder.discard(),
    actions: {
      record: () => void recorder.start(),
      stop: () => recorder.stop(),
      discard: () => recorder.discard(),
      play: () => recorded && play(recorded.url),
    },
  }
}

/** Plays one voice note at a time; playing it again pauses it, and then goes on from there. */
export function useVoiceNotePlayer(): {
  playing: string | undefined
  /** The note that could not be played. */
  unplayable: string | undefined
  play: (url: string) => void
} {
  const [playing, setPlaying] = useState<string>()
  const [unplayable, setUnplayable] = useState<string>()
  const [notes] = useState(() => new Map<string, HTMLAudioElement>())
  useEffect(
    () => () => {
      for (const note of notes.values()) note.pause()
    },
    [notes],
  )

  function addNote(url: string): HTMLAudioElement {
    const note = new Audio(url)
    const stop = () => setPlaying((current) => (current === url ? undefined : current))
    note.addEventListener('play', () => setPlaying(url))
    note.addEventListener('pause', stop)
    note.addEventListener('ended', stop)
    note.addEventListener('error', () => fail(url))
    notes.set(url, note)
    return note
  }

  function fail(url: string) {
    // Fetched again with the next press.
    notes.delete(url)
    setPlaying((current) => (current === url ? undefined : current))
    setUnplayable(url)
  }

  async function play(url: string) {
    setUnplayable(undefined)
    if (!(await togglePlayback(notes.get(url) ?? addNote(url)))) fail(url)
  }

  return { playing, unplayable, play: (url) => void play(url) }
}
