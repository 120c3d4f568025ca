import { type PartMesh } from '@veranda/core/geometry/part-meshes.ts'
import { type Mesh, Vector3 } from 'three'
import { restOf } from './rest.ts'

/** A part as plain triangles at rest, where its nodes stand in the world now. */
export function extractPart({ name, meshes }: { name: string; meshes: readonly Mesh[] }): PartMesh {
  const counts = meshes.map((mesh) => mesh.geometry.getAttribute('position').count)
  const positions = new Float32Array(counts.reduce((sum, count) => sum + count, 0) * 3)
  const indices: number[] = []
  const point = new Vector3()
  let base = 0
  for (const [which, mesh] of meshes.entries()) {
    const rest = restOf(mesh)
    const position = rest.getAttribute('position')
    for (let index = 0; index < position.count; index += 1) {
      point
        .fromBufferAttribute(position, index)
        .applyMatrix4(mesh.matrixWorld)
        .toArray(positions, (base + index) * 3)
    }
    const index = rest.index
    for (let at = 0; index && at < index.count; at += 1) indices.push(base + index.getX(at))
    base += counts[which] ?? 0
  }
  return { name, positions, indices: Uint32Array.from(indices) }
}
