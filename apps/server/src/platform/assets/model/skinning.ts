import { type Node, type Primitive, type Skin } from '@gltf-transform/core'
import { readAccessorFloats } from './accessor-floats.ts'

type Floats = Float32Array<ArrayBuffer>
type Matrix = readonly number[]

/**
 * Returns the world positions of a primitive in its saved pose: morph targets applied, then the skin or the node
 * transform. Undefined without positions.
 */
export function posedPositions(node: Node, primitive: Primitive): Floats | undefined {
  const positions = posedAttribute(node, primitive, 'POSITION')
  return positions && (isSkinned(node, primitive) ? positions : transformPoints(positions, node.getWorldMatrix()))
}

/**
 * Returns positions or normals of a primitive in its saved pose: in world space if skinned, otherwise in node space.
 * Undefined without the attribute.
 */
export function posedAttribute(node: Node, primitive: Primitive, attribute: 'POSITION' | 'NORMAL'): Floats | undefined {
  const accessor = primitive.getAttribute(attribute)
  if (!accessor) return undefined
  const morphed = applyMorphTargets(readAccessorFloats(accessor, 3), node, primitive, attribute)
  const skin = node.getSkin()
  const vectors = skin && isSkinned(node, primitive) ? applySkin(morphed, primitive, skin, attribute) : morphed
  return attribute === 'NORMAL' ? normalizeAll(vectors) : vectors
}

/** Returns whether a primitive is skinned. The node transform of a skinned mesh is ignored (glTF 2.0, 3.7.3.3). */
export function isSkinned(node: Node, primitive: Primitive): boolean {
  return node.getSkin() !== null && primitive.getAttribute('JOINTS_0') !== null
}

/** Applies the morph targets. The node's weights take precedence over those of its mesh (glTF 2.0, 3.7.2.2). */
function applyMorphTargets(numbers: Floats, node: Node, primitive: Primitive, attribute: string): Floats {
  const nodeWeights = node.getWeights()
  const weights = nodeWeights.length > 0 ? nodeWeights : (node.getMesh()?.getWeights() ?? [])
  for (const [index, target] of primitive.listTargets().entries()) {
    const weight = weights[index] ?? 0
    const offsets = weight === 0 ? null : target.getAttribute(attribute)
    if (!offsets) continue
    for (const [floatIndex, offset] of readAccessorFloats(offsets, 3).entries())
      numbers[floatIndex] = (numbers[floatIndex] ?? 0) + weight * offset
  }
  return numbers
}

function normalizeAll(vectors: Floats): Floats {
  for (let floatIndex = 0; floatIndex < vectors.length; floatIndex += 3) {
    const length = Math.hypot(vectors[floatIndex] ?? 0, vectors[floatIndex + 1] ?? 0, vectors[floatIndex + 2] ?? 0) || 1
    for (let axis = floatIndex; axis < floatIndex + 3; axis += 1) vectors[axis] = (vectors[axis] ?? 0) / length
  }
  return vectors
}

function transformPoints(positions: Floats, m: Matrix): Floats {
  const [a = 1, b = 0, c = 0, , d = 0, e = 1, f = 0, , g = 0, h = 0, i = 1, , x = 0, y = 0, z = 0] = m
  for (let floatIndex = 0; floatIndex < positions.length; floatIndex += 3) {
    const px = positions[floatIndex] ?? 0
    const py = positions[floatIndex + 1] ?? 0
    const pz = positions[floatIndex + 2] ?? 0
    positions[floatIndex] = a * px + d * py + g * pz + x
    positions[floatIndex + 1] = b * px + e * py + h * pz + y
    positions[floatIndex + 2] = c * px + f * py + i * pz + z
  }
  return positions
}

/** Applies the joints of a skin; normals are rotated but not moved. */
function applySkin(positions: Floats, primitive: Primitive, skin: Skin, attribute: 'POSITION' | 'NORMAL'): Floats {
  const matrices = skin.listJoints().map((joint, index) => {
    const matrix = jointMatrix(joint, skin, index)
    return attribute === 'NORMAL' ? [...matrix.slice(0, 12), 0, 0, 0, 1] : matrix
  })
  const joints = primitive.getAttribute('JOINTS_0')
  const weights = primitive.getAttribute('WEIGHTS_0')
  if (!joints || !weights) return positions
  const [joint, weight]: [number[], number[]] = [[], []]
  for (let vertex = 0; vertex < joints.getCount(); vertex += 1) {
    joints.getElement(vertex, joint)
    weights.getElement(vertex, weight)
    // Vertices without weights follow the first joint, as in a viewer.
    if (!weight.some((one) => one !== 0)) weight[0] = 1
    const total = weight.reduce((sum, one) => sum + one, 0)
    const first: Matrix = matrices[0] ?? []
    const mixed = first.map((_, cell) =>
      weight.reduce((sum, one, influence) => sum + (one / total) * (matrices[joint[influence] ?? 0]?.[cell] ?? 0), 0),
    )
    positions.set(transformPoints(positions.slice(vertex * 3, vertex * 3 + 3), mixed), vertex * 3)
  }
  return positions
}

function jointMatrix(joint: Node, skin: Skin, index: number): Matrix {
  const inverse: number[] = []
  const bind = skin.getInverseBindMatrices()
  if (!bind || index >= bind.getCount()) return joint.getWorldMatrix()
  bind.getElement(index, inverse)
  return multiplyMatrices(joint.getWorldMatrix(), inverse)
}

function multiplyMatrices(a: Matrix, b: Matrix): Matrix {
  return Array.from({ length: 16 }, (_, cell) => {
    const [column, row] = [Math.floor(cell / 4), cell % 4]
    let sum = 0
    for (let k = 0; k < 4; k += 1) sum += (a[k * 4 + row] ?? 0) * (b[column * 4 + k] ?? 0)
    return sum
  })
}
