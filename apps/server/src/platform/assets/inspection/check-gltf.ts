import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { supportedExtensionNames } from './gltf-extensions.ts'
import { fileLimits } from './file-limits.ts'
import { asCount, asNumbers, asObject, asObjects, asText, type UntrustedJson } from './untrusted-json.ts'

const bytesPerElement: Readonly<Record<string, number>> = {
  SCALAR: 4,
  VEC2: 8,
  VEC3: 12,
  VEC4: 16,
  MAT2: 16,
  MAT3: 36,
  MAT4: 64,
}

/**
 * Checks the cost of a glTF by its JSON alone, before anything is decoded: external files, element counts, the node
 * tree, triangles with instances, and bytes of decoded accessors, including those without a buffer view. `bytes` is the
 * size of all files; `isIncluded` returns whether a URI was uploaded with the model. Error codes (all invalid):
 * asset.external-files, asset.ktx2-unsupported, asset.unsupported-extension, asset.too-many-nodes,
 * asset.too-many-parts, asset.too-many-elements, asset.cyclic-or-too-deep, asset.too-many-triangles,
 * asset.too-much-memory, asset.invalid-gltf and asset.empty.
 */
export function checkGltf(
  json: UntrustedJson,
  bytes: number,
  isIncluded: (uri: string) => boolean = () => false,
): Result<null> {
  for (const what of ['buffers', 'images'] as const) {
    for (const { uri } of asObjects(json[what])) {
      const address = asText(uri)
      if (address !== undefined && !address.startsWith('data:') && !isIncluded(address)) {
        return refuse('asset.external-files', 'invalid', { detail: { name: address.slice(0, 80) } })
      }
    }
  }
  const textures = checkKtx2Textures(json)
  if (!textures.ok) return textures
  const unsupported = (Array.isArray(json['extensionsRequired']) ? json['extensionsRequired'] : []).find(
    (name) => typeof name !== 'string' || !supportedExtensionNames.has(name),
  )
  if (unsupported !== undefined) {
    return refuse('asset.unsupported-extension', 'invalid', { detail: { name: String(unsupported).slice(0, 80) } })
  }
  const nodes = asObjects(json['nodes'])
  if (nodes.length > fileLimits.nodes) {
    return refuse('asset.too-many-nodes', 'invalid', { detail: { count: nodes.length, max: fileLimits.nodes } })
  }
  for (const what of ['meshes', 'accessors', 'bufferViews', 'materials', 'animations', 'skins', 'textures'] as const) {
    if (asObjects(json[what]).length > fileLimits.elementsPerKind) return refuse('asset.too-many-elements', 'invalid')
  }
  if (asObjects(json['images']).length > fileLimits.images) return refuse('asset.too-many-elements', 'invalid')
  const tree = checkNodeTree(nodes)
  return tree.ok ? checkDecodedSize(json, nodes, bytes) : tree
}

/** Checks that every node has at most one parent and limited depth, which also rules out cycles. */
function checkNodeTree(nodes: readonly UntrustedJson[]): Result<null> {
  const parents = new Map<number, number>()
  for (const [index, node] of nodes.entries()) {
    for (const child of asNumbers(node['children'])) {
      if (parents.has(child) || child === index) return refuse('asset.cyclic-or-too-deep', 'invalid')
      parents.set(child, index)
    }
  }
  for (const start of nodes.keys()) {
    let depth = 0
    for (let ancestor = parents.get(start); ancestor !== undefined; ancestor = parents.get(ancestor)) {
      depth += 1
      if (depth > fileLimits.nodeDepth) return refuse('asset.cyclic-or-too-deep', 'invalid')
    }
  }
  return ok(null)
}

