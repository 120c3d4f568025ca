import { bytesPerMebibyte } from '../../assets/upload-rules.ts'
import { type Result, ok, refuse } from '../../result.ts'
import { type Milliseconds, minute, second } from '../../time/instant.ts'
import { oggDurationMs, webmDurationMs } from './opus-duration.ts'

/** Limits of a voice note: duration, size, and bytes stored per user. */
export const voiceLimits = {
  durationMs: minute,
  noteBytes: bytesPerMebibyte,
  bytesPerUser: 100 * bytesPerMebibyte,
} as const

/** A recorder that is stopped at one minute ends slightly later. */
const recorderGraceMs = second

export type VoiceNote = { readonly mediaType: 'audio/webm' | 'audio/ogg'; readonly milliseconds: Milliseconds }

/**
 * Identifies a recording by its content, regardless of its declared type: Opus only, in WebM or Ogg, with its duration.
 * Refuses voice.too-large, voice.not-opus, voice.empty and voice.too-long (invalid).
 */
export function checkVoiceNote(bytes: Uint8Array): Result<VoiceNote> {
  const field = 'voice'
  if (bytes.length > voiceLimits.noteBytes) {
    return refuse('voice.too-large', 'invalid', { field, detail: { max: voiceLimits.noteBytes } })
  }
  const webm = webmDurationMs(bytes)
  const milliseconds = webm ?? oggDurationMs(bytes)
  if (milliseconds === undefined) return refuse('voice.not-opus', 'invalid', { field })
  if (milliseconds <= 0) return refuse('voice.empty', 'invalid', { field })
  if (milliseconds > voiceLimits.durationMs + recorderGraceMs) {
    return refuse('voice.too-long', 'invalid', { field, detail: { seconds: voiceLimits.durationMs / second } })
  }
  return ok({ mediaType: webm === undefined ? 'audio/ogg' : 'audio/webm', milliseconds: Math.round(milliseconds) })
}

/** Rounds to whole seconds for display, at least 1 and at most the limit. */
export function wholeSeconds(milliseconds: Milliseconds): number {
  return Math.min(voiceLimits.durationMs / second, Math.max(1, Math.round(milliseconds / second)))
}
