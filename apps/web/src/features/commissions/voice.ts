import { lazy } from 'react'
import { secondsOf } from '@veranda/core/commissions/pins/voice-note.ts'
import { type PinMessage } from '@veranda/contract/pins/schemas.ts'
import { type Say } from '../../lib/words.ts'

/** The recorder comes with the first form that could use it, the player with the first note: neither is part of the page. */
export const LazyVoiceField = lazy(() => import('./voice-field.tsx').then((module) => ({ default: module.VoiceField })))
export const LazyVoiceNote = lazy(() => import('./voice-note.tsx').then((module) => ({ default: module.VoiceNote })))

/** What a message says in words: its text, else that it is a voice note and how long. */
export function saidIn({ text, voice }: Pick<PinMessage, 'text' | 'voice'>, t: Say<'pins'>): string {
  return text !== '' || voice === null ? text : t('voice.name', { count: secondsOf(voice.milliseconds) })
}
