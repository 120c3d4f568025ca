import { type Document, type NodeIO } from '@gltf-transform/core'
import { dequantize, metalRough, uninstance } from '@gltf-transform/functions'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { checkGltf } from '../inspection/check-gltf.ts'
import { checkTextureImages } from '../inspection/check-texture-images.ts'
import { asObjects, type UntrustedJson, asText, asCount } from '../inspection/untrusted-json.ts'
import { readGlb } from '../inspection/glb.ts'
import { validateGltf } from '../inspection/validate-gltf.ts'
import { checkDecodedDocument } from './check-decoded-document.ts'
import { makeGltfIo, removeCompression } from './gltf-io.ts'
import { addInverseBindMatrices } from './skin-bindings.ts'

/**
 * Loads an untrusted GLB: checks its JSON, image headers and the validator's result, then decodes it and checks the
 * decoded data. Every refusal says what is wrong with the file.
 */
export async function loadGlb(bytes: Uint8Array): Promise<Result<Document>> {
  const glb = readGlb(bytes)
  if (!glb.ok) return glb
  const { json, binary } = glb.value
  const checked = checkGltf(json, bytes.length)
  if (!checked.ok) return checked
  const images = checkTextureImages(embeddedImages(json, binary))
  if (!images.ok) return images
  const valid = await validateGltf(glb.value)
  if (!valid.ok) return valid
  return decodeDocument(json, (io) => io.readBinary(bytes))
}

/**
 * Decodes a document with gltf-transform and checks it. Error codes: asset.invalid-gltf when the reader fails,
 * asset.empty without a scene, and those of checkDecodedDocument.
 */
export async function decodeDocument(
  json: UntrustedJson,
  read: (io: NodeIO) => Promise<Document>,
): Promise<Result<Document>> {
  const used = Array.isArray(json['extensionsUsed']) ? json['extensionsUsed'].map(String) : []
  const io = await makeGltfIo(used)
  try {
    const document = await read(io)
    removeCompression(document)
    const checked = checkDecodedDocument(document)
    if (!checked.ok) return checked
    addInverseBindMatrices(document)
    await normalizeMaterials(document)
    await document.transform(dequantize({ pattern: /^(POSITION|NORMAL|TANGENT)$/ }), uninstance())
    const root = document.getRoot()
    const scene = root.getDefaultScene() ?? root.listScenes()[0]
    if (!scene) return refuse('asset.empty', 'invalid')
    for (const other of root.listScenes()) if (other !== scene) other.dispose()
    root.setDefaultScene(scene)
    return ok(document)
  } catch {
    return refuse('asset.invalid-gltf', 'invalid', { detail: { problem: 'UNREADABLE', place: '' } })
  }
}

/** Removes unused KTX2 textures and converts specular-glossiness materials to metallic-roughness. */
async function normalizeMaterials(document: Document): Promise<void> {
  const root = document.getRoot()
  for (const texture of root.listTextures()) if (texture.getMimeType() === 'image/ktx2') texture.dispose()
  const used = root.listExtensionsUsed().map(({ extensionName }) => extensionName)
  if (used.includes('KHR_materials_pbrSpecularGlossiness')) await document.transform(metalRough())
}

/** Returns the bytes of embedded images, not decoded; empty for images that cannot be found. */
function embeddedImages(json: UntrustedJson, binary: Uint8Array): Uint8Array[] {
  const views = asObjects(json['bufferViews'])
  return asObjects(json['images']).map(({ uri, bufferView }) => {
    const address = asText(uri)
    if (address !== undefined) return new Uint8Array(Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'))
    const view = views[asCount(bufferView, -1)]
    if (!view) return new Uint8Array(0)
    const from = asCount(view['byteOffset'])
    return binary.subarray(from, from + asCount(view['byteLength']))
  })
}
