import { type Document, type Node, type Primitive } from '@gltf-transform/core'
import { ok, refuse, type Result } from '@veranda/core/result.ts'

/**
 * Checks the decoded data, which the JSON alone says nothing about: finite attributes, indices within their vertices,
 * joints within their skin, attributes as long as the positions. Removes primitives without positions. Error codes:
 * asset.non-finite-numbers and asset.invalid-gltf (invalid).
 */
export function checkDecodedDocument(document: Document): Result<null> {
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      const positions = primitive.getAttribute('POSITION')
      if (!positions?.getArray() || positions.getType() !== 'VEC3') {
        mesh.removePrimitive(primitive)
        continue
      }
      const checked = checkAttributes(primitive, positions.getCount())
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
      return refuse('asset.invalid-gltf', 'invalid', {
        detail: { problem: 'ACCESSOR_JOINTS_INDEX_OOB', place: 'meshes' },
      })
    }
  }
  return ok(null)
}

function checkAttributes(primitive: Primitive, vertices: number): Result<null> {
  const invalid = (problem: string) => refuse('asset.invalid-gltf', 'invalid', { detail: { problem, place: 'meshes' } })
  const accessorLists = [
    primitive.listAttributes(),
    ...primitive.listTargets().map((target) => target.listAttributes()),
  ]
  const numbers = accessorLists.flat().map((accessor) => accessor.getArray())
  if (numbers.some((array) => array instanceof Float32Array && !array.every(Number.isFinite))) {
    return refuse('asset.non-finite-numbers', 'invalid')
  }
  if (accessorLists.flat().some((accessor) => accessor.getCount() !== vertices)) {
    return invalid('MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT')
  }
  const indices = primitive.getIndices()?.getArray()
  if (indices && !indices.every((index) => index < vertices)) return invalid('ACCESSOR_INDEX_OOB')
  return ok(null)
}
