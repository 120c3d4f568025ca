import { type Ray } from '@veranda/core/rooms/gizmo.ts'
import { noPoint, type Point } from '@veranda/core/rooms/pose.ts'
import { Group, type Object3D, Quaternion, Vector3, type WebGLRenderer } from 'three'

export type Side = 'left' | 'right'

/** One hand in a headset: a controller or tracked fingers, as it is in this frame. */
export class Hand {
  readonly target: Group
  readonly grip: Group
  source: XRInputSource | undefined
  readonly ray: Ray = { ox: 0, oy: 0, oz: 0, dx: 0, dy: 0, dz: -1 }
  readonly point: Point = noPoint()
  /** The stick: to the right and ahead, -1 to 1. */
  readonly stick = { x: 0, y: 0 }
  trigger = false
  squeeze = false
  menu = false
  /** Pressed since the last frame. */
  menuPressed = false

  constructor(target: Group, grip: Group) {
    this.target = target
    this.grip = grip
  }

  get side(): Side | undefined {
    const side = this.source?.handedness
    return side === 'left' || side === 'right' ? side : undefined
  }

  get fingers(): boolean {
    return Boolean(this.source?.hand)
  }

  /** Whether it is seen now. */
  get here(): boolean {
    return this.source !== undefined && this.target.visible
  }

  /** Reads where it is and what is pressed. */
  read(): void {
    this.menuPressed = false
    if (!this.source) return
    this.target.matrixWorld.decompose(at, turn, size)
    way.set(0, 0, -1).applyQuaternion(turn)
    const { ray, point } = this
    ray.ox = at.x
    ray.oy = at.y
    ray.oz = at.z
    ray.dx = way.x
    ray.dy = way.y
    ray.dz = way.z
    // Others see the hand where it is held, turned to where it points.
    if (this.grip.visible) at.setFromMatrixPosition(this.grip.matrixWorld)
    point.px = at.x
    point.py = at.y
    point.pz = at.z
    point.qx = turn.x
    point.qy = turn.y
    point.qz = turn.z
    point.qw = turn.w
    const pad = this.source.gamepad
    this.stick.x = pad?.axes[2] ?? 0
    this.stick.y = -(pad?.axes[3] ?? 0)
    const menu = Boolean(pad?.buttons[5]?.pressed)
    this.menuPressed = menu && !this.menu
    this.menu = menu
  }
}

const at = new Vector3()
const way = new Vector3()
const size = new Vector3()
const turn = new Quaternion()

type Told = {
  readonly press: (hand: Hand) => void
  readonly release: (hand: Hand) => void
  readonly ended: () => void
}

/** The session with a headset and its two hands. */
export class Headset {
  readonly hands: readonly [Hand, Hand]
  session: XRSession | undefined
  readonly #renderer: WebGLRenderer
  readonly #told: Told

  constructor(renderer: WebGLRenderer, floor: Object3D, told: Told) {
    this.#renderer = renderer
    this.#told = told
    renderer.xr.enabled = true
    renderer.xr.setReferenceSpaceType('local-floor')
    this.hands = [this.#hand(0, floor), this.#hand(1, floor)]
  }

  static async can(): Promise<boolean> {
    try {
      return (await navigator.xr?.isSessionSupported('immersive-vr')) ?? false
    } catch {
      return false
    }
  }

  /** The hand of a side, if it is here. */
  of(side: Side): Hand | undefined {
    for (const hand of this.hands) if (hand.here && hand.side === side) return hand
    return undefined
  }

  /** Begins; called within a press. Rejects where it is refused. */
  async enter(): Promise<void> {
    if (this.session) return
    if (!navigator.xr) throw new Error('this browser knows no headset')
    const session = await navigator.xr.requestSession('immersive-vr', {
      requiredFeatures: ['local-floor'],
      optionalFeatures: ['hand-tracking'],
    })
    session.addEventListener('end', () => {
      this.session = undefined
      for (const hand of this.hands) hand.source = undefined
      this.#told.ended()
    })
    this.session = session
    await this.#renderer.xr.setSession(session)
    this.#renderer.xr.setFoveation(1)
  }

  async leave(): Promise<void> {
    await this.session?.end()
  }

  read(): void {
    for (const hand of this.hands) hand.read()
  }

  #hand(index: number, floor: Object3D): Hand {
    const target = this.#renderer.xr.getController(index)
    const hand = new Hand(target, this.#renderer.xr.getControllerGrip(index))
    floor.add(target, hand.grip)
    target.addEventListener('connected', ({ data }) => {
      hand.source = data
    })
    target.addEventListener('disconnected', () => {
      hand.source = undefined
      hand.trigger = false
    })
    target.addEventListener('selectstart', () => {
      hand.trigger = true
      this.#told.press(hand)
    })
    target.addEventListener('selectend', () => {
      hand.trigger = false
      this.#told.release(hand)
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
