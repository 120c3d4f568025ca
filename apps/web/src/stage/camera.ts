import { type Box3, MathUtils, type PerspectiveCamera, Spherical, Vector3 } from 'three'
import { type OrbitControls } from 'three/addons/controls/OrbitControls.js'

const duration = 420

/**
 * How far the eye must stand, looking against `way`, for the whole box to be in sight with some air around it. `free`
 * is the share of the height that no bar covers.
 */
export function distanceToFit(box: Box3, way: Vector3, camera: PerspectiveCamera, free: number): number {
  const middle = box.getCenter(new Vector3())
  const whole = Math.tan(MathUtils.degToRad(camera.fov) / 2)
  const tall = whole * free
  const wide = whole * camera.aspect
  const up = Math.abs(way.y) > 0.99 ? new Vector3(0, 0, -1) : new Vector3(0, 1, 0)
  const right = new Vector3().crossVectors(up, way).normalize()
  const top = new Vector3().crossVectors(way, right)
  let far = 0
  for (let corner = 0; corner < 8; corner += 1) {
    const at = new Vector3(
      corner & 1 ? box.max.x : box.min.x,
      corner & 2 ? box.max.y : box.min.y,
      corner & 4 ? box.max.z : box.min.z,
    ).sub(middle)
    const near = at.dot(way)
    far = Math.max(far, Math.abs(at.dot(right)) / wide + near, Math.abs(at.dot(top)) / tall + near)
  }
  return far * 1.06
}

/** Carries the eye to where it is sent, in a moment and not at all where the person asks for no motion. */
export class CameraFlight {
  readonly #camera: PerspectiveCamera
  readonly #controls: OrbitControls
  #goal: { eye: [Vector3, Vector3]; target: [Vector3, Vector3]; start: number | undefined } | undefined

  constructor(camera: PerspectiveCamera, controls: OrbitControls) {
    this.#camera = camera
    this.#controls = controls
  }

  to(eye: Vector3, target: Vector3, atOnce: boolean): void {
    this.#goal = undefined
    if (atOnce || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.#camera.position.copy(eye)
      this.#controls.target.copy(target)
      this.#controls.update()
      return
    }
    const from = [this.#camera.position.clone(), this.#controls.target.clone()] as const
    this.#goal = { eye: [from[0], eye], target: [from[1], target], start: undefined }
  }

  turn(around: number, up: number, closer: number): void {
    this.#goal = undefined
    const { target, minDistance, maxDistance } = this.#controls
    const offset = new Spherical().setFromVector3(this.#camera.position.clone().sub(target))
    offset.theta += around
    offset.phi = MathUtils.clamp(offset.phi - up, 0.05, Math.PI - 0.05)
    offset.radius = MathUtils.clamp(offset.radius * closer, minDistance, maxDistance)
    this.#camera.position.setFromSpherical(offset).add(target)
    this.#controls.update()
  }

  pan(across: number, up: number): void {
    this.#goal = undefined
    const { target } = this.#controls
    const far = this.#camera.position.distanceTo(target) * Math.tan(MathUtils.degToRad(this.#camera.fov) / 2) * 2
    const move = new Vector3(across * far, up * far, 0).applyQuaternion(this.#camera.quaternion)
    this.#camera.position.add(move)
    target.add(move)
    this.#controls.update()
  }

  end(): void {
    this.#goal = undefined
  }

  /** Moves on to `time`; whether it is still on its way. */
  step(time: number): boolean {
    if (!this.#goal) return false
    const { eye, target } = this.#goal
    const start = (this.#goal.start ??= time)
    const share = Math.min(1, (time - start) / duration)
    const eased = 1 - (1 - share) ** 3
    this.#camera.position.lerpVectors(...eye, eased)
    this.#controls.target.lerpVectors(...target, eased)
    if (share >= 1) this.#goal = undefined
    return share < 1
  }
}
