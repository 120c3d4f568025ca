import { type Ray } from '../room/tools/gizmo.ts'
import { createPosePoint, type PosePoint } from '@veranda/core/rooms/connection/pose.ts'
import { Group, type Object3D, Quaternion, Vector3, type WebGLRenderer } from 'three'

export type Handedness = 'left' | 'right'

/** One hand in a headset, a controller or a tracked hand, in the current frame. */
export class HandInput {
  readonly targetRaySpace: Group
  readonly gripSpace: Group
  inputSource: XRInputSource | undefined
  readonly ray: Ray = { ox: 0, oy: 0, oz: 0, dx: 0, dy: 0, dz: -1 }
  readonly pose: PosePoint = createPosePoint()
  /** Thumbstick: right and forward, -1 to 1. */
  readonly thumbstick = { x: 0, y: 0 }
  trigger = false
  squeeze = false
  menu = false
  /** Pressed since the last frame. */
  menuPressed = false

  constructor(target: Group, grip: Group) {
    this.targetRaySpace = target
    this.gripSpace = grip
  }

  get handedness(): Handedness | undefined {
    const side = this.inputSource?.handedness
    return side === 'left' || side === 'right' ? side : undefined
  }

  get isTrackedHand(): boolean {
    return Boolean(this.inputSource?.hand)
  }

  /** It can open the menu by itself: by a button, or by a pinch with the palm towards the face. */
  get canOpenMenu(): boolean {
    const { gamepad } = this.inputSource ?? {}
    return this.isTrackedHand || (gamepad?.buttons.length ?? 0) > menuButtonIndex
  }

  /** The hand is tracked in this frame. */
  get isTracked(): boolean {
    return this.inputSource !== undefined && this.targetRaySpace.visible
  }

  /** Reads pose and buttons. */
  update(): void {
    this.menuPressed = false
    if (!this.inputSource) return
    this.targetRaySpace.matrixWorld.decompose(position, rotation, scale)
    direction.set(0, 0, -1).applyQuaternion(rotation)
    const { ray, pose } = this
    ray.ox = position.x
    ray.oy = position.y
    ray.oz = position.z
    ray.dx = direction.x
    ray.dy = direction.y
    ray.dz = direction.z
    // Others see the hand at its grip, oriented along the target ray.
    if (this.gripSpace.visible) position.setFromMatrixPosition(this.gripSpace.matrixWorld)
    pose.px = position.x
    pose.py = position.y
    pose.pz = position.z
    pose.qx = rotation.x
    pose.qy = rotation.y
    pose.qz = rotation.z
    pose.qw = rotation.w
    const gamepad = this.inputSource.gamepad
    this.thumbstick.x = gamepad?.axes[2] ?? 0
    this.thumbstick.y = -(gamepad?.axes[3] ?? 0)
    const menu = Boolean(gamepad?.buttons[menuButtonIndex]?.pressed)
    this.menuPressed = menu && !this.menu
    this.menu = menu
  }
}

const position = new Vector3()
const direction = new Vector3()
const scale = new Vector3()
const rotation = new Quaternion()

type HeadsetEvents = {
  readonly onPress: (hand: HandInput) => void
  readonly onRelease: (hand: HandInput) => void
  /** Reports that the source of a hand is gone: a controller switched off, a hand that is no longer seen. */
  readonly onDisconnected: (hand: HandInput) => void
  /** Reports that the scene is out of sight or without input: the system menu is open, the headset is taken off. */
  readonly onHidden: () => void
  /** Reports that the user recentred the space, so that positions in it changed. */
  readonly onRecentred: () => void
  readonly onEnded: () => void
}

/** Eye height that is assumed where a device does not know where the floor is. */
const assumedEyeHeightMetres = 1.6
/** Controllers with a menu button have it here (buttons B and Y). */
const menuButtonIndex = 5

/** The XR session and its two hands. */
export class HeadsetSession {
  readonly hands: readonly [HandInput, HandInput]
  xrSession: XRSession | undefined
  readonly #renderer: WebGLRenderer
  readonly #events: HeadsetEvents

