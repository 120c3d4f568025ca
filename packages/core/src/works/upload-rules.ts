import { type Result, ok, refuse } from '../result.ts'

const mebibyte = 1_048_576

export const workStates = ['uploading', 'waiting', 'checking', 'optimising', 'ready', 'refused'] as const
export type WorkState = (typeof workStates)[number]

/** What an upload is for. A `picture` becomes a stored picture of that id, everything else a work for that place. */
export const purposes = ['chat', 'project', 'profile', 'picture'] as const
export type Purpose = (typeof purposes)[number]

/** What one may upload: bytes of one file by what it is, of everything one keeps, and how many at the same time. */
export const uploadLimits = {
  bytes: 100 * mebibyte,
  videoBytes: 500 * mebibyte,
  pictureBytes: 10 * mebibyte,
  quota: 5_000 * mebibyte,
  /** Of pictures alone; they count towards the whole as well. */
  pictureQuota: 2_000 * mebibyte,
  atOnce: 20,
  name: 200,
} as const

const videoNames = /\.(mp4|m4v|mov|webm)$/i

/** The most bytes such a file may have; by its name and purpose, as nothing else is known before the first byte. */
export function mostBytes(name: string, purpose: Purpose): number {
  if (purpose === 'picture') return uploadLimits.pictureBytes
  return videoNames.test(name) ? uploadLimits.videoBytes : uploadLimits.bytes
}

/**
 * Whether an upload may begin, before its first byte: refuses upload.nameless, upload.empty, upload.too-large,
 * upload.quota and upload.too-many (all invalid). `kept` are the bytes of all that one keeps, unfinished uploads included,
 * `pictures` those of its pictures.
 */
export function checkUpload(
  upload: { readonly name: string; readonly bytes: number; readonly purpose: Purpose },
  standing: { readonly kept: number; readonly pictures: number; readonly open: number },
): Result<{ readonly name: string; readonly bytes: number }> {
  const name = upload.name.trim().slice(-uploadLimits.name)
  if (name === '') return refuse('upload.nameless', 'invalid', { field: 'filename' })
  if (!Number.isSafeInteger(upload.bytes) || upload.bytes <= 0) return refuse('upload.empty', 'invalid')
  const most = mostBytes(name, upload.purpose)
  if (upload.bytes > most) return refuse('upload.too-large', 'invalid', { detail: { megabytes: most / mebibyte } })
  if (standing.open >= uploadLimits.atOnce) {
    return refuse('upload.too-many', 'invalid', { detail: { most: uploadLimits.atOnce } })
  }
  const full = (quota: number) => refuse('upload.quota', 'invalid', { detail: { megabytes: quota / mebibyte } })
  if (standing.kept + upload.bytes > uploadLimits.quota) return full(uploadLimits.quota)
  if (upload.purpose === 'picture' && standing.pictures + upload.bytes > uploadLimits.pictureQuota) {
    return full(uploadLimits.pictureQuota)
  }
  return ok({ name, bytes: upload.bytes })
}
