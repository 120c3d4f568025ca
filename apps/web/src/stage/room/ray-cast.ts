import { type Ray as Line } from '@veranda/core/rooms/gizmo.ts'
import { type Box3, Matrix4, type Mesh, type Plane, Ray, Triangle, Vector3 } from 'three'
import { type ExtendedTriangle, MeshBVH } from 'three-mesh-bvh'
import { type WorkHolder } from './work-holder.ts'

type Target = {
  mesh: Mesh
  tree: MeshBVH
  readonly back: Matrix4
  own: number
}

const inRoom = new Ray()
const inMesh = new Ray()
const met = new Vector3()
const edge = new Vector3()
const nothing: readonly never[] = []

/** Where a line first meets a work. Looking takes nothing from the heap beyond the walk through the tree itself. */
export class RayCast {
  /** Of the last look: how far it went in metres of the room, where, on which part. */
  far = Infinity
  readonly point = new Vector3()
  readonly normal = new Vector3()
  part = ''
  met = false
  /** The number of that part in the work: several may have one name, or none. */
  which = -1
  /** As many as there ever were; those beyond `#count` are not aimed at. */
  readonly #targets: Target[] = []
  #count = 0
  #planes: readonly Plane[] = []
  #current: Target | undefined
  #holder: WorkHolder | undefined
  readonly #a = new Vector3()
  readonly #b = new Vector3()
  readonly #c = new Vector3()
  readonly #walk = {
    boundsTraverseOrder: (box: Box3) => box.distanceToPoint(inMesh.origin),
    intersectsBounds: (box: Box3) => inMesh.intersectsBox(box),
    intersectsTriangle: (triangle: ExtendedTriangle, at: number) => this.#meet(triangle, at),
  }

  /** What can be met, again after each change of place, parts or cuts. A work that only moved takes nothing from the heap. */
  aimAt(holder: WorkHolder | undefined): void {
    this.#holder = holder
    this.#count = 0
    this.#planes = holder?.planes ?? nothing
    const parts = holder?.model.parts ?? nothing
    for (let own = 0; own < parts.length; own += 1) {
      for (const mesh of parts[own]?.meshes ?? nothing) {
        // A hidden mesh is on a layer of its own.
        const tree = mesh.layers.isEnabled(0) ? mesh.geometry.boundsTree : undefined
        if (tree instanceof MeshBVH) this.#aim(mesh, tree, own)
      }
    }
    this.#targets.length = this.#count
  }

  #aim(mesh: Mesh, tree: MeshBVH, own: number): void {
    let target = this.#targets[this.#count]
    if (!target) {
      target = { mesh, tree, back: new Matrix4(), own }
      this.#targets.push(target)
    }
    this.#count += 1
    target.mesh = mesh
    target.tree = tree
    target.own = own
    target.back.copy(mesh.matrixWorld).invert()
  }

  /** Looks along a line; whether a surface was met within `most` metres. */
  cast(line: Line, most = Infinity): boolean {
    inRoom.origin.set(line.ox, line.oy, line.oz)
    inRoom.direction.set(line.dx, line.dy, line.dz)
    this.far = most
    this.part = ''
    this.met = false
    for (let at = 0; at < this.#count; at += 1) {
      const target = this.#targets[at]
      if (!target) break
      this.#current = target
      inMesh.copy(inRoom).applyMatrix4(target.back)
      target.tree.shapecast(this.#walk)
    }
    if (!this.met) return false
    edge.subVectors(this.#c, this.#b)
    this.normal.subVectors(this.#a, this.#b).cross(edge).negate().normalize()
    if (this.normal.dot(inRoom.direction) > 0) this.normal.negate()
    return true
  }

  /** The corner of the met triangle next to the place where it was met, in the room. */
  corner(into: Vector3): Vector3 {
    into.copy(this.#a)
    for (const one of [this.#b, this.#c]) {
      if (one.distanceToSquared(this.point) < into.distanceToSquared(this.point)) into.copy(one)
    }
    return into
  }

  #meet({ a, b, c }: Triangle, at: number): boolean {
    const target = this.#current
    if (!target || !inMesh.intersectTriangle(a, b, c, false, met)) return false
    met.applyMatrix4(target.mesh.matrixWorld)
    const far = met.distanceTo(inRoom.origin)
    if (far >= this.far) return false
    for (const plane of this.#planes) if (plane.distanceToPoint(met) < 0) return false
    this.far = far
    const holder = this.#holder
    const vertex = target.mesh.geometry.index?.getX(at * 3) ?? 0
    this.which = holder?.partAt(target.mesh, vertex, target.own) ?? target.own
    this.part = holder?.nameOf(this.which) ?? ''
    this.met = true
    this.point.copy(met)
    this.#a.copy(a).applyMatrix4(target.mesh.matrixWorld)
    this.#b.copy(b).applyMatrix4(target.mesh.matrixWorld)
    this.#c.copy(c).applyMatrix4(target.mesh.matrixWorld)
    return false
  }
}
