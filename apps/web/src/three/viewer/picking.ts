import { type Vector } from '@veranda/core/geometry/vector.ts'
import { type Object3D, type PerspectiveCamera, type Plane, Raycaster, Triangle, Vector2, Vector3 } from 'three'
import { type Model } from './model.ts'
import { type VersionPair } from './compare/version-pair.ts'
import { restBoxOf, restGeometryOf } from './rest-pose.ts'

/** A point on a part with the surface normal, in metres in model space, without the offset of the exploded view. */
export type SurfaceHit = {
  readonly part: string
  readonly point: Vector
  readonly normal: Vector
  /** Corners of the hit triangle, for snapping. */
  readonly corners: readonly Vector[]
  readonly snapped: boolean
}

type RayIntersection = { point: Vector3; object: Object3D; face: { a: number; b: number; c: number } }

function firstIntersection(model: Model, raycaster: Raycaster, planes: readonly Plane[]): RayIntersection | undefined {
  const hits = raycaster.intersectObjects(model.meshes, false)
  for (const { point, object, face } of hits) {
    if (face && planes.every((plane) => plane.distanceToPoint(point) >= 0)) return { point, object, face }
  }
  return undefined
}

/** Returns the first visible, unclipped surface on the line of sight. `target` is in normalized device coordinates. */
export function raycastModel(
  model: Model,
  camera: PerspectiveCamera,
  target: Vector2,
  planes: readonly Plane[],
): SurfaceHit | undefined {
  const raycaster = new Raycaster()
  raycaster.setFromCamera(target, camera)
  return toSurfaceHit(model, raycaster, firstIntersection(model, raycaster, planes))
}

/** Picks the point of a part in front of its centre, or any vertex of it if the ray hits nothing. */
export function pickPart(model: Model, camera: PerspectiveCamera, name: string): SurfaceHit | undefined {
  const part = model.parts.find((one) => one.name === name)
  const [mesh] = part?.meshes ?? []
  if (!part || !mesh) return undefined
  const center = restBoxOf(mesh).getCenter(new Vector3())
  const raycaster = new Raycaster(camera.position, center.sub(camera.position).normalize())
  const first = raycaster.intersectObjects(part.meshes, false).find(({ face }) => face)
  if (first?.face) return toSurfaceHit(model, raycaster, { ...first, face: first.face })
  const corner = new Vector3().fromBufferAttribute(restGeometryOf(mesh).getAttribute('position'), 0)
  const point = toVector(corner.applyMatrix4(mesh.matrixWorld).sub(model.explodeOffsetOf(part)))
  return { part: name, point, normal: toVector(raycaster.ray.direction.negate()), corners: [point], snapped: true }
}

function toSurfaceHit(
  model: Model,
  raycaster: Raycaster,
  intersection: RayIntersection | undefined,
): SurfaceHit | undefined {
  const part = intersection && model.partOf(intersection.object)
  const mesh = part?.meshes.find((one) => one === intersection?.object)
  if (!intersection || !part || !mesh) return undefined
  const offset = model.explodeOffsetOf(part)
  const position = restGeometryOf(mesh).getAttribute('position')
  const corners = [intersection.face.a, intersection.face.b, intersection.face.c].map((index) =>
    new Vector3().fromBufferAttribute(position, index).applyMatrix4(mesh.matrixWorld).sub(offset),
  )
  const normal = new Vector3()
  new Triangle(corners[0], corners[1], corners[2]).getNormal(normal)
  if (normal.dot(raycaster.ray.direction) > 0) normal.negate()
  return {
    part: part.name,
    point: toVector(intersection.point.clone().sub(offset)),
    normal: toVector(normal),
    corners: corners.map(toVector),
    snapped: false,
  }
}

/** Snaps a hit to the nearest corner of its triangle within 10 pixels. */
export function snapToCorner(
  hit: SurfaceHit,
  camera: PerspectiveCamera,
  target: Vector2,
  width: number,
  height: number,
): SurfaceHit {
  const distance = (corner: Vector) => {
    const projected = new Vector3(corner.x, corner.y, corner.z).project(camera)
    return Math.hypot(((projected.x - target.x) / 2) * width, ((projected.y - target.y) / 2) * height)
  }
  const [nearest] = hit.corners.toSorted((a, b) => distance(a) - distance(b))
  return nearest && distance(nearest) < 10 ? { ...hit, point: nearest, snapped: true } : hit
}

