import { wrapAngle } from '@veranda/core/rooms/records/placement.ts'
import { Vector3 } from 'three'
import { type AssetRaycaster } from '../asset/asset-raycaster.ts'
import { type DisplayedAsset } from '../asset/displayed-asset.ts'
import { hitTestPart } from '../asset/hit-test.ts'
import { type NotePlace } from '../room-canvas.ts'

/** A note on a part is this far in front of it, in metres of the room. */
const noteDistanceMetres = 0.2
const eye = new Vector3()
const point = new Vector3()

type NoteSurroundings = {
  readonly asset: DisplayedAsset
  readonly raycaster: AssetRaycaster
  eyePosition(into: Vector3): Vector3
}

/**
 * Returns a place for a note on the displayed asset, in its model space and towards the user: in front of a part, or at
 * this position of the room. Undefined without an asset.
 */
export function notePlaceAt(
  room: NoteSurroundings,
  position: readonly [number, number, number],
  part: string | null,
): NotePlace | undefined {
  const { asset, raycaster } = room
  const model = asset.current
  room.eyePosition(eye)
  const hit = part === null ? undefined : hitTestPart(asset, raycaster, eye, part)
  const on = model?.targetOf(hit ? part : null)
  if (!model || !on) return undefined
  point.set(...position)
  if (hit) {
    model.toRoom(hit.position, part ?? undefined, point)
    const distance = point.distanceTo(eye)
    point.lerp(eye, Math.min(0.5, noteDistanceMetres / Math.max(distance, noteDistanceMetres)))
  }
  const yaw = wrapAngle(Math.atan2(eye.x - point.x, eye.z - point.z) - asset.placement.yaw)
  point.applyMatrix4(model.roomToModel).sub(model.offsetOfPart(on.part, eye))
  return { on, position: [point.x, point.y, point.z], yaw }
}
