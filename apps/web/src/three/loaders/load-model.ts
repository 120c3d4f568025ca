import {
  type BufferAttribute,
  Float32BufferAttribute,
  type InterleavedBufferAttribute,
  type Material,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Texture,
  TextureLoader,
} from 'three'
import { GLTFLoader, type GLTFParser } from 'three/addons/loaders/GLTFLoader.js'
import { acceleratedRaycast } from 'three-mesh-bvh'
import { Model, type PartMeshes } from '../viewer/model.ts'
import { prepareRestGeometry } from '../viewer/rest-pose.ts'
import { type ModelVariant } from './read-variants.ts'

/** A GLB and the names of its parts, indexed by the part numbers of its nodes. */
export type ModelSource = { readonly url: string; readonly parts: readonly string[] }

/**
 * Fetches a GLB and prepares it for drawing and raycasting. Calls `onProgress` with 0 to 1 while it downloads, and waits
 * for `endSlice` after each mesh.
 */
export async function loadModel(
  source: ModelSource,
  onProgress: (share: number) => void,
  signal: AbortSignal,
  endSlice?: () => Promise<void>,
): Promise<Model> {
  const [bytes, { MeshoptDecoder }] = await Promise.all([
    fetchWithProgress(source.url, onProgress, signal),
    // Mostly WebAssembly. It loads together with the model, so that the first picture does not wait for it.
    import('three/addons/libs/meshopt_decoder.module.js'),
  ])
  const loader = new GLTFLoader()
  loader.setMeshoptDecoder(MeshoptDecoder)
  // Loads textures with <img>: the default loader fetches blobs, which the content security policy does not allow.
  loader.register((parser) => {
    parser.textureLoader = new TextureLoader(parser.options.manager)
    return { name: 'images-by-img' }
  })
  if (mentions(bytes, 'KHR_texture_basisu')) loader.register((await import('./basis-textures.ts')).basisTextures)
  const { scene, parser, animations } = await loader.parseAsync(bytes, '')
  signal.throwIfAborted()
  const parts = new Map<number, PartMeshes>()
  const meshes: Mesh[] = []
  scene.updateMatrixWorld(true)
  scene.traverse((object) => {
    if (object instanceof Mesh) meshes.push(object)
  })
  for (const mesh of meshes) {
    prepareMesh(mesh)
    for (const material of [mesh.material].flat()) prepareMaterial(material)
    if (endSlice) await endSlice()
    let node: Object3D | null = mesh
    while (node && parser.associations.get(node)?.nodes === undefined) node = node.parent
    const index = node ? parser.associations.get(node)?.nodes : undefined
    if (!node || index === undefined) continue
    const part = parts.get(index) ?? { name: partNameOf(node, source.parts), node, meshes: [] }
    part.meshes.push(mesh)
    parts.set(index, part)
  }
  await addTextureDigests(parser)
  const variants = await loadVariants(parser, meshes)
  for (const { materials } of variants) for (const material of materials.values()) prepareMaterial(material)
  signal.throwIfAborted()
  return new Model(scene, [...parts.values()], animations, variants)
}

/** Gives each texture a digest of its image's bytes, or else its address, to compare it with that of another version. */
async function addTextureDigests(parser: GLTFParser): Promise<void> {
  for (const [texture, { textures: index }] of parser.associations) {
    if (!(texture instanceof Texture) || index === undefined) continue
    const { source, extensions } = parser.json.textures[index]
    const extended = Object.values<{ source?: number }>(extensions ?? {}).find((one) => one.source !== undefined)
    const image = parser.json.images[extended?.source ?? source]
    texture.userData['digest'] =
      image.bufferView === undefined ? image.uri : digestOf(await parser.getDependency('bufferView', image.bufferView))
  }
}

/** Returns the length of some bytes with a hash of their words as by FNV-1a; up to three bytes at the end are left out. */
function digestOf(bytes: ArrayBuffer): string {
  const words = new Uint32Array(bytes, 0, Math.floor(bytes.byteLength / 4))
  let hash = 0x811c_9dc5
  // Megabytes: walked by index, which is twenty times as fast as by the iterator.
  for (let index = 0; index < words.length; index += 1) hash = Math.imul(hash ^ (words[index] ?? 0), 0x0100_0193)
  return `${bytes.byteLength} ${hash >>> 0}`
}

/** Returns whether the JSON of a GLB contains a text. */
function mentions(bytes: ArrayBuffer, text: string): boolean {
  const [headerBytes, lengthOffset] = [20, 12]
  if (bytes.byteLength < headerBytes) return false
  const jsonBytes = Math.min(new DataView(bytes).getUint32(lengthOffset, true), bytes.byteLength - headerBytes)
  return new TextDecoder().decode(new Uint8Array(bytes, headerBytes, jsonBytes)).includes(text)
}

/** Reads the variants of a model; the code for it is loaded only if there are some. */
async function loadVariants(parser: GLTFParser, meshes: readonly Mesh[]): Promise<ModelVariant[]> {
  const used: unknown = parser.json?.extensionsUsed
  if (!Array.isArray(used) || !used.includes('KHR_materials_variants')) return []
  const { readVariants } = await import('./read-variants.ts')
  return readVariants(parser, meshes)
}

/**
 * Returns the part name by the number on the node, else the author's name, which the loader rewrites for its own use.
 */
function partNameOf({ name, userData }: Object3D, names: readonly string[]): string {
  const authorName: unknown = userData['name']
  return names[Number(userData['part'])] ?? (typeof authorName === 'string' ? authorName : name)
}

/** Unpacks quantized positions and builds the BVH for raycasting. */
function prepareMesh(mesh: Mesh): void {
  const { geometry } = mesh
  geometry.setAttribute('position', toFloatAttribute(geometry.getAttribute('position')))
  if (geometry.index === null) {
    geometry.setIndex(Array.from({ length: geometry.getAttribute('position').count }, (_, index) => index))
  }
  if (!geometry.hasAttribute('normal')) geometry.computeVertexNormals()
  prepareRestGeometry(mesh)
  mesh.raycast = acceleratedRaycast
  mesh.castShadow = true
  mesh.receiveShadow = true
}

/**
 * Leaves with cut-out edges are antialiased like everything else; a hard cut would leave dots along them. Unlit surfaces
 * show exactly the colours that their author gave them, which tone mapping would darken.
 */
function prepareMaterial(material: Material): void {
  material.alphaToCoverage = material.alphaTest > 0
  if (material instanceof MeshBasicMaterial) material.toneMapped = false
}

function toFloatAttribute(attribute: BufferAttribute | InterleavedBufferAttribute): Float32BufferAttribute {
  const values = new Float32Array(attribute.count * 3)
  for (let index = 0; index < attribute.count; index += 1) {
    values[index * 3] = attribute.getX(index)
    values[index * 3 + 1] = attribute.getY(index)
    values[index * 3 + 2] = attribute.getZ(index)
  }
  return new Float32BufferAttribute(values, 3)
}

async function fetchWithProgress(
  url: string,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const answer = await fetch(url, { signal, credentials: 'same-origin' })
  if (!answer.ok || !answer.body) throw new Error(`model request failed with status ${answer.status}`)
  const totalBytes = Number(answer.headers.get('content-length'))
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let receivedBytes = 0
  const reader = answer.body.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value)
    receivedBytes += next.value.length
    if (totalBytes > 0) onProgress(Math.min(1, receivedBytes / totalBytes))
  }
  return new Blob(chunks).arrayBuffer()
}