  constructor(renderer: WebGLRenderer, xrOrigin: Object3D, events: HeadsetEvents) {
    this.#renderer = renderer
    this.#events = events
    renderer.xr.enabled = true
    this.hands = [this.#connectHand(0, xrOrigin), this.#connectHand(1, xrOrigin)]
  }

  static async isSupported(): Promise<boolean> {
    try {
      return (await navigator.xr?.isSessionSupported('immersive-vr')) ?? false
    } catch {
      return false
    }
  }

  /** Returns the tracked hand of a side. */
  handFor(side: Handedness): HandInput | undefined {
    for (const hand of this.hands) if (hand.isTracked && hand.handedness === side) return hand
    return undefined
  }

  /** Returns a tracked source of any kind, also one that belongs to no hand, such as a remote. */
  anyTracked(): HandInput | undefined {
    for (const hand of this.hands) if (hand.isTracked) return hand
    return undefined
  }

  /** Returns true if one of the sources can open the menu by itself. */
  canOpenMenu(): boolean {
    for (const hand of this.hands) if (hand.canOpenMenu) return true
    return false
  }

  /** Starts the session; must be called from a user gesture. Rejects if it is refused. */
  async enter(): Promise<void> {
    if (this.xrSession) return
    if (!navigator.xr) throw new Error('WebXR is not supported by this browser')
    const session = await navigator.xr.requestSession('immersive-vr', {
      optionalFeatures: ['local-floor', 'hand-tracking'],
    })
    session.addEventListener('visibilitychange', () => {
      if (session.visibilityState !== 'visible') this.#events.onHidden()
    })
    session.addEventListener('end', () => {
      this.xrSession = undefined
      for (const hand of this.hands) hand.inputSource = undefined
      this.#events.onEnded()
    })
    this.xrSession = session
    try {
      await this.#start(session)
    } catch (error) {
      // Without this the next attempt would find a session that shows nothing.
      await session.end().catch(() => undefined)
      throw error
    }
  }

  /** Draws into the session, with the origin on the floor. */
  async #start(session: XRSession): Promise<void> {
    const { xr } = this.#renderer
    const knowsFloor = await session.requestReferenceSpace('local-floor').then(
      () => true,
      () => false,
    )
    xr.setReferenceSpaceType(knowsFloor ? 'local-floor' : 'local')
    await xr.setSession(session)
    const space = xr.getReferenceSpace()
    space?.addEventListener('reset', () => this.#events.onRecentred())
    // The origin of this space is where the eyes were at the start.
    if (!knowsFloor && space) {
      xr.setReferenceSpace(space.getOffsetReferenceSpace(new XRRigidTransform({ y: -assumedEyeHeightMetres })))
    }
    xr.setFoveation(1)
  }

  async exit(): Promise<void> {
    await this.xrSession?.end()
  }

  updateHands(): void {
    for (const hand of this.hands) hand.update()
  }

  #connectHand(index: number, xrOrigin: Object3D): HandInput {
    const target = this.#renderer.xr.getController(index)
    const hand = new HandInput(target, this.#renderer.xr.getControllerGrip(index))
    xrOrigin.add(target, hand.gripSpace)
    target.addEventListener('connected', ({ data }) => {
      hand.inputSource = data
    })
    target.addEventListener('disconnected', () => {
      hand.inputSource = undefined
      hand.trigger = false
      hand.squeeze = false
      this.#events.onDisconnected(hand)
    })
    target.addEventListener('selectstart', () => {
      hand.trigger = true
      this.#events.onPress(hand)
    })
    target.addEventListener('selectend', () => {
      hand.trigger = false
      this.#events.onRelease(hand)
    })
    target.addEventListener('squeezestart', () => {
      hand.squeeze = true
    })
    target.addEventListener('squeezeend', () => {
      hand.squeeze = false
    })
    return hand
  }
}
