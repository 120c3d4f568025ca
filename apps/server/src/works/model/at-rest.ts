import { type Node, type Primitive, type Skin } from '@gltf-transform/core'
import { floatsOf } from './floats-of.ts'

type Floats = Float32Array<ArrayBuffer>
type Matrix = readonly number[]

/**
 * Where the vertices of a primitive stand in the world in the pose that is saved: bent by the weights of its morph
 * targets, then by its skin or moved with its node. Undefined without positions.
 */
export function positionsAtRest(node: Node, primitive: Primitive): Floats | undefined {
  const place = primitive.getAttribute('POSITION')
  if (!place) return undefined
  const positions = swollen(floatsOf(place, 3), node, primitive)
  const skin = node.getSkin()
  return skin && primitive.getAttribute('JOINTS_0')
    ? posed(positions, primitive, skin)
    : moved(positions, node.getWorldMatrix())
}

/** The weights of the node count, and where it has none those of its mesh (glTF 2.0, 3.7.2.2). */
function swollen(positions: Floats, node: Node, primitive: Primitive): Floats {
  const own = node.getWeights()
  const weights = own.length > 0 ? own : (node.getMesh()?.getWeights() ?? [])
  for (const [index, target] of primitive.listTargets().entries()) {
    const weight = weights[index] ?? 0
    const offsets = weight === 0 ? null : target.getAttribute('POSITION')
    if (!offsets) continue
    for (const [at, offset] of floatsOf(offsets, 3).entries()) positions[at] = (positions[at] ?? 0) + weight * offset
  }
  return positions
}

function moved(positions: Floats, m: Matrix): Floats {
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
function posed(positions: Floats, primitive: Primitive, skin: Skin): Floats {
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
