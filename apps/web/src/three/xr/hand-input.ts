import { type Ray } from '../room/tools/gizmo.ts'
import { createPosePoint, type PosePoint } from '@veranda/core/rooms/connection/pose.ts'
import { Matrix4, Quaternion, Vector3 } from 'three'

export type Handedness = 'left' | 'right'

/** Controllers with a menu button have it here (buttons B and Y). */
const menuButtonIndex = 5
const matrix = new Matrix4()
const position = new Vector3()
const direction = new Vector3()
const scale = new Vector3()
const rotation = new Quaternion()

/**
 * One input source of a headset in the current frame: a controller, a tracked hand, a remote, or a pinch of a user who
 * points by looking.
 */
export class HandInput {
  readonly inputSource: XRInputSource
  readonly ray: Ray = { ox: 0, oy: 0, oz: 0, dx: 0, dy: 0, dz: -1 }
  readonly pose: PosePoint = createPosePoint()
  /** Direction out of the palm of a tracked hand. */
  readonly palm = new Vector3()
  /** Thumbstick: right and forward, -1 to 1. */
  readonly thumbstick = { x: 0, y: 0 }
  /** It points somewhere in this frame. */
  isTracked = false
  /** It is in a place where others can see it; a ray from the eyes alone is not. */
  hasPlace = false
  trigger = false
  squeeze = false
  /** Pressed since the last frame. */
  menuPressed = false
  #menu = false

  constructor(inputSource: XRInputSource) {
    this.inputSource = inputSource
  }

  get handedness(): Handedness | undefined {
    const side = this.inputSource.handedness
    return side === 'left' || side === 'right' ? side : undefined
  }

  get isTrackedHand(): boolean {
    return Boolean(this.inputSource.hand) && !this.startsAtEyes
  }

  /** The ray starts between the eyes: the user points by looking, and a pinch may move the ray from there on. */
  get startsAtEyes(): boolean {
    return this.inputSource.targetRayMode !== 'tracked-pointer'
  }

  get hasMenuButton(): boolean {
    return (this.inputSource.gamepad?.buttons.length ?? 0) > menuButtonIndex
  }

  /** Reads where it is and points in a frame. `origin` leads from the reference space to the room. */
  updatePose(frame: XRFrame, space: XRReferenceSpace, origin: Matrix4): void {
    const { targetRaySpace, gripSpace, hand } = this.inputSource
    const wristSpace = hand?.get('wrist')
    const wrist = wristSpace && frame.getPose(wristSpace, space)
    const place = (gripSpace && frame.getPose(gripSpace, space)) ?? wrist
    // Some runtimes know only where a controller is held, or only the joints of a hand; both point along -z as well.
    const target = frame.getPose(targetRaySpace, space) ?? place
    this.isTracked = Boolean(target)
    this.hasPlace = Boolean(place) || (this.isTracked && !this.startsAtEyes)
    if (!target) return
    matrix.fromArray(target.transform.matrix).premultiply(origin).decompose(position, rotation, scale)
    direction.set(0, 0, -1).applyQuaternion(rotation)
    const { ray, pose, palm } = this
    ray.ox = position.x
    ray.oy = position.y
    ray.oz = position.z
    ray.dx = direction.x
    ray.dy = direction.y
    ray.dz = direction.z
    // Others see the hand at its grip, oriented along the target ray.
    if (place) position.setFromMatrixPosition(matrix.fromArray(place.transform.matrix).premultiply(origin))
    pose.px = position.x
    pose.py = position.y
    pose.pz = position.z
    pose.qx = rotation.x
    pose.qy = rotation.y
    pose.qz = rotation.z
    pose.qw = rotation.w
    // The y axis of a wrist comes out of the back of its hand.
    if (wrist) palm.setFromMatrixColumn(matrix.fromArray(wrist.transform.matrix).premultiply(origin), 1).negate()
    else palm.copy(direction)
  }

  readButtons(): void {
    const { gamepad } = this.inputSource
    this.thumbstick.x = gamepad?.axes[2] ?? 0
    this.thumbstick.y = -(gamepad?.axes[3] ?? 0)
    const menu = Boolean(gamepad?.buttons[menuButtonIndex]?.pressed)
    this.menuPressed = menu && !this.#menu
    this.#menu = menu
  }

  /** Lets go of everything, for example because the source is gone. */
  letGo(): void {
    this.isTracked = false
    this.trigger = false
    this.squeeze = false
  }
}
