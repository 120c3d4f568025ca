import { type Document } from '@gltf-transform/core'
import { ok, type Result } from '@veranda/core/result.ts'
import { modelMetadataOf, removeModelMetadata } from '../embedded-metadata/model-metadata.ts'
import { type DetectedType } from '../inspection/detect-file-type.ts'
import { parseGltf, readGlb } from '../inspection/glb.ts'
import { type UntrustedJson } from '../inspection/untrusted-json.ts'
import { unzip } from '../inspection/unzip.ts'
import { loadGlb } from '../model/load-glb.ts'
import { findModelPath, loadGltf } from '../model/load-gltf.ts'
import { convertModel } from './convert-model.ts'
import { type ConversionResult, type ReportProgress } from './worker-messages.ts'

/** Types of a file that may hold a model. */
type ModelFileType = Exclude<DetectedType, { form: 'media' }>

/**
 * Converts the model in a GLB, a glTF or an archive. An archive without a model is kept as it is. Refusals are
 * `invalid` and say what is wrong with the file.
 */
export async function convertModelFile(
  bytes: Buffer,
  { mediaType, form }: ModelFileType,
  folder: string,
  progress: ReportProgress,
): Promise<Result<ConversionResult>> {
  progress('checking', 0.1)
  if (form === 'zip') {
    const unzipped = await unzip(bytes, (names) => findModelPath(names) !== undefined)
    if (!unzipped.ok) return unzipped
    const name = findModelPath([...unzipped.value.keys()])
    if (name === undefined) {
      const none = { facts: null, headsetRating: null, embeddedMetadata: null, renditionBytes: {} }
      return ok({ kind: 'archive', mediaType, ...none })
    }
    return convertLoaded(await loadGltf(unzipped.value, name), unzipped.value.get(name))
  }
  const loaded = form === 'glb' ? await loadGlb(bytes) : await loadGltf(new Map([['model.gltf', bytes]]), 'model.gltf')
  return convertLoaded(loaded, bytes)

  async function convertLoaded(document: Result<Document>, source: Uint8Array = bytes) {
    if (!document.ok) return document
    // Read first, because the renditions have none of it.
    const embeddedMetadata = await modelMetadataOf(readJson(source), document.value)
    removeModelMetadata(document.value)
    const converted = await convertModel(document.value, mediaType, folder, progress)
    return converted.ok ? ok({ ...converted.value, embeddedMetadata }) : converted
  }
}

/** Returns the JSON of a glTF or GLB that was loaded before. */
function readJson(bytes: Uint8Array): UntrustedJson {
  const glb = readGlb(bytes)
  if (glb.ok) return glb.value.json
  const gltf = parseGltf(bytes)
  return gltf.ok ? gltf.value : {}
}
