import { lazy } from 'react'
import { wholeSeconds } from '@veranda/core/commissions/pins/voice-note.ts'
import { type PinMessage } from '@veranda/contract/commissions/pins/schemas.ts'
import { type Translate } from '../../../lib/i18n.ts'

/** Loads the recorder with the first form and the player with the first note; neither is part of the page bundle. */
export const LazyVoiceField = lazy(() => import('./voice-field.tsx').then((module) => ({ default: module.VoiceField })))
export const LazyVoiceNote = lazy(() => import('./voice-note.tsx').then((module) => ({ default: module.VoiceNote })))

/** Returns the text of a message, or for a voice note its name and length. */
export function messageText(
  { text, voice }: Pick<PinMessage, 'text' | 'voice'>,
  t: Translate<'commissions/pins'>,
): string {
  return text !== '' || voice === null ? text : t('voice.name', { count: wholeSeconds(voice.milliseconds) })
}
