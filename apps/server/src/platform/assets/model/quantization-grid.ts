import { type Accessor, type Document, type Mesh, type Node } from '@gltf-transform/core'
import { listSceneNodes } from './name-parts.ts'

/**
 * Returns the longest side, in metres, of the position quantization grids. All primitives and morph targets of a mesh
 * share one grid, scaled by its largest node. Skinned meshes are not quantized.
 */
export function largestQuantizationGrid(document: Document): number {
  const shown = listSceneNodes(document.getRoot().getDefaultScene())
  return shown.reduce((largest, node) => {
    const mesh = node.getSkin() ? null : node.getMesh()
    return mesh ? Math.max(largest, meshGridSize(mesh) * largestNodeScale(node)) : largest
  }, 0)
}

/** Returns the longest side in mesh space. Morph target offsets count twice. */
function meshGridSize(mesh: Mesh): number {
  const primitives = mesh.listPrimitives()
  const positions = primitives.map((primitive) => primitive.getAttribute('POSITION'))
  const offsets = primitives.flatMap((primitive) =>
    primitive.listTargets().map((target) => target.getAttribute('POSITION')),
  )
  // Offsets are relative to the origin.
  const origin = offsets.length > 0 ? 0 : Infinity
  const low = [origin, origin, origin]
  const high = [-origin, -origin, -origin]
  const include = (accessors: readonly (Accessor | null)[], factor: number) => {
    for (const accessor of accessors) {
      const [min, max] = [accessor?.getMinNormalized([]) ?? [], accessor?.getMaxNormalized([]) ?? []]
      for (const axis of [0, 1, 2]) {
        low[axis] = Math.min(low[axis] ?? 0, (min[axis] ?? Infinity) * factor)
        high[axis] = Math.max(high[axis] ?? 0, (max[axis] ?? -Infinity) * factor)
      }
    }
  }
  include(positions, 1)
  include(offsets, 2)

  return Math.max(0, ...high.map((value, axis) => value - (low[axis] ?? 0)))
}

/** Returns the world scale of a node along its largest axis, in metres per unit. */
function largestNodeScale(node: Node): number {
  const m = node.getWorldMatrix()
  return Math.max(Math.hypot(m[0], m[1], m[2]), Math.hypot(m[4], m[5], m[6]), Math.hypot(m[8], m[9], m[10]))
}
