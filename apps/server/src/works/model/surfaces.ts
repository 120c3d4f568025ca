import { type Document, type Material, type Primitive } from '@gltf-transform/core'
import { floatsOf } from './floats-of.ts'
import { nodesOf, partOf } from './name-parts.ts'
import { positionsAtRest } from './at-rest.ts'

/** One primitive as it stands in the world: metres, triangles only. */
export type Surface = {
  readonly part: number
  /** The part of each vertex, where parts are drawn as one. */
  readonly parts: ArrayLike<number> | null
  readonly material: Material | null
  readonly positions: Float32Array
  readonly uvs: Float32Array | null
  readonly indices: Uint32Array
}

/** Every surface that the scene shows in the pose it is saved in: transforms of nodes, morph targets and skins applied. */
export function surfacesOf(document: Document): Surface[] {
  const surfaces: Surface[] = []
  for (const node of nodesOf(document.getRoot().getDefaultScene())) {
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      const indices = trianglesOf(primitive)
      const positions = positionsAtRest(node, primitive)
      if (indices.length === 0 || !positions) continue
      const uv = primitive.getAttribute('TEXCOORD_0')
      surfaces.push({
        part: partOf(node) ?? 0,
        parts: primitive.getAttribute('_PART')?.getArray() ?? null,
        material: primitive.getMaterial(),
        positions,
        uvs: uv && floatsOf(uv, 2),
        indices,
      })
    }
  }
  return surfaces
}

/** The corners of a primitive as a list of triangles, from lists, strips and fans; nothing for points and lines. */
export function trianglesOf(primitive: Primitive): Uint32Array {
  const mode = primitive.getMode()
  const listed = primitive.getIndices()?.getArray()
  const vertices = primitive.getAttribute('POSITION')?.getCount() ?? 0
  const corners = listed ? Uint32Array.from(listed) : Uint32Array.from({ length: vertices }, (_, index) => index)
  if (mode === 4) return corners.slice(0, corners.length - (corners.length % 3))
  if (mode !== 5 && mode !== 6) return new Uint32Array(0)
  const count = Math.max(0, corners.length - 2)
  const triangles = new Uint32Array(count * 3)
  for (let index = 0; index < count; index += 1) {
    const odd = mode === 5 && index % 2 === 1
    const [a, b, c] =
      mode === 6 ? [0, index + 1, index + 2] : odd ? [index + 1, index, index + 2] : [index, index + 1, index + 2]
    triangles.set([corners[a] ?? 0, corners[b] ?? 0, corners[c] ?? 0], index * 3)
  }
  return triangles
}
