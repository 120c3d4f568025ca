import { type Document } from '@gltf-transform/core'
import { posix } from 'node:path'
import { type Result } from '@veranda/core/result.ts'
import { checkGltf } from '../check/check-gltf.ts'
import { checkPictures } from '../check/check-pictures.ts'
import { listOf, textOf } from '../check/loose-json.ts'
import { type Unpacked } from '../check/open-zip.ts'
import { parseGltf } from '../check/read-glb.ts'
import { decode, loadModel } from './load-model.ts'
import { makeIo } from './read-model.ts'

/** The path of the model in an archive: the highest .gltf or .glb; undefined when there is none. */
export function modelIn(names: readonly string[]): string | undefined {
  const depth = (name: string) => name.split('/').length
  const models = names.filter((name) => /\.(gltf|glb)$/i.test(name) && !name.startsWith('__MACOSX/'))
  return models.toSorted((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))[0]
}

/**
 * Makes a document of a .gltf with the files beside it, by way of a GLB, so that it passes the same checks as one.
 */
export async function loadGltf(files: Unpacked, name: string): Promise<Result<Document>> {
  const bytes = files.get(name) ?? new Uint8Array(0)
  if (/\.glb$/i.test(name)) return loadModel(bytes)
  const parsed = parseGltf(bytes)
  if (!parsed.ok) return parsed
  const json = parsed.value
  const fileOf = (uri: string) => files.get(posix.join(posix.dirname(name), decoded(uri)))
  const size = Array.from(files.values()).reduce((sum, file) => sum + file.length, 0)
  const bounded = checkGltf(json, size, (uri) => fileOf(uri) !== undefined)
  if (!bounded.ok) return bounded
  const resources: Record<string, Uint8Array<ArrayBuffer>> = {}
  const pictures: Uint8Array[] = []
  for (const what of ['buffers', 'images'] as const) {
    for (const { uri } of listOf(json[what])) {
      const address = textOf(uri)
      const found = address === undefined || address.startsWith('data:') ? undefined : fileOf(address)
      if (!found || address === undefined) continue
      resources[address] = new Uint8Array(found)
      if (what === 'images') pictures.push(found)
    }
  }
  const sizes = checkPictures(pictures)
  if (!sizes.ok) return sizes
  // The reader takes this very JSON; what it cannot read becomes a refusal in decode.
  const document = await decode(json, (io) => io.readJSON({ json: json as never, resources }))
  if (!document.ok) return document
  return loadModel(await (await makeIo()).writeBinary(document.value))
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri)
  } catch {
    return uri
  }
}
