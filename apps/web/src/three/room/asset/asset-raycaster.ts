import { type Ray as Line } from '../tools/gizmo.ts'
import { type Box3, Matrix4, type Mesh, type Plane, Ray, Triangle, Vector3 } from 'three'
import { type ExtendedTriangle, MeshBVH } from 'three-mesh-bvh'
import { type PlacedModel } from './placed-model.ts'

type RaycastTarget = {
  mesh: Mesh
  bvh: MeshBVH
  readonly worldToMesh: Matrix4
  partIndex: number
}

const roomRay = new Ray()
const meshRay = new Ray()
const hitPoint = new Vector3()
const edge = new Vector3()
const empty: readonly never[] = []

/** Raycasts against the displayed asset. A cast allocates nothing beyond the BVH traversal itself. */
export class AssetRaycaster {
  /** Result of the last cast: distance in metres of the room, point, normal and part. */
  distance = Infinity
  readonly point = new Vector3()
  readonly normal = new Vector3()
  partName = ''
  hasHit = false
  /** Index of that part in the model: several parts may share a name, or have none. */
  partIndex = -1
  /** Grows only; entries beyond `#count` are unused. */
  readonly #targets: RaycastTarget[] = []
  #count = 0
  #planes: readonly Plane[] = []
  #current: RaycastTarget | undefined
  #model: PlacedModel | undefined
  readonly #a = new Vector3()
  readonly #b = new Vector3()
  readonly #c = new Vector3()
  readonly #traversal = {
    boundsTraverseOrder: (box: Box3) => box.distanceToPoint(meshRay.origin),
    intersectsBounds: (box: Box3) => meshRay.intersectsBox(box),
    intersectsTriangle: (triangle: ExtendedTriangle, index: number) => this.#testTriangle(triangle, index),
  }

  /**
   * Sets what can be hit; called after each change of placement, parts or clipping. A model that only moved allocates
   * nothing.
   */
  setTarget(model: PlacedModel | undefined): void {
    this.#model = model
    this.#count = 0
    this.#planes = model?.clippingPlanes ?? empty
    const parts = model?.model.parts ?? empty
    for (let partIndex = 0; partIndex < parts.length; partIndex += 1) {
      for (const mesh of parts[partIndex]?.meshes ?? empty) {
        // Hidden meshes are on a layer of their own.
        const bvh = mesh.layers.isEnabled(0) ? mesh.geometry.boundsTree : undefined
        if (bvh instanceof MeshBVH) this.#addTarget(mesh, bvh, partIndex)
      }
    }
    this.#targets.length = this.#count
  }

  #addTarget(mesh: Mesh, bvh: MeshBVH, partIndex: number): void {
    let target = this.#targets[this.#count]
    if (!target) {
      target = { mesh, bvh, worldToMesh: new Matrix4(), partIndex }
      this.#targets.push(target)
    }
    this.#count += 1
    target.mesh = mesh
    target.bvh = bvh
    target.partIndex = partIndex
    target.worldToMesh.copy(mesh.matrixWorld).invert()
  }

  /** Casts a ray. Returns whether it hit a surface within `maxDistance` metres. */
  cast(ray: Line, maxDistance = Infinity): boolean {
    roomRay.origin.set(ray.ox, ray.oy, ray.oz)
    roomRay.direction.set(ray.dx, ray.dy, ray.dz)
    this.distance = maxDistance
    this.partName = ''
    this.hasHit = false
    for (let index = 0; index < this.#count; index += 1) {
      const target = this.#targets[index]
      if (!target) break
      this.#current = target
      meshRay.copy(roomRay).applyMatrix4(target.worldToMesh)
      target.bvh.shapecast(this.#traversal)
    }
    if (!this.hasHit) return false
    edge.subVectors(this.#c, this.#b)
    this.normal.subVectors(this.#a, this.#b).cross(edge).negate().normalize()
    if (this.normal.dot(roomRay.direction) > 0) this.normal.negate()
    return true
  }

  /** Writes the corner of the hit triangle nearest to the hit, in room coordinates, into `into`. */
  nearestCorner(into: Vector3): Vector3 {
    into.copy(this.#a)
    for (const corner of [this.#b, this.#c]) {
      if (corner.distanceToSquared(this.point) < into.distanceToSquared(this.point)) into.copy(corner)
    }
    return into
  }

  #testTriangle({ a, b, c }: Triangle, index: number): boolean {
    const target = this.#current
    if (!target || !meshRay.intersectTriangle(a, b, c, false, hitPoint)) return false
    hitPoint.applyMatrix4(target.mesh.matrixWorld)
    const distance = hitPoint.distanceTo(roomRay.origin)
    if (distance >= this.distance) return false
    for (const plane of this.#planes) if (plane.distanceToPoint(hitPoint) < 0) return false
    this.distance = distance
    const model = this.#model
    const vertex = target.mesh.geometry.index?.getX(index * 3) ?? 0
    this.partIndex = model?.partIndexAt(target.mesh, vertex, target.partIndex) ?? target.partIndex
    this.partName = model?.partName(this.partIndex) ?? ''
    this.hasHit = true
    this.point.copy(hitPoint)
    this.#a.copy(a).applyMatrix4(target.mesh.matrixWorld)
    this.#b.copy(b).applyMatrix4(target.mesh.matrixWorld)
    this.#c.copy(c).applyMatrix4(target.mesh.matrixWorld)
    return false
  }
}
