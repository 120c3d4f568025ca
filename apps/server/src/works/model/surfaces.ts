import { type Document, type Material, type Node, type Primitive, type Skin } from '@gltf-transform/core'
import { nodesOf, partOf } from './name-parts.ts'

/** One primitive as it stands in the world: metres, triangles only. */
export type Surface = {
  readonly part: number
  readonly material: Material | null
  readonly positions: Float32Array
  readonly uvs: Float32Array | null
  readonly indices: Uint32Array
}

type Matrix = readonly number[]

/** Every surface that the scene shows, with the transforms of its nodes applied, skins in the pose they are saved in. */
export function surfacesOf(document: Document): Surface[] {
  const surfaces: Surface[] = []
  for (const node of nodesOf(document.getRoot().getDefaultScene())) {
    const mesh = node.getMesh()
    if (!mesh) continue
    for (const primitive of mesh.listPrimitives()) {
      const indices = trianglesOf(primitive)
      if (indices.length === 0) continue
      const skin = node.getSkin()
      const uv = primitive.getAttribute('TEXCOORD_0')
      const place = primitive.getAttribute('POSITION')
      if (!place) continue
      const uvs = uv ? floatsOf(uv, 2) : null
      const raw = floatsOf(place, 3)
      const positions =
        skin && primitive.getAttribute('JOINTS_0') ? posed(raw, primitive, skin) : moved(raw, node.getWorldMatrix())
      surfaces.push({ part: partOf(node) ?? 0, material: primitive.getMaterial(), positions, uvs, indices })
    }
  }
  return surfaces
}

type Elements = {
  getArray(): ArrayLike<number> | null
  getCount(): number
  getElement(index: number, into: number[]): number[]
}

function floatsOf(accessor: Elements, size: number): Float32Array {
  const array = accessor.getArray()
  if (array instanceof Float32Array) return array.slice(0, accessor.getCount() * size)
  const floats = new Float32Array(accessor.getCount() * size)
  const element: number[] = []
  for (let index = 0; index < accessor.getCount(); index += 1) {
    accessor.getElement(index, element)
    for (let axis = 0; axis < size; axis += 1) floats[index * size + axis] = element[axis] ?? 0
  }
  return floats
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

function moved(positions: Float32Array, m: Matrix): Float32Array {
  const [a = 1, b = 0, c = 0, , d = 0, e = 1, f = 0, , g = 0, h = 0, i = 1, , x = 0, y = 0, z = 0] = m
  for (let at = 0; at < positions.length; at += 3) {
    const px = positions[at] ?? 0
    const py = positions[at + 1] ?? 0
    const pz = positions[at + 2] ?? 0
    positions[at] = a * px + d * py + g * pz + x
    positions[at + 1] = b * px + e * py + h * pz + y
    positions[at + 2] = c * px + f * py + i * pz + z
  }
  return positions
}

/** Skinned vertices by their joints; the transform of the mesh's own node does not count (glTF 2.0, 3.7.3.3). */
function posed(positions: Float32Array, primitive: Primitive, skin: Skin): Float32Array {
  const matrices = skin.listJoints().map((joint, index) => jointMatrix(joint, skin, index))
  const joints = primitive.getAttribute('JOINTS_0')
  const weights = primitive.getAttribute('WEIGHTS_0')
  if (!joints || !weights) return positions
  const [joint, weight]: [number[], number[]] = [[], []]
  for (let vertex = 0; vertex < joints.getCount(); vertex += 1) {
    joints.getElement(vertex, joint)
    weights.getElement(vertex, weight)
    const total = weight.reduce((sum, one) => sum + one, 0) || 1
    const at: Matrix = matrices[0] ?? []
    const mixed = at.map((_, cell) =>
      weight.reduce((sum, one, slot) => sum + (one / total) * (matrices[joint[slot] ?? 0]?.[cell] ?? 0), 0),
    )
    positions.set(moved(positions.slice(vertex * 3, vertex * 3 + 3), mixed), vertex * 3)
  }
  return positions
}

function jointMatrix(joint: Node, skin: Skin, index: number): Matrix {
  const inverse: number[] = []
  const bind = skin.getInverseBindMatrices()
  if (!bind || index >= bind.getCount()) return joint.getWorldMatrix()
  bind.getElement(index, inverse)
  return multiplied(joint.getWorldMatrix(), inverse)
}

function multiplied(a: Matrix, b: Matrix): Matrix {
  return Array.from({ length: 16 }, (_, cell) => {
    const [column, row] = [Math.floor(cell / 4), cell % 4]
    let sum = 0
    for (let k = 0; k < 4; k += 1) sum += (a[k * 4 + row] ?? 0) * (b[column * 4 + k] ?? 0)
    return sum
  })
}
