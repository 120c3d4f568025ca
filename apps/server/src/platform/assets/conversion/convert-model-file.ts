import { ok, type Result } from '@veranda/core/result.ts'
import { type DetectedType } from '../inspection/detect-file-type.ts'
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
  { mime, form }: ModelFileType,
  folder: string,
  progress: ReportProgress,
): Promise<Result<ConversionResult>> {
  progress('checking', 0.1)
  if (form === 'zip') {
    const unzipped = await unzip(bytes, (names) => findModelPath(names) !== undefined)
    if (!unzipped.ok) return unzipped
    const name = findModelPath([...unzipped.value.keys()])
    if (name === undefined) return ok({ kind: 'archive', mime, facts: null, headsetRating: null, renditionBytes: {} })
    const loaded = await loadGltf(unzipped.value, name)
    return loaded.ok ? convertModel(loaded.value, mime, folder, progress) : loaded
  }
  const loaded = form === 'glb' ? await loadGlb(bytes) : await loadGltf(new Map([['model.gltf', bytes]]), 'model.gltf')
  return loaded.ok ? convertModel(loaded.value, mime, folder, progress) : loaded
}
