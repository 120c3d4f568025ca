import { Box3, BufferAttribute, type BufferGeometry, Matrix3, type Mesh, Vector3 } from 'three'
import { MeshBVH } from 'three-mesh-bvh'
import { type Model } from '../model.ts'

type Piece = {
  readonly mesh: Mesh
  readonly geometry: BufferGeometry
  readonly numbers: { readonly count: number; readonly getX: (at: number) => number }
  /** As they came. */
  readonly positions: Float32Array
  readonly index: Uint32Array
  /** From model space into the mesh's own, for directions. */
  readonly back: Matrix3
}

const point = new Vector3()
const shift = new Vector3()

/**
 * The parts of a work that was made one for headsets: each vertex says the number of its part. What is hidden loses its
 * triangles, what is exploded is moved vertex by vertex; both only when a tool changes.
 */
export class MergedParts {
  readonly #names: readonly string[]
  readonly #pieces: readonly Piece[]
  readonly #boxes = new Map<number, Box3>()
  readonly #middle: Vector3
  #share = 0

  /** Undefined for a work whose parts are meshes of their own. The model must stand alone, in its own space. */
  static of(model: Model, names: readonly string[]): MergedParts | undefined {
    const carrying = model.meshes.filter(({ geometry }) => geometry.hasAttribute('_part'))
    return carrying.length > 0 ? new MergedParts(model, carrying, names) : undefined
  }

  private constructor(model: Model, meshes: readonly Mesh[], names: readonly string[]) {
    this.#names = names
    this.#middle = model.box.getCenter(new Vector3())
    this.#pieces = meshes.map((mesh) => this.#piece(mesh))
  }

  get names(): readonly string[] {
    return this.#names.filter((_, number) => this.#boxes.has(number))
  }

  /** The number of the part at a corner of a mesh, or undefined where that mesh carries none. */
  numberAt(mesh: Mesh, vertex: number): number | undefined {
    for (const piece of this.#pieces) if (piece.mesh === mesh) return piece.numbers.getX(vertex)
    return undefined
  }

  nameOf(number: number): string {
    return this.#names[number] ?? ''
  }

  numberOf(name: string): number {
    return this.#names.indexOf(name)
  }

  /** Where exploding has taken a part, in model space. */
  shiftOf(number: number, into: Vector3): Vector3 {
    const box = this.#boxes.get(number)
    return box ? box.getCenter(into).sub(this.#middle).multiplyScalar(this.#share) : into.set(0, 0, 0)
  }

  treat(share: number, hidden: ReadonlySet<string>): void {
    const moved = share !== this.#share
    this.#share = share
    for (const piece of this.#pieces) {
      if (moved) this.#move(piece)
      this.#hide(piece, hidden)
    }
  }

  #piece(mesh: Mesh): Piece {
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
    return { mesh, geometry, numbers, positions, index, back }
  }

  #move({ geometry, numbers, positions, back }: Piece): void {
    const position = geometry.getAttribute('position')
    for (let vertex = 0; vertex < position.count; vertex += 1) {
      this.shiftOf(numbers.getX(vertex), shift).applyMatrix3(back)
      point.fromArray(positions, vertex * 3).add(shift)
      position.setXYZ(vertex, point.x, point.y, point.z)
    }
    position.needsUpdate = true
    geometry.computeBoundingSphere()
    if (geometry.boundsTree instanceof MeshBVH) geometry.boundsTree.refit()
  }

  /** A triangle without a surface is neither drawn nor met; the tree of the others stays as it is. */
  #hide({ geometry, numbers, index }: Piece, hidden: ReadonlySet<string>): void {
    const next = index.slice()
    for (let at = 0; at < next.length && hidden.size > 0; at += 3) {
      const first = index[at] ?? 0
      if (hidden.has(this.nameOf(numbers.getX(first)))) next.fill(first, at, at + 3)
    }
    const { index: now } = geometry
    if (now && now.array.length === next.length && now.array.every((vertex, at) => vertex === next[at])) return
    geometry.setIndex(new BufferAttribute(next, 1))
  }
}
