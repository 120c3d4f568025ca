import {
  moveRigTo,
  type RigPose,
  type TeleportLanding,
  seatedLift,
  SnapTurn,
  clampToFloor,
  computeTeleportArc,
  rotateRigAround,
  stepVignette,
} from './locomotion-math.ts'
import { deckFloor, type Floor } from '@veranda/core/rooms/records/floor.ts'
import { type Object3D, type Vector3 } from 'three'
import { type HandInput } from './hand-input.ts'
import { type ComfortSettings } from '../room/room-canvas.ts'

/** Points of the teleport arc, drawn as beads. */
export const arcPointCount = 22

/** Locomotion in a headset: teleport, snap turn and smooth turn. It moves the XR origin, never the camera. */
export class Locomotion {
  readonly origin: RigPose = { x: 0, y: 0, z: 0, yaw: 0 }
  readonly arc = new Float32Array(arcPointCount * 3)
  readonly landing: TeleportLanding = { x: 0, z: 0, isValid: false }
  floor: Floor = deckFloor
  /** A teleport arc is shown. */
  aiming = false
  /** Strength of the comfort vignette, 0 to 1. */
  vignette = 0
  readonly #snapTurn = new SnapTurn()
  readonly #standingPlace = { x: 0, z: 0 }
  readonly #arcDirection = { x: 0, y: 0, z: 0 }
  readonly #arcStart = { x: 0, y: 0, z: 0 }
  #aimingHand: HandInput | undefined
  #movingSeconds = 0
  #seatedLift: number | undefined

  /** Raises a seated user to standing height once the eye height is known. */
  setSeated(seated: boolean, eyeHeight: number): void {
    if (!seated) this.#seatedLift = undefined
    else if (this.#seatedLift === undefined && eyeHeight > 0.1) this.#seatedLift = seatedLift(eyeHeight)
    this.origin.y = this.#seatedLift ?? 0
  }

  /**
   * Reads the thumbsticks: forward shows the teleport arc, release teleports, sideways turns. Returns whether the user
   * moved.
   */
  update(hands: readonly HandInput[], head: Vector3, comfort: ComfortSettings, seconds: number): boolean {
    let turnInput = 0
    for (const hand of hands) {
      if (!hand.isTracked) continue
      const { x, y } = hand.thumbstick
      if (!this.aiming && y > 0.65) this.startTeleport(hand)
      if (this.#aimingHand !== hand && Math.abs(y) < 0.6 && Math.abs(x) > Math.abs(turnInput)) turnInput = x
    }
    let moved = this.#applyTurn(turnInput, head, comfort, seconds)
    const aimingHand = this.#aimingHand
    if (this.aiming && aimingHand) {
      this.#updateArc(aimingHand)
      if (!aimingHand.isTrackedHand && aimingHand.thumbstick.y < 0.3) moved = this.teleport(head) || moved
    }
    if (moved) this.#movingSeconds = 0.12
    this.#movingSeconds = Math.max(0, this.#movingSeconds - seconds)
    this.vignette = comfort.vignette ? stepVignette(this.vignette, this.#movingSeconds > 0, seconds) : 0
    return moved
  }

  startTeleport(hand: HandInput): void {
    this.aiming = true
    this.#aimingHand = hand
  }

  /** Ends the aiming of a hand that is gone, without a teleport. */
  cancelTeleport(hand: HandInput): void {
    if (hand !== this.#aimingHand) return
    this.aiming = false
    this.#aimingHand = undefined
  }

  /** Teleports to the end of the arc, if that is a valid place. */
  teleport(head: Vector3): boolean {
    const { isValid, x, z } = this.landing
    this.aiming = false
    this.#aimingHand = undefined
    if (!isValid) return false
    moveRigTo(this.origin, head.x, head.z, x, z)
    return true
  }

  /** Moves the user to a place, facing `yaw` (radians to the left) if given; only at the user's own request. */
  moveTo(head: Vector3, headYaw: number, x: number, z: number, yaw: number | undefined): void {
    clampToFloor(x, z, this.#standingPlace, this.floor)
    if (yaw !== undefined) rotateRigAround(this.origin, head.x, head.z, yaw - headYaw)
    moveRigTo(this.origin, head.x, head.z, this.#standingPlace.x, this.#standingPlace.z)
    this.#movingSeconds = 0.12
  }

  applyTo(xrOrigin: Object3D): void {
    xrOrigin.position.set(this.origin.x, this.origin.y, this.origin.z)
    xrOrigin.rotation.y = this.origin.yaw
    xrOrigin.updateMatrixWorld(true)
  }

  #applyTurn(turnInput: number, head: Vector3, comfort: ComfortSettings, seconds: number): boolean {
    const angle =
      comfort.snapDegrees > 0
        ? this.#snapTurn.step(turnInput, comfort.snapDegrees)
        : Math.abs(turnInput) > 0.2
          ? -turnInput * 1.4 * seconds
          : 0
    if (angle === 0) return false
    rotateRigAround(this.origin, head.x, head.z, angle)
    return true
  }

  #updateArc({ ray }: HandInput): void {
    this.#arcStart.x = ray.ox
    this.#arcStart.y = ray.oy
    this.#arcStart.z = ray.oz
    this.#arcDirection.x = ray.dx
    this.#arcDirection.y = ray.dy
    this.#arcDirection.z = ray.dz
    computeTeleportArc(this.#arcStart, this.#arcDirection, this.arc, this.landing, this.floor)
  }
}
