import { type Document, type Node, type Primitive } from '@gltf-transform/core'
import { ok, refuse, type Result } from '@veranda/core/result.ts'

/**
 * Looks at what was decoded, which a file's own claims say nothing about: every number of every attribute finite, every index within its
 * vertices, every joint within its skin, every attribute as long as the positions. Primitives without positions are taken out. Refuses
 * work.broken-numbers and work.not-valid (invalid).
 */
export function checkLoaded(document: Document): Result<null> {
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      const positions = primitive.getAttribute('POSITION')
      if (!positions?.getArray() || positions.getType() !== 'VEC3') {
        mesh.removePrimitive(primitive)
        continue
      }
      const checked = checkNumbers(primitive, positions.getCount())
      if (!checked.ok) return checked
    }
  }
  for (const node of document.getRoot().listNodes()) {
    const checked = checkJoints(node)
    if (!checked.ok) return checked
  }
  return ok(null)
}

function checkJoints(node: Node): Result<null> {
  const joints = node.getSkin()?.listJoints().length
  if (joints === undefined) return ok(null)
  for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
    const numbers = primitive.getAttribute('JOINTS_0')?.getArray()
    if (numbers && !numbers.every((joint) => joint < joints)) {
      return refuse('work.not-valid', 'invalid', { detail: { problem: 'ACCESSOR_JOINTS_INDEX_OOB', place: 'meshes' } })
    }
  }
  return ok(null)
}

function checkNumbers(primitive: Primitive, vertices: number): Result<null> {
  const wrong = (problem: string) => refuse('work.not-valid', 'invalid', { detail: { problem, place: 'meshes' } })
  const lists = [primitive.listAttributes(), ...primitive.listTargets().map((target) => target.listAttributes())]
  const numbers = lists.flat().map((accessor) => accessor.getArray())
  if (numbers.some((array) => array instanceof Float32Array && !array.every(Number.isFinite))) {
    return refuse('work.broken-numbers', 'invalid')
  }
  if (lists.flat().some((accessor) => accessor.getCount() !== vertices)) {
    return wrong('MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT')
  }
  const indices = primitive.getIndices()?.getArray()
  if (indices && !indices.every((index) => index < vertices)) return wrong('ACCESSOR_INDEX_OOB')
  return ok(null)
}
