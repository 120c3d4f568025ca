import { type Node, type Primitive, type Skin } from '@gltf-transform/core'
import { floatsOf } from './floats-of.ts'

type Floats = Float32Array<ArrayBuffer>
type Matrix = readonly number[]

/**
 * Where the vertices of a primitive stand in the world in the pose that is saved: bent by the weights of its morph
 * targets, then by its skin or moved with its node. Undefined without positions.
 */
export function positionsAtRest(node: Node, primitive: Primitive): Floats | undefined {
  const positions = bentAtRest(node, primitive, 'POSITION')
  return positions && (hangs(node, primitive) ? positions : moved(positions, node.getWorldMatrix()))
}

/**
 * Positions or normals of a primitive in the pose that is saved: in the world where it hangs in a skin, else in the
 * space of its node. Undefined where it has none.
 */
export function bentAtRest(node: Node, primitive: Primitive, what: 'POSITION' | 'NORMAL'): Floats | undefined {
  const own = primitive.getAttribute(what)
  if (!own) return undefined
  const bent = swollen(floatsOf(own, 3), node, primitive, what)
  const skin = node.getSkin()
  const posedOnes = skin && hangs(node, primitive) ? posed(bent, primitive, skin, what) : bent
  return what === 'NORMAL' ? units(posedOnes) : posedOnes
}

/** The transform of the node of what hangs in a skin does not count (glTF 2.0, 3.7.3.3). */
export function hangs(node: Node, primitive: Primitive): boolean {
  return node.getSkin() !== null && primitive.getAttribute('JOINTS_0') !== null
}

/** The weights of the node count, and where it has none those of its mesh (glTF 2.0, 3.7.2.2). */
function swollen(numbers: Floats, node: Node, primitive: Primitive, what: string): Floats {
  const own = node.getWeights()
  const weights = own.length > 0 ? own : (node.getMesh()?.getWeights() ?? [])
  for (const [index, target] of primitive.listTargets().entries()) {
    const weight = weights[index] ?? 0
    const offsets = weight === 0 ? null : target.getAttribute(what)
    if (!offsets) continue
    for (const [at, offset] of floatsOf(offsets, 3).entries()) numbers[at] = (numbers[at] ?? 0) + weight * offset
  }
  return numbers
}

function units(vectors: Floats): Floats {
  for (let at = 0; at < vectors.length; at += 3) {
    const length = Math.hypot(vectors[at] ?? 0, vectors[at + 1] ?? 0, vectors[at + 2] ?? 0) || 1
    for (let axis = at; axis < at + 3; axis += 1) vectors[axis] = (vectors[axis] ?? 0) / length
  }
  return vectors
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

/** By the joints of a skin; a direction is turned, and not moved. */
function posed(positions: Floats, primitive: Primitive, skin: Skin, what: 'POSITION' | 'NORMAL'): Floats {
  const matrices = skin.listJoints().map((joint, index) => {
    const matrix = jointMatrix(joint, skin, index)
    return what === 'NORMAL' ? [...matrix.slice(0, 12), 0, 0, 0, 1] : matrix
  })
  const joints = primitive.getAttribute('JOINTS_0')
  const weights = primitive.getAttribute('WEIGHTS_0')
  if (!joints || !weights) return positions
  const [joint, weight]: [number[], number[]] = [[], []]
  for (let vertex = 0; vertex < joints.getCount(); vertex += 1) {
    joints.getElement(vertex, joint)
    weights.getElement(vertex, weight)
    // What nothing holds hangs in the first of its joints, as a viewer has it.
    if (!weight.some((one) => one !== 0)) weight[0] = 1
    const total = weight.reduce((sum, one) => sum + one, 0)
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
