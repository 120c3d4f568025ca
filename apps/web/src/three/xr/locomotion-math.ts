import { deckFloor } from '@veranda/core/rooms/records/floor.ts'
import { table } from '@veranda/core/rooms/records/placement.ts'

/** Position of the user's floor in metres of the room, and its counterclockwise rotation in radians. */
export type RigPose = { x: number; y: number; z: number; yaw: number }
type Coordinates = { readonly x: number; readonly y: number; readonly z: number }
export type TeleportLanding = { x: number; z: number; isValid: boolean }

const gravityMetresPerSecondSquared = 9.8
const launchMetresPerSecond = 6.2
const edgeMarginMetres = 0.25

/** Returns true if a user can stand here: on the floor and not in the table. */
export function canStand(x: number, z: number, floor = deckFloor): boolean {
  const inside =
    x >= floor.left + edgeMarginMetres &&
    x <= floor.right - edgeMarginMetres &&
    z >= floor.garden + edgeMarginMetres &&
    z <= floor.house - edgeMarginMetres
  return inside && (!floor.isDeck || Math.hypot(x - table.x, z - table.z) > table.radius + 0.1)
}

/** Writes the nearest position where a user can stand. */
export function clampToFloor(x: number, z: number, into: { x: number; z: number }, floor = deckFloor): void {
  into.x = Math.min(floor.right - edgeMarginMetres, Math.max(floor.left + edgeMarginMetres, x))
  into.z = Math.min(floor.house - edgeMarginMetres, Math.max(floor.garden + edgeMarginMetres, z))
  if (!floor.isDeck) return
  const distance = Math.hypot(into.x - table.x, into.z - table.z)
  const minDistance = table.radius + 0.12
  if (distance >= minDistance) return
  const factor = distance > 1e-6 ? minDistance / distance : 0
  into.x = factor > 0 ? table.x + (into.x - table.x) * factor : table.x - minDistance
  into.z = factor > 0 ? table.z + (into.z - table.z) * factor : table.z
}

/**
 * Computes the ballistic arc from `from` in a direction of length 1. Fills `points` with the path to the floor, three
 * numbers a point, and `landing` with its end. Allocates nothing.
 */
export function computeTeleportArc(
  from: Coordinates,
  direction: Coordinates,
  points: Float32Array,
  landing: TeleportLanding,
  floor = deckFloor,
): void {
  const count = points.length / 3
  const verticalSpeed = direction.y * launchMetresPerSecond
  const time =
    (verticalSpeed +
      Math.sqrt(verticalSpeed * verticalSpeed + 2 * gravityMetresPerSecondSquared * Math.max(0, from.y))) /
    gravityMetresPerSecondSquared
  for (let index = 0; index < count; index += 1) {
    const elapsed = (time * index) / (count - 1)
    points[index * 3] = from.x + direction.x * launchMetresPerSecond * elapsed
    points[index * 3 + 1] = Math.max(
      0,
      from.y + verticalSpeed * elapsed - (gravityMetresPerSecondSquared * elapsed * elapsed) / 2,
    )
    points[index * 3 + 2] = from.z + direction.z * launchMetresPerSecond * elapsed
  }
  landing.x = from.x + direction.x * launchMetresPerSecond * time
  landing.z = from.z + direction.z * launchMetresPerSecond * time
  landing.isValid = canStand(landing.x, landing.z, floor)
}

/** Turns once for each push of a stick, which must return to the centre in between. Counterclockwise, in radians. */
export class SnapTurn {
  #ready = true

  step(stick: number, degrees: number): number {
    const factor = Math.abs(stick)
    if (factor < 0.4) this.#ready = true
    if (!this.#ready || factor < 0.7) return 0
    this.#ready = false
    return (-Math.sign(stick) * degrees * Math.PI) / 180
  }
}

/** Rotates the rig around the user's head, which stays in place; `headX` and `headZ` are in metres of the room. */
export function rotateRigAround(rig: RigPose, headX: number, headZ: number, angle: number): void {
  const x = rig.x - headX
  const z = rig.z - headZ
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  rig.x = headX + x * cos + z * sin
  rig.z = headZ - x * sin + z * cos
  rig.yaw += angle
}

/** Moves the rig so that the head is above a position. */
export function moveRigTo(rig: RigPose, headX: number, headZ: number, x: number, z: number): void {
  rig.x += x - headX
  rig.z += z - headZ
}

const standingEyeHeightMetres = 1.62
/** A user this low sits on the floor or is very small, so the lift is limited. */
const maxLiftMetres = 0.9

/** Returns how far a seated user is lifted to standing eye height, in metres; never negative. */
export function seatedLift(eyeHeight: number): number {
  return Math.min(maxLiftMetres, Math.max(0, standingEyeHeightMetres - eyeHeight))
}

const vignetteCloseSeconds = 0.09
const vignetteOpenSeconds = 0.35

/** Returns the next strength of the vignette, 0 to 1: it closes quickly and opens slowly. */
export function stepVignette(elapsed: number, moving: boolean, seconds: number): number {
  return moving
    ? Math.min(1, elapsed + seconds / vignetteCloseSeconds)
    : Math.max(0, elapsed - seconds / vignetteOpenSeconds)
}
