import { type Box3, MathUtils, type PerspectiveCamera, Spherical, Vector3 } from 'three'
import { type OrbitControls } from 'three/addons/controls/OrbitControls.js'

const flightMs = 420

/**
 * Returns the camera distance, looking against `direction`, at which the whole box is visible with a small margin, in
 * metres. `freeHeight` is the share of the height that no toolbar covers.
 */
export function distanceToFit(box: Box3, direction: Vector3, camera: PerspectiveCamera, freeHeight: number): number {
  const center = box.getCenter(new Vector3())
  const halfExtent = Math.tan(MathUtils.degToRad(camera.fov) / 2)
  const halfHeight = halfExtent * freeHeight
  const halfWidth = halfExtent * camera.aspect
  const up = Math.abs(direction.y) > 0.99 ? new Vector3(0, 0, -1) : new Vector3(0, 1, 0)
  const right = new Vector3().crossVectors(up, direction).normalize()
  const top = new Vector3().crossVectors(direction, right)
  let distance = 0
  for (let corner = 0; corner < 8; corner += 1) {
    const offset = new Vector3(
      corner & 1 ? box.max.x : box.min.x,
      corner & 2 ? box.max.y : box.min.y,
      corner & 4 ? box.max.z : box.min.z,
    ).sub(center)
    const depth = offset.dot(direction)
    distance = Math.max(
      distance,
      Math.abs(offset.dot(right)) / halfWidth + depth,
      Math.abs(offset.dot(top)) / halfHeight + depth,
    )
  }
  return distance * 1.06
}

/** Moves the camera: animated flights (immediate under reduced motion), orbit and pan. */
export class CameraRig {
  readonly #camera: PerspectiveCamera
  readonly #controls: OrbitControls
  #flight: { eye: [Vector3, Vector3]; target: [Vector3, Vector3]; start: number | undefined } | undefined

  constructor(camera: PerspectiveCamera, controls: OrbitControls) {
    this.#camera = camera
    this.#controls = controls
  }

  flyTo(eye: Vector3, target: Vector3, immediate: boolean): void {
    this.#flight = undefined
    if (immediate || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.#camera.position.copy(eye)
      this.#controls.target.copy(target)
      this.#controls.update()
      return
    }
    const from = [this.#camera.position.clone(), this.#controls.target.clone()] as const
    this.#flight = { eye: [from[0], eye], target: [from[1], target], start: undefined }
  }

  orbit(around: number, up: number, zoomFactor: number): void {
    this.#flight = undefined
    const { target, minDistance, maxDistance } = this.#controls
    const offset = new Spherical().setFromVector3(this.#camera.position.clone().sub(target))
    offset.theta += around
    offset.phi = MathUtils.clamp(offset.phi - up, 0.05, Math.PI - 0.05)
    offset.radius = MathUtils.clamp(offset.radius * zoomFactor, minDistance, maxDistance)
    this.#camera.position.setFromSpherical(offset).add(target)
    this.#controls.update()
  }

  pan(across: number, up: number): void {
    this.#flight = undefined
    const { target } = this.#controls
    const distance = this.#camera.position.distanceTo(target) * Math.tan(MathUtils.degToRad(this.#camera.fov) / 2) * 2
    const move = new Vector3(across * distance, up * distance, 0).applyQuaternion(this.#camera.quaternion)
    this.#camera.position.add(move)
    target.add(move)
    this.#controls.update()
  }

  cancel(): void {
    this.#flight = undefined
  }

  /** Advances the flight to `time`, in milliseconds. Returns whether it goes on. */
  update(time: number): boolean {
    if (!this.#flight) return false
    const { eye, target } = this.#flight
    const start = (this.#flight.start ??= time)
    const progress = Math.min(1, (time - start) / flightMs)
    const eased = 1 - (1 - progress) ** 3
    this.#camera.position.lerpVectors(...eye, eased)
    this.#controls.target.lerpVectors(...target, eased)
    if (progress >= 1) this.#flight = undefined
    return progress < 1
  }
}
