import { assumedEyeHeightMetres } from '@veranda/core/rooms/records/floor.ts'
import { type Object3D, type WebGLRenderer } from 'three'
import { HandInput, type Handedness } from './hand-input.ts'

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

/** The XR session and its input sources. */
export class HeadsetSession {
  /** The sources that are there, in the order in which they came. */
  readonly hands: HandInput[] = []
  xrSession: XRSession | undefined
  /** The device knows where the floor is. */
  knowsFloor = true
  /** The user has opened the menu by a hand, so the scene need not offer it any more. */
  palmOpensMenu = false
  /** The user points by looking, and a source exists only during a pinch; tracked hands press nothing there. */
  #pointsByLooking = false
  readonly #renderer: WebGLRenderer
  readonly #origin: Object3D
  readonly #events: HeadsetEvents

  constructor(renderer: WebGLRenderer, xrOrigin: Object3D, events: HeadsetEvents) {
    this.#renderer = renderer
    this.#origin = xrOrigin
    this.#events = events
    renderer.xr.enabled = true
  }

  /** Returns true if a source points somewhere in this frame and can press there. */
  canPoint(hand: HandInput): boolean {
    return hand.isTracked && !(this.#pointsByLooking && hand.isTrackedHand)
  }

  /** Returns the source of a side that can point. */
  handFor(side: Handedness): HandInput | undefined {
    for (const hand of this.hands) if (this.canPoint(hand) && hand.handedness === side) return hand
    return undefined
  }

  /** Returns a source of any kind that can point, also one that belongs to no hand, such as a remote. */
  anyPointing(): HandInput | undefined {
    for (const hand of this.hands) if (this.canPoint(hand)) return hand
    return undefined
  }

  /** Returns true if one of the sources can open the menu by itself, in a way that its user knows. */
  canOpenMenu(): boolean {
    for (const hand of this.hands) if (hand.hasMenuButton || (this.palmOpensMenu && hand.isTrackedHand)) return true
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
      if (session.visibilityState === 'visible') return
      for (const hand of this.hands) hand.letGo()
      this.#events.onHidden()
    })
    session.addEventListener('end', () => {
      this.xrSession = undefined
      for (const hand of this.hands.splice(0)) hand.letGo()
      this.#events.onEnded()
    })
    this.palmOpensMenu = false
    this.#pointsByLooking = false
    this.#listenToSources(session)
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
    this.knowsFloor = await session.requestReferenceSpace('local-floor').then(
      () => true,
      () => false,
    )
    xr.setReferenceSpaceType(this.knowsFloor ? 'local-floor' : 'local')
    await xr.setSession(session)
    const space = xr.getReferenceSpace()
    space?.addEventListener('reset', () => this.#events.onRecentred())
    // The origin of this space is where the eyes were at the start.
    if (!this.knowsFloor && space) {
      xr.setReferenceSpace(space.getOffsetReferenceSpace(new XRRigidTransform({ y: -assumedEyeHeightMetres })))
    }
    xr.setFoveation(1)
  }

  async exit(): Promise<void> {
    await this.xrSession?.end()
  }

  /** Reads poses and buttons; call it in an animation frame. */
  updateHands(): void {
    const frame = this.#renderer.xr.getFrame()
    for (const hand of this.hands) {
      this.#updatePose(hand, frame)
      hand.readButtons()
    }
  }

  #updatePose(hand: HandInput, frame: XRFrame): void {
    const space = this.#renderer.xr.getReferenceSpace()
    // Behind the system menu, hands belong to the menu.
    if (space && this.xrSession?.visibilityState !== 'visible-blurred')
      hand.updatePose(frame, space, this.#origin.matrixWorld)
    else hand.isTracked = false
  }

  /** Follows the session's sources themselves: three has two places for them and drops the pinch of a third. */
  #listenToSources(session: XRSession): void {
    session.addEventListener('inputsourceschange', ({ added, removed }) => {
      for (const source of removed) this.#remove(source)
      for (const source of added) this.#handOf(source)
    })
    session.addEventListener('selectstart', ({ frame, inputSource }) => {
      const hand = this.#handOf(inputSource)
      hand.trigger = true
      if (hand.isTrackedHand) this.#pointsByLooking = false
      // A pinch has no frame before this one, and its user may have looked elsewhere at the one before.
      this.#updatePose(hand, frame)
      this.#events.onPress(hand)
    })
    session.addEventListener('selectend', ({ inputSource }) => {
      const hand = this.#find(inputSource)
      if (!hand) return
      hand.trigger = false
      this.#events.onRelease(hand)
    })
    session.addEventListener('squeezestart', ({ inputSource }) => {
      this.#handOf(inputSource).squeeze = true
    })
    session.addEventListener('squeezeend', ({ inputSource }) => {
      const hand = this.#find(inputSource)
      if (hand) hand.squeeze = false
    })
  }

  #find(source: XRInputSource): HandInput | undefined {
    return this.hands.find(({ inputSource }) => inputSource === source)
  }

  /** Returns the hand of a source; some runtimes report the press of a new source before the source. */
  #handOf(source: XRInputSource): HandInput {
    const known = this.#find(source)
    if (known) return known
    const hand = new HandInput(source)
    this.#pointsByLooking ||= source.targetRayMode === 'transient-pointer'
    this.hands.push(hand)
    return hand
  }

  #remove(source: XRInputSource): void {
    const hand = this.#find(source)
    if (!hand) return
    this.hands.splice(this.hands.indexOf(hand), 1)
    hand.letGo()
    this.#events.onDisconnected(hand)
  }
}
