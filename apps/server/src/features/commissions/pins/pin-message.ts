import { checkPinText } from '@veranda/core/commissions/pins/pin.ts'
import { checkVoiceNote, wholeSeconds, type VoiceNote } from '@veranda/core/commissions/pins/voice-note.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { t } from '../../../platform/i18n.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { insertPinMessage } from './pin.repository.ts'
import { saveVoiceNote } from './voice-notes.ts'

/** Content of a pin message: text, a recording, or both. */
export type PinMessageContent = {
  readonly text: string
  readonly voice: (VoiceNote & { readonly bytes: Uint8Array }) | null
}

/** Parses and checks a message; a recording is identified by its content. */
export function parsePinMessage(body: { text: string; voice?: string | undefined }): Result<PinMessageContent> {
  const text = checkPinText(body.text, body.voice === undefined ? undefined : 'voice')
  if (!text.ok) return text
  if (body.voice === undefined) return ok({ text: text.value, voice: null })
  const bytes = Buffer.from(body.voice, 'base64')
  const note = checkVoiceNote(bytes)
  return note.ok ? ok({ text: text.value, voice: { ...note.value, bytes } }) : note
}

/** Saves a message of a thread with its recording. */
export async function savePinMessage(
  ctx: CommandContext,
  { voice, ...message }: PinMessageContent & { id: string; pinId: string; authorId: string },
): Promise<Result<true>> {
  await insertPinMessage(ctx.tx, message, ctx.clock.now())
  return voice ? saveVoiceNote(ctx, { messageId: message.id, authorId: message.authorId, ...voice }) : ok(true)
}

/** Returns the message as text for change lists and notifications; a voice note becomes its name and length. */
export function toPlainText(message: PinMessageContent | { text: string; milliseconds: number | null }): string {
  const milliseconds = 'milliseconds' in message ? message.milliseconds : (message.voice?.milliseconds ?? null)
  if (message.text !== '' || milliseconds === null) return message.text
  return t('commissions/pins', 'voice.name', { count: wholeSeconds(milliseconds) })
}
