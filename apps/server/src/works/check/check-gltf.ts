import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { fileLimits } from './limits.ts'
import { listOf, type Loose, numbersOf, objectOf, textOf, wholeOf } from './loose-json.ts'
import { checkTextures } from './check-textures.ts'
import { known } from './extensions.ts'

const elementBytes: Readonly<Record<string, number>> = {
  SCALAR: 4,
  VEC2: 8,
  VEC3: 12,
  VEC4: 16,
  MAT2: 16,
  MAT3: 36,
  MAT4: 64,
}

/**
 * Bounds what a glTF would take before anything of it is decoded, by its JSON alone: files outside itself, numbers of
 * things, the tree of its nodes, triangles with every instance, bytes of decoded accessors, also of those that have none.
 * `bytes` is the size of all files; `inside` says whether a URI is one that came along. Every refusal is invalid:
 * work.external-files, work.ktx2, work.unknown-extension, work.too-many-nodes, work.too-many-parts, work.too-many-things,
 * work.tangled, work.too-many-triangles, work.too-much-memory, work.not-valid and work.empty.
 */
export function checkGltf(json: Loose, bytes: number, inside: (uri: string) => boolean = () => false): Result<null> {
  for (const what of ['buffers', 'images'] as const) {
    for (const { uri } of listOf(json[what])) {
      const address = textOf(uri)
      if (address !== undefined && !address.startsWith('data:') && !inside(address)) {
        return refuse('work.external-files', 'invalid', { detail: { name: address.slice(0, 80) } })
      }
    }
  }
  const textures = checkTextures(json)
  if (!textures.ok) return textures
  const missing = (Array.isArray(json['extensionsRequired']) ? json['extensionsRequired'] : []).find(
    (name) => typeof name !== 'string' || !known.has(name),
  )
  if (missing !== undefined) {
    return refuse('work.unknown-extension', 'invalid', { detail: { name: String(missing).slice(0, 80) } })
  }
  const nodes = listOf(json['nodes'])
  if (nodes.length > fileLimits.nodes) {
    return refuse('work.too-many-nodes', 'invalid', { detail: { count: nodes.length, most: fileLimits.nodes } })
  }
  for (const what of ['meshes', 'accessors', 'bufferViews', 'materials', 'animations', 'skins', 'textures'] as const) {
    if (listOf(json[what]).length > fileLimits.things) return refuse('work.too-many-things', 'invalid')
  }
  if (listOf(json['images']).length > fileLimits.images) return refuse('work.too-many-things', 'invalid')
  const tree = checkTree(nodes)
  return tree.ok ? checkSizes(json, nodes, bytes) : tree
}

/** Every node has one parent at most, and no path is deeper than there is use for; so there are no circles. */
function checkTree(nodes: readonly Loose[]): Result<null> {
  const parents = new Map<number, number>()
  for (const [index, node] of nodes.entries()) {
    for (const child of numbersOf(node['children'])) {
      if (parents.has(child) || child === index) return refuse('work.tangled', 'invalid')
      parents.set(child, index)
    }
  }
  for (const start of nodes.keys()) {
    let depth = 0
    for (let at = parents.get(start); at !== undefined; at = parents.get(at)) {
      depth += 1
      if (depth > fileLimits.depth) return refuse('work.tangled', 'invalid')
    }
  }
  return ok(null)
}

function checkSizes(json: Loose, nodes: readonly Loose[], bytes: number): Result<null> {
  const accessors = listOf(json['accessors'])
  const countOf = (index: unknown) => wholeOf(accessors[wholeOf(index, -1)]?.['count'])
  const decoded = accessors.reduce(
    (sum, accessor) => sum + decodedBytes(accessor),
    listOf(json['bufferViews']).reduce((sum, view) => sum + unpackedBytes(view), 0),
  )
  if (!(decoded <= fileLimits.decodedBytes)) return refuse('work.too-much-memory', 'invalid')
  const meshes = listOf(json['meshes'])
  const claims = checkClaims(accessors, meshes, bytes)
  if (!claims.ok) return claims
  const triangles = meshes.map(({ primitives }) =>
    listOf(primitives).reduce((sum, primitive) => sum + trianglesOf(primitive, countOf), 0),
  )
  let total = 0
  let parts = 0
  for (const node of nodes) {
    if (node['mesh'] === undefined) continue
    parts += 1
    total += (triangles[wholeOf(node['mesh'], -1)] ?? 0) * instancesOf(node, countOf)
  }
  if (total > fileLimits.triangles) {
    return refuse('work.too-many-triangles', 'invalid', { detail: { count: total, most: fileLimits.triangles } })
  }
  if (parts > fileLimits.parts) {
    return refuse('work.too-many-parts', 'invalid', { detail: { count: parts, most: fileLimits.parts } })
  }
  return total === 0 ? refuse('work.empty', 'invalid') : ok(null)
}

function trianglesOf(primitive: Loose, countOf: (index: unknown) => number): number {
  const corners = countOf(primitive['indices'] ?? objectOf(primitive['attributes'])['POSITION'])
  const mode = wholeOf(primitive['mode'], 4)
  if (mode === 4) return Math.floor(corners / 3)
  return mode === 5 || mode === 6 ? Math.max(0, corners - 2) : 0
}

function decodedBytes({ count, type }: Loose): number {
  return wholeOf(count) * (elementBytes[textOf(type) ?? ''] ?? 64)
}

/**
 * An accessor without bytes of its own is all zeros, or sparse, or packed by Draco: a few letters may claim any number of
 * them, and each would be made.
 */
function checkClaims(accessors: readonly Loose[], meshes: readonly Loose[], bytes: number): Result<null> {
  const packed = new Set<unknown>()
  for (const primitive of meshes.flatMap(({ primitives }) => listOf(primitives))) {
    if (objectOf(primitive['extensions'])['KHR_draco_mesh_compression'] === undefined) continue
    for (const index of [primitive['indices'], ...Object.values(objectOf(primitive['attributes']))]) packed.add(index)
  }
  const { claimed } = fileLimits
  const left = {
    own: Math.max(claimed.bytes, bytes * claimed.ofFile),
    draco: Math.max(claimed.bytes, bytes * claimed.ofDraco),
  }
  for (const [index, accessor] of accessors.entries()) {
    if (accessor['bufferView'] !== undefined) continue
    const kind = packed.has(index) ? 'draco' : 'own'
    left[kind] -= decodedBytes(accessor)
    if (left[kind] < 0) {
      return refuse('work.not-valid', 'invalid', {
        detail: { problem: 'ACCESSOR_WITHOUT_BYTES', place: `/accessors/${index}` },
      })
    }
  }
  return ok(null)
}

/** A buffer view under meshopt says how large it becomes. */
function unpackedBytes(view: Loose): number {
  const packed = objectOf(objectOf(view['extensions'])['EXT_meshopt_compression'])
  return wholeOf(packed['count']) * wholeOf(packed['byteStride'])
}

function instancesOf(node: Loose, countOf: (index: unknown) => number): number {
  const instancing = objectOf(objectOf(node['extensions'])['EXT_mesh_gpu_instancing'])
  const attributes = Object.values(objectOf(instancing['attributes']))
  return attributes.length === 0 ? 1 : Math.max(1, ...attributes.slice(0, 16).map(countOf))
}
