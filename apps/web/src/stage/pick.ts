import { type Vector } from '@veranda/core/geometry/vector.ts'
import { type Object3D, type PerspectiveCamera, type Plane, Raycaster, Triangle, Vector2, Vector3 } from 'three'
import { type Model } from './model.ts'
import { restBoxOf, restOf } from './rest.ts'

/** A place on a part: in metres in model space, whatever is exploded, with the normal of the surface there. */
export type Hit = {
  readonly part: string
  readonly point: Vector
  readonly normal: Vector
  /** The corners of the triangle that was hit, for snapping. */
  readonly corners: readonly Vector[]
  readonly snapped: boolean
}

type Found = { point: Vector3; object: Object3D; face: { a: number; b: number; c: number } }

function firstAlong(model: Model, ray: Raycaster, planes: readonly Plane[]): Found | undefined {
  const hits = ray.intersectObjects(model.meshes, false)
  for (const { point, object, face } of hits) {
    if (face && planes.every((plane) => plane.distanceToPoint(point) >= 0)) return { point, object, face }
  }
  return undefined
}

/** The first surface along the line of sight that is shown and not cut away. `at` runs from -1 to 1 both ways. */
export function pickIn(
  model: Model,
  camera: PerspectiveCamera,
  at: Vector2,
  planes: readonly Plane[],
): Hit | undefined {
  const ray = new Raycaster()
  ray.setFromCamera(at, camera)
  return hitOf(model, ray, firstAlong(model, ray, planes))
}

/** The place of a part that lies before its middle; any corner of it where there is nothing in the middle. */
export function placeOn(model: Model, camera: PerspectiveCamera, name: string): Hit | undefined {
  const part = model.parts.find((one) => one.name === name)
  const [mesh] = part?.meshes ?? []
  if (!part || !mesh) return undefined
  const middle = restBoxOf(mesh).getCenter(new Vector3())
  const ray = new Raycaster(camera.position, middle.sub(camera.position).normalize())
  const first = ray.intersectObjects(part.meshes, false).find(({ face }) => face)
  if (first?.face) return hitOf(model, ray, { ...first, face: first.face })
  const corner = new Vector3().fromBufferAttribute(restOf(mesh).getAttribute('position'), 0)
  const point = plain(corner.applyMatrix4(mesh.matrixWorld).sub(model.shiftOf(part)))
  return { part: name, point, normal: plain(ray.ray.direction.negate()), corners: [point], snapped: true }
}

function hitOf(model: Model, ray: Raycaster, found: Found | undefined): Hit | undefined {
  const part = found && model.partOf(found.object)
  const mesh = part?.meshes.find((one) => one === found?.object)
  if (!found || !part || !mesh) return undefined
  const shift = model.shiftOf(part)
  const position = restOf(mesh).getAttribute('position')
  const corners = [found.face.a, found.face.b, found.face.c].map((index) =>
    new Vector3().fromBufferAttribute(position, index).applyMatrix4(mesh.matrixWorld).sub(shift),
  )
  const normal = new Vector3()
  new Triangle(corners[0], corners[1], corners[2]).getNormal(normal)
  if (normal.dot(ray.ray.direction) > 0) normal.negate()
  return {
    part: part.name,
    point: plain(found.point.clone().sub(shift)),
    normal: plain(normal),
    corners: corners.map(plain),
    snapped: false,
  }
}

/** The same hit on the nearest corner of its triangle, if that is within ten pixels. */
export function snapped(hit: Hit, camera: PerspectiveCamera, at: Vector2, width: number, height: number): Hit {
  const far = (corner: Vector) => {
    const seen = new Vector3(corner.x, corner.y, corner.z).project(camera)
    return Math.hypot(((seen.x - at.x) / 2) * width, ((seen.y - at.y) / 2) * height)
  }
  const [nearest] = hit.corners.toSorted((a, b) => far(a) - far(b))
  return nearest && far(nearest) < 10 ? { ...hit, point: nearest, snapped: true } : hit
}

/** Where a point is seen, from -1 to 1 both ways, and whether something stands before it. */
export function seenFrom(
  model: Model,
  camera: PerspectiveCamera,
  point: Vector,
  partName: string | undefined,
  planes: readonly Plane[],
): { x: number; y: number; hidden: boolean } | undefined {
  const part = partName === undefined ? undefined : model.parts.find(({ name }) => name === partName)
  const at = new Vector3(point.x, point.y, point.z)
  if (part) at.add(model.shiftOf(part))
  const seen = at.clone().project(camera)
  if (seen.z > 1) return undefined
  const ray = new Raycaster()
  const far = camera.position.distanceTo(at)
  ray.set(camera.position, at.clone().sub(camera.position).normalize())
  ray.far = far
  const before = firstAlong(model, ray, planes)
  const covered = before !== undefined && before.point.distanceTo(camera.position) < far * 0.995
  const cut = planes.some((plane) => plane.distanceToPoint(at) < -1e-6)
  return { x: seen.x, y: seen.y, hidden: covered || cut }
}

function plain({ x, y, z }: Vector3): Vector {
  return { x, y, z }
}
