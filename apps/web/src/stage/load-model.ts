import {
  type BufferAttribute,
  Float32BufferAttribute,
  type InterleavedBufferAttribute,
  Mesh,
  type Object3D,
  TextureLoader,
} from 'three'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js'
import { acceleratedRaycast } from 'three-mesh-bvh'
import { Model, type PartMeshes } from './model.ts'
import { prepareRest } from './rest.ts'

/** A GLB and how its parts are called, by the numbers that its nodes carry. */
export type Source = { readonly url: string; readonly parts: readonly string[] }

/** Fetches a GLB and makes it ready to be shown and pointed at. `progress` hears 0 to 1 while it arrives. */
export async function loadModel(
  source: Source,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<Model> {
  const bytes = await fetchBytes(source.url, progress, signal)
  const loader = new GLTFLoader()
  loader.setMeshoptDecoder(MeshoptDecoder)
  // Pictures by <img>: the other way fetches blobs, which the page's policy has no need to allow.
  loader.register((parser) => {
    parser.textureLoader = new TextureLoader(parser.options.manager)
    return { name: 'pictures-by-img' }
  })
  const { scene, parser, animations } = await loader.parseAsync(bytes, '')
  signal.throwIfAborted()
  const parts = new Map<number, PartMeshes>()
  scene.updateMatrixWorld(true)
  scene.traverse((object) => {
    if (!(object instanceof Mesh)) return
    prepare(object)
    let node: typeof object.parent = object
    while (node && parser.associations.get(node)?.nodes === undefined) node = node.parent
    const index = node ? parser.associations.get(node)?.nodes : undefined
    if (!node || index === undefined) return
    const part = parts.get(index) ?? { name: nameOf(node, source.parts), node, meshes: [] }
    part.meshes.push(object)
    parts.set(index, part)
  })
  return new Model(scene, [...parts.values()], animations)
}

/** By the number that the node carries; else the author's name, which the loader rewrites for its own use. */
function nameOf({ name, userData }: Object3D, names: readonly string[]): string {
  const given: unknown = userData['name']
  return names[Number(userData['part'])] ?? (typeof given === 'string' ? given : name)
}

/** Plain numbers in place of packed ones, and a tree that answers rays at once. */
function prepare(mesh: Mesh): void {
  const { geometry } = mesh
  geometry.setAttribute('position', plain(geometry.getAttribute('position')))
  if (geometry.index === null) {
    geometry.setIndex(Array.from({ length: geometry.getAttribute('position').count }, (_, index) => index))
  }
  if (!geometry.hasAttribute('normal')) geometry.computeVertexNormals()
  prepareRest(mesh)
  mesh.raycast = acceleratedRaycast
  mesh.castShadow = true
  mesh.receiveShadow = true
}

function plain(attribute: BufferAttribute | InterleavedBufferAttribute): Float32BufferAttribute {
  const values = new Float32Array(attribute.count * 3)
  for (let index = 0; index < attribute.count; index += 1) {
    values[index * 3] = attribute.getX(index)
    values[index * 3 + 1] = attribute.getY(index)
    values[index * 3 + 2] = attribute.getZ(index)
  }
  return new Float32BufferAttribute(values, 3)
}

async function fetchBytes(url: string, progress: (share: number) => void, signal: AbortSignal): Promise<ArrayBuffer> {
  const answer = await fetch(url, { signal, credentials: 'same-origin' })
  if (!answer.ok || !answer.body) throw new Error(`the model answered ${answer.status}`)
  const whole = Number(answer.headers.get('content-length'))
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let arrived = 0
  const reader = answer.body.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    pieces.push(next.value)
    arrived += next.value.length
    if (whole > 0) progress(Math.min(1, arrived / whole))
  }
  return new Blob(pieces).arrayBuffer()
}
