import { type Result, ok, refuse } from '../../result.ts'
import { type Milliseconds, minute, second } from '../../time/instant.ts'
import { readOgg, readWebm } from './opus-length.ts'

/** How long a note may be, how large, and how much one person may leave lying about. */
export const voiceLimits = { length: minute, bytes: 1_048_576, quota: 104_857_600 } as const

/** A recorder that is told to stop at the minute ends a little after it. */
const grace = second

export type VoiceNote = { readonly mime: 'audio/webm' | 'audio/ogg'; readonly milliseconds: Milliseconds }

/**
 * What a recording is, by its content and whatever it is called: Opus alone, in WebM or Ogg, and how long. Refuses
 * voice.too-large, voice.not-opus, voice.empty and voice.too-long (invalid).
 */
export function checkVoiceNote(bytes: Uint8Array): Result<VoiceNote> {
  const field = 'voice'
  if (bytes.length > voiceLimits.bytes) {
    return refuse('voice.too-large', 'invalid', { field, detail: { max: voiceLimits.bytes } })
  }
  const webm = readWebm(bytes)
  const milliseconds = webm ?? readOgg(bytes)
  if (milliseconds === undefined) return refuse('voice.not-opus', 'invalid', { field })
  if (milliseconds <= 0) return refuse('voice.empty', 'invalid', { field })
  if (milliseconds > voiceLimits.length + grace) {
    return refuse('voice.too-long', 'invalid', { field, detail: { seconds: voiceLimits.length / second } })
  }
  return ok({ mime: webm === undefined ? 'audio/ogg' : 'audio/webm', milliseconds: Math.round(milliseconds) })
}

/** Whole seconds as they are said and shown: never none, never more than the limit. */
export function secondsOf(milliseconds: Milliseconds): number {
  return Math.min(voiceLimits.length / second, Math.max(1, Math.round(milliseconds / second)))
}