/**
 * Projects a point to normalized device coordinates and tells whether it is occluded or clipped. Returns undefined
 * behind the camera.
 */
export function projectPoint(
  model: Model,
  camera: PerspectiveCamera,
  point: Vector,
  partName: string | undefined,
  planes: readonly Plane[],
): { x: number; y: number; hidden: boolean } | undefined {
  const part = partName === undefined ? undefined : model.parts.find(({ name }) => name === partName)
  const target = new Vector3(point.x, point.y, point.z)
  if (part) target.add(model.explodeOffsetOf(part))
  const projected = target.clone().project(camera)
  if (projected.z > 1) return undefined
  const raycaster = new Raycaster()
  const distance = camera.position.distanceTo(target)
  raycaster.set(camera.position, target.clone().sub(camera.position).normalize())
  raycaster.far = distance
  const occluder = firstIntersection(model, raycaster, planes)
  const occluded = occluder !== undefined && occluder.point.distanceTo(camera.position) < distance * 0.995
  const clipped = planes.some((plane) => plane.distanceToPoint(target) < -1e-6)
  return { x: projected.x, y: projected.y, hidden: occluded || clipped }
}

function toVector({ x, y, z }: Vector3): Vector {
  return { x, y, z }
}

/** Size of the canvas in pixels. */
export type CanvasSize = { readonly width: number; readonly height: number }

/** Position of a point on the canvas, in pixels; `hidden` when it is occluded, clipped or outside the view. */
export type ScreenPoint = { readonly x: number; readonly y: number; readonly hidden: boolean }

/** Sets the aspect ratio of the camera and updates its matrices. */
export function setAspect(camera: PerspectiveCamera, aspect: number): void {
  camera.aspect = aspect
  camera.updateProjectionMatrix()
  camera.updateMatrixWorld()
}

/**
 * Picks the surface at a position in pixels. `snap` takes the nearest corner within a few pixels. A visible previous
 * version has no points and yields 'former'.
 */
export function pickAt(
  versions: VersionPair,
  camera: PerspectiveCamera,
  { width, height }: CanvasSize,
  { x, y, snap }: { readonly x: number; readonly y: number; readonly snap: boolean },
): SurfaceHit | 'previous' | undefined {
  const viewports = versions.viewports(width)
  const viewport = viewports.find((one) => x < one.left + one.width) ?? viewports.at(-1)
  if (!viewport?.model) return undefined
  if (viewport.model !== versions.current) return 'previous'
  const target = new Vector2(((x - viewport.left) / viewport.width) * 2 - 1, 1 - (y / height) * 2)
  setAspect(camera, viewport.width / height)
  const hit = raycastModel(viewport.model, camera, target, versions.clippingPlanes)
  return hit && snap ? snapToCorner(hit, camera, target, viewport.width, height) : hit
}

/** Projects a point on a part to the canvas. Returns undefined behind the camera, or while its part is animated. */
export function projectToScreen(
  versions: VersionPair,
  camera: PerspectiveCamera,
  { width, height }: CanvasSize,
  point: Vector,
  part: string | undefined,
): ScreenPoint | undefined {
  const viewport = versions.viewports(width).at(-1)
  if (!versions.current || !viewport || (part !== undefined && versions.current.player?.atRestPose === false))
    return undefined
  setAspect(camera, viewport.width / height)
  const projected = projectPoint(versions.current, camera, point, part, versions.clippingPlanes)
  if (!projected) return undefined
  const x = viewport.left + ((projected.x + 1) / 2) * viewport.width
  const onScreen = projected.x >= -1 && projected.x <= 1 && Math.abs(projected.y) <= 1
  const hidden = projected.hidden || !onScreen || versions.settings.hidden.includes(part ?? '')
  return { x, y: ((1 - projected.y) / 2) * height, hidden }
}
