import { Box3, BufferAttribute, type BufferGeometry, Matrix3, type Mesh, Vector3 } from 'three'
import { MeshBVH } from 'three-mesh-bvh'
import { type Model } from '../../viewer/model.ts'

type MergedMesh = {
  readonly mesh: Mesh
  readonly geometry: BufferGeometry
  readonly partNumbers: { readonly count: number; readonly getX: (start: number) => number }
  /** As loaded. */
  readonly positions: Float32Array
  readonly index: Uint32Array
  /** From model space into the space of the mesh, for directions. */
  readonly modelToMesh: Matrix3
}

const point = new Vector3()
const offset = new Vector3()

/**
 * Parts of a model merged for headsets: each vertex carries its part index. Hidden parts lose their triangles, exploded
 * ones are moved vertex by vertex; both only when a tool changes.
 */
export class MergedParts {
  readonly #allNames: readonly string[]
  readonly #meshes: readonly MergedMesh[]
  readonly #boxes = new Map<number, Box3>()
  readonly #center: Vector3
  #explodeAmount = 0

  /** Returns undefined for a model whose parts are separate meshes. The model must be detached, in its own space. */
  static from(model: Model, names: readonly string[]): MergedParts | undefined {
    const meshes = model.meshes.filter(({ geometry }) => geometry.hasAttribute('_part'))
    return meshes.length > 0 ? new MergedParts(model, meshes, names) : undefined
  }

  private constructor(model: Model, meshes: readonly Mesh[], names: readonly string[]) {
    this.#allNames = names
    this.#center = model.box.getCenter(new Vector3())
    this.#meshes = meshes.map((mesh) => this.#readMesh(mesh))
  }

  get partNames(): readonly string[] {
    return this.#allNames.filter((_, number) => this.#boxes.has(number))
  }

  /** Returns the part index at a vertex of a mesh, or undefined if the mesh carries none. */
  partNumberAt(mesh: Mesh, vertex: number): number | undefined {
    for (const merged of this.#meshes) if (merged.mesh === mesh) return merged.partNumbers.getX(vertex)
    return undefined
  }

  partName(number: number): string {
    return this.#allNames[number] ?? ''
  }

  partNumberOf(name: string): number {
    return this.#allNames.indexOf(name)
  }

  /** Writes the offset of a part in the exploded view, in model space, into `into`. */
  explodeOffsetOf(number: number, into: Vector3): Vector3 {
    const box = this.#boxes.get(number)
    return box ? box.getCenter(into).sub(this.#center).multiplyScalar(this.#explodeAmount) : into.set(0, 0, 0)
  }

  apply(amount: number, hidden: ReadonlySet<string>): void {
    const moved = amount !== this.#explodeAmount
    this.#explodeAmount = amount
    for (const merged of this.#meshes) {
      if (moved) this.#moveVertices(merged)
      this.#hideTriangles(merged, hidden)
    }
  }

  #readMesh(mesh: Mesh): MergedMesh {
    const { geometry } = mesh
    const numbers = geometry.getAttribute('_part')
    const position = geometry.getAttribute('position')
    const positions = new Float32Array(position.count * 3)
    for (let vertex = 0; vertex < position.count; vertex += 1) {
      point.fromBufferAttribute(position, vertex).toArray(positions, vertex * 3)
      const number = numbers.getX(vertex)
      const box = this.#boxes.get(number) ?? new Box3()
      this.#boxes.set(number, box.expandByPoint(point.applyMatrix4(mesh.matrixWorld)))
    }
    const index = Uint32Array.from(geometry.index?.array ?? [])
    const back = new Matrix3().setFromMatrix4(mesh.matrixWorld).invert()
    return { mesh, geometry, partNumbers: numbers, positions, index, modelToMesh: back }
  }

  #moveVertices({ geometry, partNumbers, positions, modelToMesh }: MergedMesh): void {
    const position = geometry.getAttribute('position')
    for (let vertex = 0; vertex < position.count; vertex += 1) {
      this.explodeOffsetOf(partNumbers.getX(vertex), offset).applyMatrix3(modelToMesh)
      point.fromArray(positions, vertex * 3).add(offset)
      position.setXYZ(vertex, point.x, point.y, point.z)
    }
    position.needsUpdate = true
    geometry.computeBoundingSphere()
    if (geometry.boundsTree instanceof MeshBVH) geometry.boundsTree.refit()
  }

  /** Hides triangles by making them degenerate: they are neither drawn nor hit, and the BVH stays valid. */
  #hideTriangles({ geometry, partNumbers, index }: MergedMesh, hidden: ReadonlySet<string>): void {
    const next = index.slice()
    for (let start = 0; start < next.length && hidden.size > 0; start += 3) {
      const first = index[start] ?? 0
      if (hidden.has(this.partName(partNumbers.getX(first)))) next.fill(first, start, start + 3)
    }
    const { index: now } = geometry
    if (now && now.array.length === next.length && now.array.every((vertex, start) => vertex === next[start])) return
    geometry.setIndex(new BufferAttribute(next, 1))
  }
}
