import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import sharp from 'sharp'
import { checkFilm } from '../check/check-film.ts'
import { fileLimits } from '../check/limits.ts'
import { openZip } from '../check/open-zip.ts'
import { pictureSize } from '../check/picture-size.ts'
import { sniff } from '../check/sniff.ts'
import { loadGltf, modelIn } from '../model/load-gltf.ts'
import { loadModel } from '../model/load-model.ts'
import { convertModel, type Progress } from './convert-model.ts'
import { type Converted, derivatives } from './messages.ts'

/**
 * Makes of an uploaded file what is shown of it, into `folder`; what it is goes by its content alone. Refusals are
 * `invalid` and say what is wrong with the file.
 */
export async function convertFile(file: string, folder: string, progress: Progress): Promise<Result<Converted>> {
  const { head, size } = await readHead(file)
  const found = sniff(head)
  if (!found) return refuse('work.unknown-kind', 'invalid')
  const tooLarge = (most: number) => refuse('work.too-large', 'invalid', { detail: { megabytes: most / 1_048_576 } })
  if (found.kind === 'video') {
    const checked = found.mime === 'video/webm' ? ok(null) : await checkFilm(file)
    return checked.ok ? ok({ kind: 'video', mime: found.mime, facts: null, gate: null, made: {} }) : checked
  }
  if (found.kind === 'document') {
    if (size > fileLimits.documentBytes) return tooLarge(fileLimits.documentBytes)
    return ok({ kind: 'document', mime: found.mime, facts: null, gate: null, made: {} })
  }
  if (found.kind === 'picture') {
    if (size > fileLimits.pictureBytes) return tooLarge(fileLimits.pictureBytes)
    return convertPicture(await readFile(file), found.mime, folder)
  }
  if (size > fileLimits.modelBytes) return tooLarge(fileLimits.modelBytes)
  const bytes = await readFile(file)
  progress('checking', 0.1)
  if (found.kind === 'archive') {
    const opened = await openZip(bytes, (names) => modelIn(names) !== undefined)
    if (!opened.ok) return opened
    const name = modelIn([...opened.value.keys()])
    if (name === undefined) return ok({ kind: 'archive', mime: found.mime, facts: null, gate: null, made: {} })
    const loaded = await loadGltf(opened.value, name)
    return loaded.ok ? convertModel(loaded.value, found.mime, folder, progress) : loaded
  }
  const loaded =
    found.form === 'glb' ? await loadModel(bytes) : await loadGltf(new Map([['model.gltf', bytes]]), 'model.gltf')
  return loaded.ok ? convertModel(loaded.value, found.mime, folder, progress) : loaded
}

async function readHead(file: string): Promise<{ head: Uint8Array; size: number }> {
  const handle = await open(file)
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(64), 0, 64, 0)
    return { head: buffer.subarray(0, bytesRead), size: (await handle.stat()).size }
  } finally {
    await handle.close()
  }
}

/** A picture is looked at by its header, decoded once, and shown as WebP without what else was in it. */
async function convertPicture(bytes: Buffer, mime: string, folder: string): Promise<Result<Converted>> {
  const size = pictureSize(bytes)
  if (!size) return refuse('work.picture-broken', 'invalid')
  const { width, height } = size
  if (width * height > fileLimits.texturePixels || Math.max(width, height) > fileLimits.textureEdge) {
    return refuse('work.picture-too-large', 'invalid', { detail: { width, height } })
  }
  try {
    const shown = await sharp(bytes, { limitInputPixels: fileLimits.texturePixels, failOn: 'error' })
      .rotate()
      .resize({ width: 1_600, height: 1_600, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84 })
      .toBuffer()
    await writeFile(join(folder, derivatives.thumbnail), shown)
    return ok({ kind: 'picture', mime, facts: null, gate: null, made: { thumbnail: shown.length } })
  } catch {
    return refuse('work.picture-broken', 'invalid')
  }
}
