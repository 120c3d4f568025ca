import { type Document } from '@gltf-transform/core'
import { posix } from 'node:path'
import { type Result } from '@veranda/core/result.ts'
import { checkGltf } from '../inspection/check-gltf.ts'
import { checkTextureImages } from '../inspection/check-texture-images.ts'
import { asObjects, asText } from '../inspection/untrusted-json.ts'
import { type UnzippedFiles } from '../inspection/unzip.ts'
import { parseGltf } from '../inspection/glb.ts'
import { decodeDocument, loadGlb } from './load-glb.ts'
import { makeGltfIo } from './gltf-io.ts'

/** Returns the path of the top-most .gltf or .glb in an archive, or undefined. */
export function findModelPath(names: readonly string[]): string | undefined {
  const depth = (name: string) => name.split('/').length
  const models = names.filter((name) => /\.(gltf|glb)$/i.test(name) && !name.startsWith('__MACOSX/'))
  return models.toSorted((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))[0]
}

/** Loads a .gltf with its files by converting it to a GLB, so that it passes the same checks. */
export async function loadGltf(files: UnzippedFiles, name: string): Promise<Result<Document>> {
  const bytes = files.get(name) ?? new Uint8Array(0)
  if (/\.glb$/i.test(name)) return loadGlb(bytes)
  const parsed = parseGltf(bytes)
  if (!parsed.ok) return parsed
  const json = parsed.value
  const fileOf = (uri: string) => files.get(posix.join(posix.dirname(name), decodeUri(uri)))
  const size = Array.from(files.values()).reduce((sum, file) => sum + file.length, 0)
  const checked = checkGltf(json, size, (uri) => fileOf(uri) !== undefined)
  if (!checked.ok) return checked
  const resources: Record<string, Uint8Array<ArrayBuffer>> = {}
  const images: Uint8Array[] = []
  for (const what of ['buffers', 'images'] as const) {
    for (const { uri } of asObjects(json[what])) {
      const address = asText(uri)
      const found = address === undefined || address.startsWith('data:') ? undefined : fileOf(address)
      if (!found || address === undefined) continue
      resources[address] = new Uint8Array(found)
      if (what === 'images') images.push(found)
    }
  }
  const sizes = checkTextureImages(images)
  if (!sizes.ok) return sizes
  // The reader accepts any JSON; what it cannot read becomes a refusal in decodeDocument.
  const document = await decodeDocument(json, (io) => io.readJSON({ json: json as never, resources }))
  if (!document.ok) return document
  return loadGlb(await (await makeGltfIo()).writeBinary(document.value))
}

function decodeUri(uri: string): string {
  try {
    return decodeURIComponent(uri)
  } catch {
    return uri
  }
}
