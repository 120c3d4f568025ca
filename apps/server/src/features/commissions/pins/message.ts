import { checkPinText } from '@veranda/core/commissions/pins/pin.ts'
import { checkVoiceNote, secondsOf, type VoiceNote } from '@veranda/core/commissions/pins/voice-note.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { sentence } from '../../../say.ts'
import { type At } from '../at.ts'
import { insertPinMessage } from './rows.ts'
import { keepVoiceNote } from './voice-notes.ts'

/** What somebody says at a pin: text, a recording, or both. */
export type Said = { readonly text: string; readonly voice: (VoiceNote & { readonly bytes: Uint8Array }) | null }

/** Reads what was sent; the recording by its content. */
export function checkSaid(body: { text: string; voice?: string | undefined }): Result<Said> {
  const text = checkPinText(body.text, body.voice === undefined ? undefined : 'voice')
  if (!text.ok) return text
  if (body.voice === undefined) return ok({ text: text.value, voice: null })
  const bytes = Buffer.from(body.voice, 'base64')
  const note = checkVoiceNote(bytes)
  return note.ok ? ok({ text: text.value, voice: { ...note.value, bytes } }) : note
}

/** One more message of a thread, with what was said aloud. */
export async function keepMessage(
  at: At,
  { voice, ...message }: Said & { id: string; pinId: string; authorId: string },
): Promise<Result<true>> {
  await insertPinMessage(at.tx, message, at.clock.now())
  return voice ? keepVoiceNote(at, { messageId: message.id, authorId: message.authorId, ...voice }) : ok(true)
}

/** Words for it where only words go: in a list of changes, in a notification. */
export function spoken(said: Said | { text: string; milliseconds: number | null }): string {
  const milliseconds = 'milliseconds' in said ? said.milliseconds : (said.voice?.milliseconds ?? null)
  if (said.text !== '' || milliseconds === null) return said.text
  return sentence('pins', 'voice.name', { count: secondsOf(milliseconds) })
}
