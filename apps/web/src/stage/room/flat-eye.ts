import { type Point } from '@veranda/core/rooms/pose.ts'
import { deck, entrance } from '@veranda/core/rooms/placement.ts'
import { standAt } from '@veranda/core/rooms/moving.ts'
import { Euler, MathUtils, type PerspectiveCamera, Quaternion, Spherical, Vector3 } from 'three'

const stands = 1.6
const speed = 1.9
const flight = 0.42
const euler = new Euler(0, 0, 0, 'YXZ')
const turn = new Quaternion()
const place = { x: 0, z: 0 }
const offset = new Vector3()
const around = new Spherical()
const ahead = new Vector3()

/** The eye of who is here without a headset: walks on the deck, looks about, goes round the work, flies where it is sent. */
export class FlatEye {
  readonly at = new Vector3(entrance.x, stands, entrance.z)
  yaw = 0
  pitch = -0.12
  /** What keys hold, from -1 to 1: ahead, to the right, turning to the left. */
  readonly held = { ahead: 0, aside: 0, turn: 0 }
  readonly #from = { at: new Vector3(), yaw: 0, pitch: 0 }
  readonly #to = { at: new Vector3(), yaw: 0, pitch: 0 }
  #share = 1

  /** Moves on by so many seconds; whether anything moved. */
  step(seconds: number): boolean {
    const { ahead: forward, aside, turn: left } = this.held
    if (forward || aside || left) {
      this.#share = 1
      this.walk(forward * speed * seconds, aside * speed * seconds)
      this.yaw += left * 1.5 * seconds
      return true
    }
    if (this.#share >= 1) return false
    this.#share = Math.min(1, this.#share + seconds / flight)
    const eased = 1 - (1 - this.#share) ** 3
    this.at.lerpVectors(this.#from.at, this.#to.at, eased)
    this.yaw = this.#from.yaw + (this.#to.yaw - this.#from.yaw) * eased
    this.pitch = this.#from.pitch + (this.#to.pitch - this.#from.pitch) * eased
    return true
  }

  walk(forward: number, aside: number): void {
    const [sin, cos] = [Math.sin(this.yaw), Math.cos(this.yaw)]
    standAt(this.at.x - sin * forward + cos * aside, this.at.z - cos * forward - sin * aside, place)
    this.at.x = place.x
    this.at.z = place.z
  }

  look(left: number, up: number): void {
    this.#share = 1
    this.yaw += left
    this.pitch = MathUtils.clamp(this.pitch + up, -1.45, 1.35)
  }

  /** Goes round a place without losing it from sight; `closer` multiplies the distance. */
  orbit(middle: Vector3, left: number, up: number, closer: number): void {
    this.#share = 1
    around.setFromVector3(offset.subVectors(this.at, middle))
    const aside = wrapped(this.yaw - around.theta)
    const above = this.pitch - (around.phi - Math.PI / 2)
    around.theta += left
    around.phi = MathUtils.clamp(around.phi - up, 0.12, Math.PI * 0.62)
    around.radius = MathUtils.clamp(around.radius * closer, 0.12, 7)
    this.at.setFromSpherical(around).add(middle)
    this.#keepInside()
    // What is gone round stays where it was seen, and comes to the middle of the view little by little.
    around.setFromVector3(offset.subVectors(this.at, middle))
    const kept = Math.max(0, 1 - (Math.abs(left) + Math.abs(up)) * 1.5)
    this.yaw = around.theta + aside * kept
    this.pitch = MathUtils.clamp(around.phi - Math.PI / 2 + above * kept, -1.45, 1.35)
  }

  /** Flies to a place and looks at another; at once where the person asks for no motion. */
  fly(eye: Vector3, target: Vector3, atOnce = false): void {
    offset.subVectors(target, eye)
    this.#from.at.copy(this.at)
    this.#from.yaw = this.yaw
    this.#from.pitch = this.pitch
    this.#to.at.copy(eye)
    const yaw = Math.atan2(-offset.x, -offset.z)
    this.#to.yaw = this.yaw + wrapped(yaw - this.yaw)
    this.#to.pitch = Math.atan2(offset.y, Math.max(Math.hypot(offset.x, offset.z), 1e-4))
    const still = atOnce || matchMedia('(prefers-reduced-motion: reduce)').matches
    this.#share = still ? 1 : 0
    if (!still) return
    this.at.copy(eye)
    this.yaw = this.#to.yaw
    this.pitch = this.#to.pitch
  }

  /** Is at once where it flies to. */
  arrive(): void {
    if (this.#share >= 1) return
    this.#share = 1
    this.at.copy(this.#to.at)
    this.yaw = this.#to.yaw
    this.pitch = this.#to.pitch
  }

  /** Sees what somebody sees; goes after them softly. */
  follow({ px, py, pz, qx, qy, qz, qw }: Point, seconds: number): void {
    const share = 1 - Math.exp(-seconds * 6)
    this.at.lerp(offset.set(px, py, pz), share)
    euler.setFromQuaternion(turn.set(qx, qy, qz, qw))
    this.yaw += wrapped(euler.y - this.yaw) * share
    this.pitch += (euler.x - this.pitch) * share
  }

  write(camera: PerspectiveCamera, into: Point): void {
    camera.position.copy(this.at)
    camera.quaternion.setFromEuler(euler.set(this.pitch, this.yaw, 0))
    into.px = this.at.x
    into.py = this.at.y
    into.pz = this.at.z
    into.qx = camera.quaternion.x
    into.qy = camera.quaternion.y
    into.qz = camera.quaternion.z
    into.qw = camera.quaternion.w
  }

  /** Where it looks to, a little ahead of the eye. */
  ahead(far: number, into: Vector3): Vector3 {
    ahead.set(0, 0, -far).applyEuler(euler.set(this.pitch, this.yaw, 0))
    return into.addVectors(this.at, ahead)
  }

  #keepInside(): void {
    this.at.x = MathUtils.clamp(this.at.x, deck.left + 0.2, deck.right - 0.2)
    this.at.z = MathUtils.clamp(this.at.z, deck.garden + 0.2, deck.house - 0.2)
    this.at.y = MathUtils.clamp(this.at.y, 0.12, 2.55)
  }
}

function wrapped(angle: number): number {
  return Math.atan2(Math.sin(angle), Math.cos(angle))
}
