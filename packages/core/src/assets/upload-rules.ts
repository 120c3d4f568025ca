import { type Result, ok, refuse } from '../result.ts'

/** Bytes of a mebibyte; limits on screen are in megabytes of this size. */
export const bytesPerMebibyte = 1_048_576

export const unfinishedAssetStates = ['uploading', 'waiting', 'checking', 'optimising'] as const

/**
 * Purpose of an upload. An `image` becomes a stored image with the upload's id; all others become an asset for that
 * use.
 */
export const uploadPurposes = ['chat', 'project', 'profile', 'image'] as const
export type UploadPurpose = (typeof uploadPurposes)[number]

/** Upload limits of a user: bytes per file by kind, bytes in total, and concurrent uploads. */
export const uploadLimits = {
  fileBytes: 100 * bytesPerMebibyte,
  videoBytes: 500 * bytesPerMebibyte,
  imageBytes: 10 * bytesPerMebibyte,
  quotaBytes: 5_000 * bytesPerMebibyte,
  /** For images alone; they count towards the total as well. */
  imageQuotaBytes: 2_000 * bytesPerMebibyte,
  openUploads: 20,
  nameLength: 200,
} as const

const videoNamePattern = /\.(mp4|m4v|mov|webm)$/i

/** Returns the size limit in bytes by name and purpose, the only facts known before the first byte. */
export function maxUploadBytes(name: string, purpose: UploadPurpose): number {
  if (purpose === 'image') return uploadLimits.imageBytes
  return videoNamePattern.test(name) ? uploadLimits.videoBytes : uploadLimits.fileBytes
}

/**
 * Checks whether an upload may begin, before its first byte. `usage` holds the user's bytes in total with unfinished
 * uploads, bytes of images, and open uploads. Error codes (all invalid): upload.name-missing, upload.empty,
 * upload.too-large, upload.quota-exceeded and upload.too-many.
 */
export function checkUpload(
  upload: { readonly name: string; readonly bytes: number; readonly purpose: UploadPurpose },
  usage: { readonly totalBytes: number; readonly imageBytes: number; readonly openUploads: number },
): Result<{ readonly name: string; readonly bytes: number }> {
  const name = upload.name
    .trim()
    .slice(-uploadLimits.nameLength)
    // The cut may split a surrogate pair.
    .replace(/^[\udc00-\udfff]/, '')
  if (name === '') return refuse('upload.name-missing', 'invalid', { field: 'filename' })
  if (!Number.isSafeInteger(upload.bytes) || upload.bytes <= 0) return refuse('upload.empty', 'invalid')
  const maxBytes = maxUploadBytes(name, upload.purpose)
  if (upload.bytes > maxBytes)
    return refuse('upload.too-large', 'invalid', { detail: { megabytes: maxBytes / bytesPerMebibyte } })
  if (usage.openUploads >= uploadLimits.openUploads) {
    return refuse('upload.too-many', 'invalid', { detail: { max: uploadLimits.openUploads } })
  }
  const quotaRefusal = (quota: number) =>
    refuse('upload.quota-exceeded', 'invalid', { detail: { megabytes: quota / bytesPerMebibyte } })
  if (usage.totalBytes + upload.bytes > uploadLimits.quotaBytes) return quotaRefusal(uploadLimits.quotaBytes)
  if (upload.purpose === 'image' && usage.imageBytes + upload.bytes > uploadLimits.imageQuotaBytes) {
    return quotaRefusal(uploadLimits.imageQuotaBytes)
  }
  return ok({ name, bytes: upload.bytes })
}
