import { type PosePoint } from '@veranda/core/rooms/connection/pose.ts'
import { deckFloor, type Floor } from '@veranda/core/rooms/records/floor.ts'
import { entrance } from '@veranda/core/rooms/records/placement.ts'
import { clampToFloor } from '../../xr/locomotion-math.ts'
import { Euler, MathUtils, type PerspectiveCamera, Quaternion, Spherical, Vector3 } from 'three'

const eyeHeightMetres = 1.6
/** Without the roof of the deck, a user can look down from this high. */
const maxHeightOutsideMetres = 12
const walkMetresPerSecond = 1.9
const flightSeconds = 0.42
const euler = new Euler(0, 0, 0, 'YXZ')
const rotation = new Quaternion()
const standingPlace = { x: 0, z: 0 }
const offset = new Vector3()
const spherical = new Spherical()
const forwardVector = new Vector3()

/**
 * First-person camera of a user without a headset: walks on the deck, looks around, orbits the asset and flies to
 * viewpoints.
 */
export class FirstPersonCamera {
  readonly position = new Vector3(entrance.x, eyeHeightMetres, entrance.z)
  floor: Floor = deckFloor
  yaw = 0
  pitch = -0.12
  /** Input of the held keys, -1 to 1: forward, to the right, turning to the left. */
  readonly keyAxes = { ahead: 0, aside: 0, turn: 0 }
  readonly #from = { at: new Vector3(), yaw: 0, pitch: 0 }
  readonly #to = { at: new Vector3(), yaw: 0, pitch: 0 }
  #flightProgress = 1

  /** Advances by `seconds`. Returns whether the camera moved. */
  update(seconds: number): boolean {
    const { ahead: forward, aside, turn: left } = this.keyAxes
    if (forward || aside || left) {
      this.#flightProgress = 1
      this.walk(forward * walkMetresPerSecond * seconds, aside * walkMetresPerSecond * seconds)
      this.yaw += left * 1.5 * seconds
      return true
    }
    if (this.#flightProgress >= 1) return false
    this.#flightProgress = Math.min(1, this.#flightProgress + seconds / flightSeconds)
    const eased = 1 - (1 - this.#flightProgress) ** 3
    this.position.lerpVectors(this.#from.at, this.#to.at, eased)
    this.yaw = this.#from.yaw + (this.#to.yaw - this.#from.yaw) * eased
    this.pitch = this.#from.pitch + (this.#to.pitch - this.#from.pitch) * eased
    return true
  }

  walk(forward: number, aside: number): void {
    const [sin, cos] = [Math.sin(this.yaw), Math.cos(this.yaw)]
    clampToFloor(
      this.position.x - sin * forward + cos * aside,
      this.position.z - cos * forward - sin * aside,
      standingPlace,
      this.floor,
    )
    this.position.x = standingPlace.x
    this.position.z = standingPlace.z
  }

  look(left: number, up: number): void {
    this.#flightProgress = 1
    this.yaw += left
    this.pitch = MathUtils.clamp(this.pitch + up, -1.45, 1.35)
  }

  /** Orbits a point and keeps it in view; `zoomFactor` multiplies the distance. */
  orbit(center: Vector3, left: number, up: number, zoomFactor: number): void {
    this.#flightProgress = 1
    spherical.setFromVector3(offset.subVectors(this.position, center))
    const aside = wrapAngle(this.yaw - spherical.theta)
    const above = this.pitch - (spherical.phi - Math.PI / 2)
    spherical.theta += left
    spherical.phi = MathUtils.clamp(spherical.phi - up, 0.12, Math.PI * 0.62)
    spherical.radius = MathUtils.clamp(spherical.radius * zoomFactor, 0.12, this.floor.isDeck ? 7 : 60)
    this.position.setFromSpherical(spherical).add(center)
    this.#clampToFloor()
    // The orbited point keeps its place in the view and drifts slowly to the centre.
    spherical.setFromVector3(offset.subVectors(this.position, center))
    const keptOffset = Math.max(0, 1 - (Math.abs(left) + Math.abs(up)) * 1.5)
    this.yaw = spherical.theta + aside * keptOffset
    this.pitch = MathUtils.clamp(spherical.phi - Math.PI / 2 + above * keptOffset, -1.45, 1.35)
  }

  /** Flies to a position and looks at a target; immediate if the user prefers reduced motion. */
  flyTo(eye: Vector3, target: Vector3, immediate = false): void {
    offset.subVectors(target, eye)
    this.#from.at.copy(this.position)
    this.#from.yaw = this.yaw
    this.#from.pitch = this.pitch
    this.#to.at.copy(eye)
    const yaw = Math.atan2(-offset.x, -offset.z)
    this.#to.yaw = this.yaw + wrapAngle(yaw - this.yaw)
    this.#to.pitch = Math.atan2(offset.y, Math.max(Math.hypot(offset.x, offset.z), 1e-4))
    const withoutMotion = immediate || matchMedia('(prefers-reduced-motion: reduce)').matches
    this.#flightProgress = withoutMotion ? 1 : 0
    if (!withoutMotion) return
    this.position.copy(eye)
    this.yaw = this.#to.yaw
    this.pitch = this.#to.pitch
  }

  /** Finishes a flight immediately. */
  finishFlight(): void {
    if (this.#flightProgress >= 1) return
    this.#flightProgress = 1
    this.position.copy(this.#to.at)
    this.yaw = this.#to.yaw
    this.pitch = this.#to.pitch
  }

  /** Follows the view of another participant smoothly. */
  follow({ px, py, pz, qx, qy, qz, qw }: PosePoint, seconds: number): void {
    const progress = 1 - Math.exp(-seconds * 6)
    this.position.lerp(offset.set(px, py, pz), progress)
    euler.setFromQuaternion(rotation.set(qx, qy, qz, qw))
    this.yaw += wrapAngle(euler.y - this.yaw) * progress
    this.pitch += (euler.x - this.pitch) * progress
  }

  writePose(camera: PerspectiveCamera, target: PosePoint): void {
    camera.position.copy(this.position)
    camera.quaternion.setFromEuler(euler.set(this.pitch, this.yaw, 0))
    target.px = this.position.x
    target.py = this.position.y
    target.pz = this.position.z
    target.qx = camera.quaternion.x
    target.qy = camera.quaternion.y
    target.qz = camera.quaternion.z
    target.qw = camera.quaternion.w
  }

  /** Returns the point `distance` metres in front of the camera. */
  pointAhead(distance: number, target: Vector3): Vector3 {
    forwardVector.set(0, 0, -distance).applyEuler(euler.set(this.pitch, this.yaw, 0))
    return target.addVectors(this.position, forwardVector)
  }

  #clampToFloor(): void {
    const { left, right, garden, house, isDeck } = this.floor
    this.position.x = MathUtils.clamp(this.position.x, left + 0.2, right - 0.2)
    this.position.z = MathUtils.clamp(this.position.z, garden + 0.2, house - 0.2)
    this.position.y = MathUtils.clamp(this.position.y, 0.12, isDeck ? 2.55 : maxHeightOutsideMetres)
  }
}

function wrapAngle(angle: number): number {
  return Math.atan2(Math.sin(angle), Math.cos(angle))
}
