import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import sharp from 'sharp'
import { embeddedMetadataOf } from '../embedded-metadata/image-metadata.ts'
import { readMediaMetadata } from '../embedded-metadata/read-media-metadata.ts'
import { checkVideo } from '../inspection/check-video.ts'
import { fileLimits } from '../inspection/file-limits.ts'
import { readImageSize } from '../inspection/image-size.ts'
import { detectFileType, detectionBytes } from '../inspection/detect-file-type.ts'
import { encodeWithoutMetadata, stripMetadata } from '../strip-metadata.ts'
import { type ConversionResult, type ReportProgress, renditionFileNames } from './worker-messages.ts'

/**
 * Converts an uploaded file into renditions in `folder`; its type is decided by content alone. Refusals are `invalid`
 * and say what is wrong with the file.
 */
export async function convertFile(
  file: string,
  folder: string,
  progress: ReportProgress,
): Promise<Result<ConversionResult>> {
  const { head, size } = await readHead(file)
  const detected = await detectFileType(head)
  if (!detected) return refuse('asset.unsupported-type', 'invalid')
  const tooLarge = (maxBytes: number) =>
    refuse('asset.too-large', 'invalid', { detail: { megabytes: maxBytes / 1_048_576 } })
  if (detected.form !== 'media') {
    if (size > fileLimits.modelBytes) return tooLarge(fileLimits.modelBytes)
    // The libraries for models take longer to load than an image takes to convert.
    const { convertModelFile } = await import('./convert-model-file.ts')
    return convertModelFile(await readFile(file), detected, folder, progress)
  }
  if (detected.kind === 'video') {
    const checked = detected.mediaType === 'video/webm' ? ok(null) : await checkVideo(file)
    return checked.ok ? ok(await keepAsItIs(file, 'video', detected.mediaType)) : checked
  }
  if (detected.kind === 'document') {
    if (size > fileLimits.documentBytes) return tooLarge(fileLimits.documentBytes)
    return ok(await keepAsItIs(file, 'document', detected.mediaType))
  }
  if (size > fileLimits.imageBytes) return tooLarge(fileLimits.imageBytes)
  return convertImage(await readFile(file), detected.mediaType, folder)
}

/** Returns the result of a file that has no renditions. */
async function keepAsItIs(file: string, kind: 'video' | 'document', mediaType: string): Promise<ConversionResult> {
  const embeddedMetadata = await readMediaMetadata(file, mediaType)
  return { kind, mediaType, facts: null, headsetRating: null, embeddedMetadata, renditionBytes: {} }
}

async function readHead(file: string): Promise<{ head: Uint8Array; size: number }> {
  const handle = await open(file)
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(detectionBytes), 0, detectionBytes, 0)
    return { head: buffer.subarray(0, bytesRead), size: (await handle.stat()).size }
  } finally {
    await handle.close()
  }
}

/**
 * Converts an image: checks its header, decodes it, and writes a WebP thumbnail and the image itself, both without
 * metadata.
 */
async function convertImage(bytes: Buffer, mediaType: string, folder: string): Promise<Result<ConversionResult>> {
  const size = readImageSize(bytes)
  if (!size) return refuse('asset.image-corrupt', 'invalid')
  const { width, height } = size
  if (width * height > fileLimits.texturePixels || Math.max(width, height) > fileLimits.textureEdgePixels) {
    return refuse('asset.image-too-large', 'invalid', { detail: { width, height } })
  }
  try {
    const options = { limitInputPixels: fileLimits.texturePixels, failOn: 'error' } as const
    const source = sharp(bytes, options)
    const metadata = await source.metadata()
    const thumbnail = await stripMetadata(source.clone(), { ...metadata, pages: 1 })
      .resize({ width: 1_600, height: 1_600, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84 })
      .toBuffer()
    await writeFile(join(folder, renditionFileNames.thumbnail), thumbnail)
    const isAnimated = (metadata.pages ?? 1) > 1
    // The limit counts the pixels of all frames; an animation beyond it is shared by its thumbnail alone.
    const shared = await encodeWithoutMetadata(
      isAnimated ? sharp(bytes, { ...options, animated: true }) : source,
      metadata,
    ).catch(() => undefined)
    if (shared) await writeFile(join(folder, renditionFileNames.shared), shared)
    return ok({
      kind: 'image',
      mediaType,
      facts: null,
      headsetRating: null,
      embeddedMetadata: embeddedMetadataOf(metadata),
      renditionBytes: { thumbnail: thumbnail.length, ...(shared && { shared: shared.length }) },
    })
  } catch {
    return refuse('asset.image-corrupt', 'invalid')
  }
}
