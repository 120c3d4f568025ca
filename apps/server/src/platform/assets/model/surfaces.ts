import { type Document, type Material, type Node, type Primitive } from '@gltf-transform/core'
import { readAccessorFloats } from './accessor-floats.ts'
import { listSceneNodes, partIndexOf } from './name-parts.ts'
import { posedPositions } from './skinning.ts'

/** One primitive in world space: metres, triangles only. */
export type Surface = {
  readonly partIndex: number
  /** Part of each vertex, where several parts are merged. */
  readonly vertexParts: ArrayLike<number> | null
  readonly material: Material | null
  readonly positions: Float32Array
  readonly uvs: Float32Array | null
  readonly indices: Uint32Array
  readonly node: Node
  readonly primitive: Primitive
}

/** Lists every surface of the scene in its saved pose: node transforms, morph targets and skins applied. */
export function listSurfaces(document: Document): Surface[] {
  const surfaces: Surface[] = []
  for (const node of listSceneNodes(document.getRoot().getDefaultScene())) {
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      const indices = triangleIndices(primitive)
      const positions = posedPositions(node, primitive)
      if (indices.length === 0 || !positions) continue
      const uv = primitive.getAttribute('TEXCOORD_0')
      surfaces.push({
        partIndex: partIndexOf(node) ?? 0,
        vertexParts: primitive.getAttribute('_PART')?.getArray() ?? null,
        material: primitive.getMaterial(),
        positions,
        uvs: uv && readAccessorFloats(uv, 2),
        indices,
        node,
        primitive,
      })
    }
  }
  return surfaces
}

/** Returns the triangle indices of a primitive, from lists, strips and fans; empty for points and lines. */
export function triangleIndices(primitive: Primitive): Uint32Array {
  const mode = primitive.getMode()
  const indexArray = primitive.getIndices()?.getArray()
  const vertices = primitive.getAttribute('POSITION')?.getCount() ?? 0
  const corners = indexArray
    ? Uint32Array.from(indexArray)
    : Uint32Array.from({ length: vertices }, (_, index) => index)
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
