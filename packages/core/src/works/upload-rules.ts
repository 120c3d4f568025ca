import { type Result, ok, refuse } from '../result.ts'

const mebibyte = 1_048_576

export const workStates = ['uploading', 'waiting', 'checking', 'optimising', 'ready', 'refused'] as const
export type WorkState = (typeof workStates)[number]

/** What an upload is for; it says where the work may be used and what is asked of it. */
export const purposes = ['chat', 'project', 'profile'] as const
export type Purpose = (typeof purposes)[number]

/** What one may upload: bytes of one file by what it is, of everything one keeps, and how many at the same time. */
export const uploadLimits = {
  bytes: 100 * mebibyte,
  videoBytes: 500 * mebibyte,
  quota: 5_000 * mebibyte,
  atOnce: 20,
  name: 200,
} as const

const videoNames = /\.(mp4|m4v|mov|webm)$/i

/** The most bytes a file of this name may have; by its name alone, as nothing else is known before the first byte. */
export function mostBytes(name: string): number {
  return videoNames.test(name) ? uploadLimits.videoBytes : uploadLimits.bytes
}

/**
 * Whether an upload may begin, before its first byte: refuses upload.nameless, upload.empty, upload.too-large,
 * upload.quota and upload.too-many (all invalid). `kept` are the bytes of one's works, unfinished uploads included.
 */
export function checkUpload(
  upload: { readonly name: string; readonly bytes: number },
  standing: { readonly kept: number; readonly open: number },
): Result<{ readonly name: string; readonly bytes: number }> {
  const name = upload.name.trim().slice(-uploadLimits.name)
  if (name === '') return refuse('upload.nameless', 'invalid', { field: 'filename' })
  if (!Number.isSafeInteger(upload.bytes) || upload.bytes <= 0) return refuse('upload.empty', 'invalid')
  const most = mostBytes(name)
  if (upload.bytes > most) return refuse('upload.too-large', 'invalid', { detail: { megabytes: most / mebibyte } })
  if (standing.open >= uploadLimits.atOnce) {
    return refuse('upload.too-many', 'invalid', { detail: { most: uploadLimits.atOnce } })
  }
  if (standing.kept + upload.bytes > uploadLimits.quota) {
    return refuse('upload.quota', 'invalid', { detail: { megabytes: uploadLimits.quota / mebibyte } })
  }
  return ok({ name, bytes: upload.bytes })
}
