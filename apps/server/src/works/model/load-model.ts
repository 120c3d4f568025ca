import { type Document, type NodeIO } from '@gltf-transform/core'
import { dequantize, metalRough, uninstance } from '@gltf-transform/functions'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { checkGltf } from '../check/check-gltf.ts'
import { checkPictures } from '../check/check-pictures.ts'
import { listOf, type Loose, textOf, wholeOf } from '../check/loose-json.ts'
import { readGlb } from '../check/read-glb.ts'
import { validate } from '../check/validate.ts'
import { checkLoaded } from './check-loaded.ts'
import { makeIo, unpack } from './read-model.ts'
import { completeSkins } from './skins.ts'

/**
 * Makes a document of a GLB that nobody has looked at: bounds by its JSON, pictures by their headers, the validator,
 * and only then decoding, whose outcome is checked too. Every refusal says what is wrong with the file.
 */
export async function loadModel(bytes: Uint8Array): Promise<Result<Document>> {
  const glb = readGlb(bytes)
  if (!glb.ok) return glb
  const { json, binary } = glb.value
  const bounded = checkGltf(json, bytes.length)
  if (!bounded.ok) return bounded
  const pictures = checkPictures(picturesOf(json, binary))
  if (!pictures.ok) return pictures
  const valid = await validate(glb.value)
  if (!valid.ok) return valid
  return decode(json, (io) => io.readBinary(bytes))
}

/** Reads by gltf-transform and checks what came of it. Refuses work.not-valid where the reader stumbles. */
export async function decode(json: Loose, read: (io: NodeIO) => Promise<Document>): Promise<Result<Document>> {
  const used = Array.isArray(json['extensionsUsed']) ? json['extensionsUsed'].map(String) : []
  const io = await makeIo(used)
  try {
    const document = await read(io)
    unpack(document)
    const checked = checkLoaded(document)
    if (!checked.ok) return checked
    completeSkins(document)
    await paintPlainly(document)
    await document.transform(dequantize({ pattern: /^(POSITION|NORMAL|TANGENT)$/ }), uninstance())
    const root = document.getRoot()
    const scene = root.getDefaultScene() ?? root.listScenes()[0]
    if (!scene) return refuse('work.empty', 'invalid')
    for (const other of root.listScenes()) if (other !== scene) other.dispose()
    root.setDefaultScene(scene)
    return ok(document)
  } catch {
    return refuse('work.not-valid', 'invalid', { detail: { problem: 'UNREADABLE', place: '' } })
  }
}

/** Pictures that nothing shows go, and materials by specular and glossiness become such as a viewer draws. */
async function paintPlainly(document: Document): Promise<void> {
  const root = document.getRoot()
  for (const texture of root.listTextures()) if (texture.getMimeType() === 'image/ktx2') texture.dispose()
  const used = root.listExtensionsUsed().map(({ extensionName }) => extensionName)
  if (used.includes('KHR_materials_pbrSpecularGlossiness')) await document.transform(metalRough())
}

/** The bytes of the pictures inside, undecoded; what cannot be found is an empty one. */
function picturesOf(json: Loose, binary: Uint8Array): Uint8Array[] {
  const views = listOf(json['bufferViews'])
  return listOf(json['images']).map(({ uri, bufferView }) => {
    const address = textOf(uri)
    if (address !== undefined) return new Uint8Array(Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'))
    const view = views[wholeOf(bufferView, -1)]
    if (!view) return new Uint8Array(0)
    const from = wholeOf(view['byteOffset'])
    return binary.subarray(from, from + wholeOf(view['byteLength']))
  })
}
