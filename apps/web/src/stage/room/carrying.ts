import {
  carryTo,
  type Ground,
  type Landing,
  seatLift,
  SnapTurn,
  standAt,
  throwArc,
  turnAbout,
  vignetteStep,
} from '@veranda/core/rooms/moving.ts'
import { type Object3D, type Vector3 } from 'three'
import { type Hand } from './headset.ts'
import { type Comfort } from './types.ts'

/** Points of the arc; drawn as beads. */
export const beads = 22

/** How a person with a headset gets about: the floor is carried, never the eyes moved by force. */
export class Carrying {
  readonly ground: Ground = { x: 0, y: 0, z: 0, yaw: 0 }
  readonly arc = new Float32Array(beads * 3)
  readonly landing: Landing = { x: 0, z: 0, ok: false }
  /** An arc is thrown at this moment. */
  aiming = false
  /** 0 to 1. */
  vignette = 0
  readonly #snap = new SnapTurn()
  readonly #place = { x: 0, z: 0 }
  readonly #way = { x: 0, y: 0, z: 0 }
  readonly #from = { x: 0, y: 0, z: 0 }
  #by: Hand | undefined
  #moving = 0
  #lift: number | undefined

  /** Somebody who sits is lifted by what is missing to standing, once their eyes are known. */
  seat(seated: boolean, eyeHeight: number): void {
    if (!seated) this.#lift = undefined
    else if (this.#lift === undefined && eyeHeight > 0.1) this.#lift = seatLift(eyeHeight)
    this.ground.y = this.#lift ?? 0
  }

  /** Reads the sticks: ahead throws an arc, letting go goes there, aside turns. Whether the person was carried. */
  step(hands: readonly [Hand, Hand], head: Vector3, comfort: Comfort, seconds: number): boolean {
    let aside = 0
    for (const hand of hands) {
      if (!hand.here) continue
      const { x, y } = hand.stick
      if (!this.aiming && y > 0.65) this.aim(hand)
      if (this.#by !== hand && Math.abs(y) < 0.6 && Math.abs(x) > Math.abs(aside)) aside = x
    }
    let carried = this.#turn(aside, head, comfort, seconds)
    const by = this.#by
    if (this.aiming && by) {
      this.#throw(by)
      if (!by.fingers && by.stick.y < 0.3) carried = this.land(head) || carried
    }
    if (carried) this.#moving = 0.12
    this.#moving = Math.max(0, this.#moving - seconds)
    this.vignette = comfort.vignette ? vignetteStep(this.vignette, this.#moving > 0, seconds) : 0
    return carried
  }

  aim(hand: Hand): void {
    this.aiming = true
    this.#by = hand
  }

  /** Sets the person down where the arc ends, if one can stand there. */
  land(head: Vector3): boolean {
    const { ok, x, z } = this.landing
    this.aiming = false
    this.#by = undefined
    if (!ok) return false
    carryTo(this.ground, head.x, head.z, x, z)
    return true
  }

  /** Sets the person down at a place, looking a way (radians to the left), by their own wish. */
  setDown(head: Vector3, headYaw: number, x: number, z: number, yaw: number | undefined): void {
    standAt(x, z, this.#place)
    if (yaw !== undefined) turnAbout(this.ground, head.x, head.z, yaw - headYaw)
    carryTo(this.ground, head.x, head.z, this.#place.x, this.#place.z)
    this.#moving = 0.12
  }

  write(floor: Object3D): void {
    floor.position.set(this.ground.x, this.ground.y, this.ground.z)
    floor.rotation.y = this.ground.yaw
    floor.updateMatrixWorld(true)
  }

  #turn(stick: number, head: Vector3, comfort: Comfort, seconds: number): boolean {
    const angle =
      comfort.snapDegrees > 0
        ? this.#snap.step(stick, comfort.snapDegrees)
        : Math.abs(stick) > 0.2
          ? -stick * 1.4 * seconds
          : 0
    if (angle === 0) return false
    turnAbout(this.ground, head.x, head.z, angle)
    return true
  }

  #throw({ ray }: Hand): void {
    this.#from.x = ray.ox
    this.#from.y = ray.oy
    this.#from.z = ray.oz
    this.#way.x = ray.dx
    this.#way.y = ray.dy
    this.#way.z = ray.dz
    throwArc(this.#from, this.#way, this.arc, this.landing)
  }
}
