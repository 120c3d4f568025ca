import { Box3, BufferGeometry, Float32BufferAttribute, type Mesh, Vector3 } from 'three'
import { MeshBVH } from 'three-mesh-bvh'

/**
 * The shape of a mesh as it is drawn at rest, in its own space: bent by its skin and its morph targets as they were
 * saved. Its vertices and triangles are those of the mesh, in their order. It is what the tree for rays is over.
 */
export function restOf({ geometry }: Mesh): BufferGeometry {
  return geometry.boundsTree instanceof MeshBVH ? geometry.boundsTree.geometry : geometry
}

/** Makes the shape at rest of a mesh whose world transforms are up to date, and a tree over it that answers rays. */
export function prepareRest(mesh: Mesh): void {
  const rest = bends(mesh) ? bent(mesh) : mesh.geometry
  const { boundsTree } = mesh.geometry
  if (boundsTree instanceof MeshBVH) {
    if (boundsTree.geometry === rest) return
    // One geometry, bent in two ways.
    mesh.geometry = mesh.geometry.clone()
  }
  mesh.geometry.boundsTree = new MeshBVH(rest, { indirect: true })
}

/** The box of a mesh at rest where its node stands now, in the world. */
export function restBoxOf(mesh: Mesh): Box3 {
  const rest = restOf(mesh)
  if (rest.boundingBox === null) rest.computeBoundingBox()
  return (rest.boundingBox ?? new Box3()).clone().applyMatrix4(mesh.matrixWorld)
}

/** What hangs in joints stands where they do, whatever becomes of its own node. */
export function isSkinned(mesh: Mesh): boolean {
  return 'isSkinnedMesh' in mesh
}

function bends(mesh: Mesh): boolean {
  return isSkinned(mesh) || mesh.geometry.morphAttributes['position'] !== undefined
}

function bent(mesh: Mesh): BufferGeometry {
  const { count } = mesh.geometry.getAttribute('position')
  const positions = new Float32Array(count * 3)
  const vertex = new Vector3()
  for (let index = 0; index < count; index += 1) mesh.getVertexPosition(index, vertex).toArray(positions, index * 3)
  return new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(positions, 3))
    .setIndex(mesh.geometry.index)
}
