import { Box3, BufferGeometry, Float32BufferAttribute, type Mesh, Vector3 } from 'three'
import { MeshBVH } from 'three-mesh-bvh'

/**
 * Returns the geometry of a mesh in its rest pose, in its own space: deformed by skin and morph targets as saved in the
 * file (not the bind pose). It has the vertices and triangles of the mesh in the same order; the BVH is built over it.
 */
export function restGeometryOf({ geometry }: Mesh): BufferGeometry {
  return geometry.boundsTree instanceof MeshBVH ? geometry.boundsTree.geometry : geometry
}

/** Builds the rest-pose geometry of a mesh, whose world transforms must be up to date, and a BVH over it. */
export function prepareRestGeometry(mesh: Mesh): void {
  const restGeometry = isDeformed(mesh) ? deformedGeometry(mesh) : mesh.geometry
  const { boundsTree } = mesh.geometry
  if (boundsTree instanceof MeshBVH) {
    if (boundsTree.geometry === restGeometry) return
    // One geometry deformed in two ways.
    mesh.geometry = mesh.geometry.clone()
  }
  mesh.geometry.boundsTree = new MeshBVH(restGeometry, { indirect: true })
}

/** Returns the world bounding box of a mesh in its rest pose. */
export function restBoxOf(mesh: Mesh): Box3 {
  const restGeometry = restGeometryOf(mesh)
  if (restGeometry.boundingBox === null) restGeometry.computeBoundingBox()
  return (restGeometry.boundingBox ?? new Box3()).clone().applyMatrix4(mesh.matrixWorld)
}

/** Returns whether a mesh is skinned: it follows its joints, and its own node transform has no effect. */
export function isSkinned(mesh: Mesh): boolean {
  return 'isSkinnedMesh' in mesh
}

function isDeformed(mesh: Mesh): boolean {
  return isSkinned(mesh) || mesh.geometry.morphAttributes['position'] !== undefined
}

function deformedGeometry(mesh: Mesh): BufferGeometry {
  const { count } = mesh.geometry.getAttribute('position')
  const positions = new Float32Array(count * 3)
  const vertex = new Vector3()
  for (let index = 0; index < count; index += 1) mesh.getVertexPosition(index, vertex).toArray(positions, index * 3)
  return new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(positions, 3))
    .setIndex(mesh.geometry.index)
}
