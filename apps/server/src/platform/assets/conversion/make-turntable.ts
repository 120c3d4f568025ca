import { dequantize } from '@gltf-transform/functions'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeGltfIo } from '../model/gltf-io.ts'
import { boundingBox, unionBox } from '../model/measure-model.ts'
import { listSurfaces } from '../model/surfaces.ts'
import { renderTurntable } from '../rendering/render-turntable.ts'
import { type ConversionResult, renditionFileNames } from './worker-messages.ts'

/** Renders a rendition of a model on a turntable. Error codes: asset.empty when nothing of it can be seen. */
export async function makeTurntable(file: string, folder: string): Promise<Result<ConversionResult>> {
  const io = await makeGltfIo(['EXT_meshopt_compression'])
  const document = await io.readBinary(new Uint8Array(await readFile(file)))
  await document.transform(dequantize())
  const surfaces = listSurfaces(document)
  if (surfaces.length === 0) return refuse('asset.empty', 'invalid')
  const box = surfaces.map(({ positions }) => boundingBox(positions)).reduce(unionBox)
  const bytes = await renderTurntable(surfaces, box)
  await writeFile(join(folder, renditionFileNames.turntable), bytes)
  return ok({
    kind: 'model',
    mediaType: 'model/gltf-binary',
    facts: null,
    headsetRating: null,
    embeddedMetadata: null,
    renditionBytes: { turntable: bytes.length },
  })
}
