import { type Ray } from '@veranda/core/rooms/gizmo.ts'
import { Vector3 } from 'three'
import { type Triple, type View } from '../settings.ts'
import { type RayCast } from './ray-cast.ts'
import { type RoomHit } from './types.ts'
import { type WorkOnStage } from './work-on-stage.ts'

const point = new Vector3()
const normal = new Vector3()
const shift = new Vector3()
const line: Ray = { ox: 0, oy: 0, oz: 0, dx: 0, dy: 0, dz: -1 }

/** What the last look along a line met, in the model space of the original; a former version in sight has no places. */
export function hitOf(work: WorkOnStage, cast: RayCast, eye: Vector3): RoomHit | undefined {
  const holder = work.now
  if (!holder || !cast.met || work.formerInSight) return undefined
  const view = viewOf(work, eye, cast.point)
  point.copy(cast.point).applyMatrix4(holder.back).sub(holder.shiftOf(cast.which, shift))
  normal.copy(cast.normal).transformDirection(holder.back)
  return { part: cast.part, position: plain(point), normal: plain(normal), view }
}

/** Where the eye is and what it looks at, in model space, with how the work is shown. */
export function viewOf({ now, tools }: WorkOnStage, eye: Vector3, target: Vector3): View {
  const triple = (at: Vector3): Triple => {
    const { x, y, z } = now ? at.clone().applyMatrix4(now.back) : at
    return [x, y, z]
  }
  const { hidden, explode, section, wireframe, light } = tools
  const settings = { hidden: [...hidden], explode, section, wireframe, light, sizes: false }
  return { eye: triple(eye), target: triple(target), settings }
}

/** The place of a part that lies before its middle, seen from the eye; any corner of it where nothing is. */
export function placeOnPart(work: WorkOnStage, cast: RayCast, eye: Vector3, name: string): RoomHit | undefined {
  const holder = work.now
  const found = holder?.middleOf(name)
  if (!holder || !found) return undefined
  point.subVectors(found.middle, eye).normalize()
  Object.assign(line, { ox: eye.x, oy: eye.y, oz: eye.z, dx: point.x, dy: point.y, dz: point.z })
  if (!work.formerInSight && cast.cast(line) && cast.part === name) return hitOf(work, cast, eye)
  const { corner } = found
  const view = viewOf(work, eye, corner)
  const away = point.clone().negate().transformDirection(holder.back)
  // Where it would be if nothing were taken apart.
  holder.toRoom({ x: 0, y: 0, z: 0 }, name, shift).applyMatrix4(holder.back)
  corner.applyMatrix4(holder.back).sub(shift)
  return { part: name, position: plain(corner), normal: plain(away), view }
}

function plain({ x, y, z }: Vector3): { x: number; y: number; z: number } {
  return { x, y, z }
}