function checkDecodedSize(json: UntrustedJson, nodes: readonly UntrustedJson[], bytes: number): Result<null> {
  const accessors = asObjects(json['accessors'])
  const countOf = (index: unknown) => asCount(accessors[asCount(index, -1)]?.['count'])
  const decoded = accessors.reduce(
    (sum, accessor) => sum + decodedAccessorBytes(accessor),
    asObjects(json['bufferViews']).reduce((sum, view) => sum + unpackedViewBytes(view), 0),
  )
  if (!(decoded <= fileLimits.decodedBytes)) return refuse('asset.too-much-memory', 'invalid')
  const meshes = asObjects(json['meshes'])
  const byteless = checkBytelessAccessors(accessors, meshes, bytes)
  if (!byteless.ok) return byteless
  const triangles = meshes.map(({ primitives }) =>
    asObjects(primitives).reduce((sum, primitive) => sum + countTriangles(primitive, countOf), 0),
  )
  let total = 0
  let parts = 0
  for (const node of nodes) {
    if (node['mesh'] === undefined) continue
    parts += 1
    total += (triangles[asCount(node['mesh'], -1)] ?? 0) * countInstances(node, countOf)
  }
  if (total > fileLimits.triangles) {
    return refuse('asset.too-many-triangles', 'invalid', { detail: { count: total, max: fileLimits.triangles } })
  }
  if (parts > fileLimits.parts) {
    return refuse('asset.too-many-parts', 'invalid', { detail: { count: parts, max: fileLimits.parts } })
  }
  return total === 0 ? refuse('asset.empty', 'invalid') : ok(null)
}

function countTriangles(primitive: UntrustedJson, countOf: (index: unknown) => number): number {
  const corners = countOf(primitive['indices'] ?? asObject(primitive['attributes'])['POSITION'])
  const mode = asCount(primitive['mode'], 4)
  if (mode === 4) return Math.floor(corners / 3)
  return mode === 5 || mode === 6 ? Math.max(0, corners - 2) : 0
}

function decodedAccessorBytes({ count, type }: UntrustedJson): number {
  return asCount(count) * (bytesPerElement[asText(type) ?? ''] ?? 64)
}

/**
 * Limits accessors without a buffer view. They are all zeros, sparse or packed by Draco, so a few characters of JSON
 * may claim any number of elements, and each would be allocated.
 */
function checkBytelessAccessors(
  accessors: readonly UntrustedJson[],
  meshes: readonly UntrustedJson[],
  bytes: number,
): Result<null> {
  const packed = new Set<unknown>()
  for (const primitive of meshes.flatMap(({ primitives }) => asObjects(primitives))) {
    if (asObject(primitive['extensions'])['KHR_draco_mesh_compression'] === undefined) continue
    for (const index of [primitive['indices'], ...Object.values(asObject(primitive['attributes']))]) packed.add(index)
  }
  const { bytelessAccessors } = fileLimits
  const budget = {
    own: Math.max(bytelessAccessors.minAllowedBytes, bytes * bytelessAccessors.fileSizeFactor),
    draco: Math.max(bytelessAccessors.minAllowedBytes, bytes * bytelessAccessors.dracoFileSizeFactor),
  }
  for (const [index, accessor] of accessors.entries()) {
    if (accessor['bufferView'] !== undefined) continue
    const kind = packed.has(index) ? 'draco' : 'own'
    budget[kind] -= decodedAccessorBytes(accessor)
    if (budget[kind] < 0) {
      return refuse('asset.invalid-gltf', 'invalid', {
        detail: { problem: 'ACCESSOR_WITHOUT_BYTES', place: `/accessors/${index}` },
      })
    }
  }
  return ok(null)
}

/** Returns the decoded size that a meshopt buffer view declares. */
function unpackedViewBytes(view: UntrustedJson): number {
  const packed = asObject(asObject(view['extensions'])['EXT_meshopt_compression'])
  return asCount(packed['count']) * asCount(packed['byteStride'])
}

function countInstances(node: UntrustedJson, countOf: (index: unknown) => number): number {
  const instancing = asObject(asObject(node['extensions'])['EXT_mesh_gpu_instancing'])
  const attributes = Object.values(asObject(instancing['attributes']))
  return attributes.length === 0 ? 1 : Math.max(1, ...attributes.slice(0, 16).map(countOf))
}

/**
 * Checks that every KTX2 texture has a fallback image, because KTX2 is not decoded. Error code: asset.ktx2-unsupported
 * (invalid).
 */
export function checkKtx2Textures(json: UntrustedJson): Result<null> {
  const images = asObjects(json['images'])
  const isKtx2 = images.map(({ mimeType, uri }) => mimeType === 'image/ktx2' || /\.ktx2$/i.test(asText(uri) ?? ''))
  const ktx2Only = asObjects(json['textures']).some(({ source, extensions }) =>
    source === undefined
      ? asObject(extensions)['KHR_texture_basisu'] !== undefined
      : isKtx2[asCount(source, -1)] === true,
  )
  return ktx2Only ? refuse('asset.ktx2-unsupported', 'invalid') : ok(null)
}
