import { deck, table } from './placement.ts'

/** Where the floor under a person is, in metres of the room, and how it is turned to the left, in radians. */
export type Ground = { x: number; y: number; z: number; yaw: number }
type Way = { readonly x: number; readonly y: number; readonly z: number }
export type Landing = { x: number; z: number; ok: boolean }

const gravity = 9.8
const throwSpeed = 6.2
const margin = 0.25

/** Whether one can stand here: on the deck and not in the table. */
export function canStand(x: number, z: number): boolean {
  const inside =
    x >= deck.left + margin && x <= deck.right - margin && z >= deck.garden + margin && z <= deck.house - margin
  return inside && Math.hypot(x - table.x, z - table.z) > table.radius + 0.1
}

/** The nearest place to stand; what is walked to outside of it is brought back. */
export function standAt(x: number, z: number, into: { x: number; z: number }): void {
  into.x = Math.min(deck.right - margin, Math.max(deck.left + margin, x))
  into.z = Math.min(deck.house - margin, Math.max(deck.garden + margin, z))
  const away = Math.hypot(into.x - table.x, into.z - table.z)
  const least = table.radius + 0.12
  if (away >= least) return
  const far = away > 1e-6 ? least / away : 0
  into.x = far > 0 ? table.x + (into.x - table.x) * far : table.x - least
  into.z = far > 0 ? table.z + (into.z - table.z) * far : table.z
}

/**
 * Throws from `from` along `way` (length 1) and writes the way to the floor as points of three numbers into `points`,
 * all of them used. Answers by `landing` where it comes down and whether one can stand there. Allocates nothing.
 */
export function throwArc(from: Way, way: Way, points: Float32Array, landing: Landing): void {
  const count = points.length / 3
  const up = way.y * throwSpeed
  const time = (up + Math.sqrt(up * up + 2 * gravity * Math.max(0, from.y))) / gravity
  for (let at = 0; at < count; at += 1) {
    const now = (time * at) / (count - 1)
    points[at * 3] = from.x + way.x * throwSpeed * now
    points[at * 3 + 1] = Math.max(0, from.y + up * now - (gravity * now * now) / 2)
    points[at * 3 + 2] = from.z + way.z * throwSpeed * now
  }
  landing.x = from.x + way.x * throwSpeed * time
  landing.z = from.z + way.z * throwSpeed * time
  landing.ok = canStand(landing.x, landing.z)
}

/** One turn for each push of a stick: it must come back to the middle before the next one. Radians to the left. */
export class SnapTurn {
  #ready = true

  step(stick: number, degrees: number): number {
    const far = Math.abs(stick)
    if (far < 0.4) this.#ready = true
    if (!this.#ready || far < 0.7) return 0
    this.#ready = false
    return (-Math.sign(stick) * degrees * Math.PI) / 180
  }
}

/** Turns the ground about the person on it, who stays where they are: `head` is in metres of the room. */
export function turnAbout(ground: Ground, headX: number, headZ: number, angle: number): void {
  const x = ground.x - headX
  const z = ground.z - headZ
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  ground.x = headX + x * cos + z * sin
  ground.z = headZ - x * sin + z * cos
  ground.yaw += angle
}

/** Carries the ground so that the head comes to stand over a place. */
export function carryTo(ground: Ground, headX: number, headZ: number, x: number, z: number): void {
  ground.x += x - headX
  ground.z += z - headZ
}

const standing = 1.62
/** Somebody this low sits on the floor or is very small: not lifted by more than that. */
const mostLift = 0.9

/** How far a seated person is lifted so that they see as one who stands, in metres; nobody is ever lowered. */
export function seatLift(eyeHeight: number): number {
  return Math.min(mostLift, Math.max(0, standing - eyeHeight))
}

const closes = 0.09
const opens = 0.35

/** How dark the edge of sight is, 0 to 1, a moment later: it closes quickly and opens slowly. */
export function vignetteStep(now: number, moving: boolean, seconds: number): number {
  return moving ? Math.min(1, now + seconds / closes) : Math.max(0, now - seconds / opens)
}
