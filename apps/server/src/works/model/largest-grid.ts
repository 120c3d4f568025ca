import { type Accessor, type Document, type Mesh, type Node } from '@gltf-transform/core'
import { nodesOf } from './name-parts.ts'

/**
 * The longest side, in metres, of what positions are quantised in: one grid for all primitives of a mesh and their morph
 * targets, as large as its largest node makes it. What hangs in a skin is not quantised.
 */
export function largestGrid(document: Document): number {
  const shown = nodesOf(document.getRoot().getDefaultScene())
  return shown.reduce((largest, node) => {
    const mesh = node.getSkin() ? null : node.getMesh()
    return mesh ? Math.max(largest, gridOf(mesh) * growthOf(node)) : largest
  }, 0)
}

/** The longest side in the mesh's own space. Offsets of morph targets take twice their room. */
function gridOf(mesh: Mesh): number {
  const primitives = mesh.listPrimitives()
  const own = primitives.map((primitive) => primitive.getAttribute('POSITION'))
  const offsets = primitives.flatMap((one) => one.listTargets().map((target) => target.getAttribute('POSITION')))
  // Offsets are about the origin.
  const origin = offsets.length > 0 ? 0 : Infinity
  const low = [origin, origin, origin]
  const high = [-origin, -origin, -origin]
  const include = (accessors: readonly (Accessor | null)[], times: number) => {
    for (const accessor of accessors) {
      const [min, max] = [accessor?.getMinNormalized([]) ?? [], accessor?.getMaxNormalized([]) ?? []]
      for (const axis of [0, 1, 2]) {
        low[axis] = Math.min(low[axis] ?? 0, (min[axis] ?? Infinity) * times)
        high[axis] = Math.max(high[axis] ?? 0, (max[axis] ?? -Infinity) * times)
      }
    }
  }
  include(own, 1)
  include(offsets, 2)

  return Math.max(0, ...high.map((value, axis) => value - (low[axis] ?? 0)))
}

/** How many metres a unit of a node is, along the axis on which it is most. */
function growthOf(node: Node): number {
  const m = node.getWorldMatrix()
  return Math.max(Math.hypot(m[0], m[1], m[2]), Math.hypot(m[4], m[5], m[6]), Math.hypot(m[8], m[9], m[10]))
}
