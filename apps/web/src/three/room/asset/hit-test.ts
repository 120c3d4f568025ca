import { type Ray } from '../tools/gizmo.ts'
import { Vector3 } from 'three'
import { type VectorTuple, type Viewpoint } from '../../viewer/viewer-settings.ts'
import { type AssetRaycaster } from './asset-raycaster.ts'
import { type RoomHit } from '../room-canvas.ts'
import { type DisplayedAsset } from './displayed-asset.ts'

const point = new Vector3()
const normal = new Vector3()
const explodeOffset = new Vector3()
const ray: Ray = { ox: 0, oy: 0, oz: 0, dx: 0, dy: 0, dz: -1 }

/** Converts the last raycast hit to the model space of the original; a visible previous version yields none. */
export function toRoomHit(asset: DisplayedAsset, raycaster: AssetRaycaster, eye: Vector3): RoomHit | undefined {
  const model = asset.current
  if (!model || !raycaster.hasHit || asset.showsPrevious) return undefined
  const view = toViewpoint(asset, eye, raycaster.point)
  point
    .copy(raycaster.point)
    .applyMatrix4(model.roomToModel)
    .sub(model.explodeOffsetOf(raycaster.partIndex, explodeOffset))
  normal.copy(raycaster.normal).transformDirection(model.roomToModel)
  return { part: raycaster.partName, position: toVector(point), normal: toVector(normal), view }
}

/** Returns the viewpoint in model space: camera position, target and display settings. */
export function toViewpoint({ current, tools, variant }: DisplayedAsset, eye: Vector3, target: Vector3): Viewpoint {
  const toTuple = (vector: Vector3): VectorTuple => {
    const { x, y, z } = current ? vector.clone().applyMatrix4(current.roomToModel) : vector
    return [x, y, z]
  }
  const { hidden, explode, section, wireframe, light } = tools
  const settings = { hidden: [...hidden], explode, section, wireframe, light, variant, sizes: false }
  return { eye: toTuple(eye), target: toTuple(target), settings }
}

/** Raycasts to a part through its centre, seen from the eye; falls back to a vertex of it if the ray hits nothing. */
export function hitTestPart(
  asset: DisplayedAsset,
  raycaster: AssetRaycaster,
  eye: Vector3,
  name: string,
): RoomHit | undefined {
  const model = asset.current
  const found = model?.partCenter(name)
  if (!model || !found) return undefined
  point.subVectors(found.center, eye).normalize()
  Object.assign(ray, { ox: eye.x, oy: eye.y, oz: eye.z, dx: point.x, dy: point.y, dz: point.z })
  if (!asset.showsPrevious && raycaster.cast(ray) && raycaster.partName === name)
    return toRoomHit(asset, raycaster, eye)
  const { corner } = found
  const view = toViewpoint(asset, eye, corner)
  const normalInModel = point.clone().negate().transformDirection(model.roomToModel)
  // The position without the offset of the exploded view.
  model.toRoom({ x: 0, y: 0, z: 0 }, name, explodeOffset).applyMatrix4(model.roomToModel)
  corner.applyMatrix4(model.roomToModel).sub(explodeOffset)
  return { part: name, position: toVector(corner), normal: toVector(normalInModel), view }
}

function toVector({ x, y, z }: Vector3): { x: number; y: number; z: number } {
  return { x, y, z }
}
