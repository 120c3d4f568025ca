import { type Pin, type PinMessage } from '@veranda/contract/commissions/pins/schemas.ts'
import { wholeSeconds } from '@veranda/core/commissions/pins/voice-note.ts'
import { type Translate } from '../../lib/i18n/i18n.ts'

/** Returns the text of a message, or for a voice note its name and length. */
export function messageText(
  { text, voice }: Pick<PinMessage, 'text' | 'voice'>,
  t: Translate<'commissions/pins'>,
): string {
  return text !== '' || voice === null ? text : t('voice.name', { count: wholeSeconds(voice.milliseconds) })
}

/** Returns the text of a pin: the change request, else the first message. */
export function pinText(pin: Pin, t: Translate<'commissions/pins'>): string {
  const message = pin.messages.find(({ id }) => pin.kind === 'change' && id === pin.requestMessageId) ?? pin.messages[0]
  return message ? messageText(message, t) : ''
}
