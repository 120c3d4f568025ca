import { copyPoint } from '../room/participants/pose-sender.ts'
import { poseButton, type Pose, poseFlag } from '@veranda/core/rooms/connection/pose.ts'
import { Euler, Quaternion, Vector3 } from 'three'
import { Locomotion } from './locomotion.ts'
import { HandGrab, type HeldButton } from './hand-grab.ts'
import { type HandInput } from './hand-input.ts'
import { HeadsetSession } from './headset-session.ts'
import { type HeadsetVisuals } from './headset-visuals.ts'
import { type RoomScene } from '../room/room-scene.ts'
import { type Panels } from '../ui/panels.ts'
import { type PointerTools } from '../room/tools/pointer-tools.ts'
import { type ComfortSettings, type HeadsetNotice, type RoomCanvasEvents } from '../room/room-canvas.ts'

const maxPickMetres = 12
/** A palm is turned towards the face when the cosine of the angle between them is larger than this. */
const minPalmCosine = 0.5
/** Length of the drawn ray of a user who points by looking: only its end is shown, because it starts in the eyes. */
const lookingRayMetres = 0.02
/** Frames stop when a headset is taken off. Two of these in a row without one let go of everything. */
const frameWatchMs = 1_000
/** One panel shows a notice at a time, so the last of these is the one that is read. */
const noticeOrder = ['no-floor', 'recentred', 'off-floor', 'let-go'] as const satisfies readonly HeadsetNotice[]
const rotation = new Quaternion()
const scale = new Vector3()
const euler = new Euler(0, 0, 0, 'YXZ')
const scratch = new Vector3()

/** The parts of the scene that the headset controls use. */
export type HeadsetScene = Pick<RoomScene, 'renderer' | 'camera' | 'xrOrigin'> & {
  readonly panels: Panels
  readonly headsetVisuals: HeadsetVisuals
}

/** A place on the floor in metres, and the direction in radians to the left. */
export type EntryPlace = { readonly x: number; readonly z: number; readonly yaw: number }

type HeadsetControlsDeps = {
  readonly scene: HeadsetScene
  readonly tools: PointerTools
  readonly events: RoomCanvasEvents
  readonly comfort: () => ComfortSettings
  readonly reducedMotion: () => boolean
  readonly onMoved: () => void
  readonly onEnded: () => void
}

/** Controls for a headset: hands point, press, grab and teleport. */
export class HeadsetControls {
  readonly session: HeadsetSession
  readonly locomotion = new Locomotion()
  /** Head position in room coordinates. */
  readonly head = new Vector3()
  readonly penTip = new Vector3()
  readonly #deps: HeadsetControlsDeps
  readonly #grab: HandGrab
  #activeHand: HandInput | undefined
  #entryPlace: () => EntryPlace = () => ({ x: 0, z: 0, yaw: 0 })
  #isPlaced = false
  #reducedMotion = false
  /** A button is held as long as the same hand keeps the trigger pulled and points at it. */
  readonly #isButtonKept = ({ hand, panel, action }: HeldButton) =>
    hand === this.#activeHand && hand.isTracked && hand.trigger && this.#deps.scene.panels.hits(panel, action)
  readonly #closeToast = (panel: string) => this.#deps.events.onPanelAction(panel, 'close')
  /** The next frame has positions of the recentred space. */
  #isRecentred = false
  #canOpenMenu = true
  /** Notices that wait until the user sees the scene. */
  readonly #unsaid = new Set<HeadsetNotice>()
  #frameWatch: ReturnType<typeof setInterval> | undefined
  #watchesWithoutFrame = 0

  constructor(deps: HeadsetControlsDeps) {
    this.#deps = deps
    this.#grab = new HandGrab({ ...deps, penTipOf: (hand) => this.#penTipOf(hand) })
    this.session = new HeadsetSession(deps.scene.renderer, deps.scene.xrOrigin, {
      onPress: (hand) => this.#handlePress(hand),
      onRelease: (hand) => this.#handleRelease(hand),
      onDisconnected: (hand) => {
        this.#grab.lose(hand)
        this.locomotion.cancelTeleport(hand)
      },
      onHidden: () => this.#letGoUnseen(),
      onRecentred: () => {
        // The first pose places everything anyway.
        if (!this.#isPlaced) return
        this.#isRecentred = true
        this.#unsaid.add('recentred')
      },
      onEnded: () => {
        this.#stopFrameWatch()
        this.#grab.letGo()
        this.#unsaid.clear()
        this.#deps.scene.panels.setVisible(false)
        this.#deps.scene.panels.pointAt(undefined)
        this.#deps.scene.headsetVisuals.setPointerRay(0, 0, 0, 0, 0, 0, 0)
        this.locomotion.vignette = 0
        this.locomotion.aiming = false
        this.#deps.scene.headsetVisuals.update(this.locomotion)
        Object.assign(this.locomotion.origin, { x: 0, y: 0, z: 0, yaw: 0 })
        this.locomotion.applyTo(this.#deps.scene.xrOrigin)
        deps.onEnded()
      },
    })
  }

  /** Starts a session. The place is asked for when the headset knows where its user's head is. */
  async enter(entryPlace: () => EntryPlace): Promise<void> {
    this.#entryPlace = entryPlace
    this.#isPlaced = false
    this.#reducedMotion = this.#deps.reducedMotion()
    this.locomotion.setSeated(false, 0)
    await this.session.enter()
    if (!this.session.knowsFloor) this.#unsaid.add('no-floor')
    this.#stopFrameWatch()
    this.#frameWatch = setInterval(() => this.#watchFrames(), frameWatchMs)
  }

  dispose(): void {
    this.#stopFrameWatch()
  }

  /** Tells the user something inside the headset, once they see the room. */
  notify(notice: HeadsetNotice): void {
    this.#unsaid.add(notice)
  }

  /** Resets pointing to the preferred hand. */
  resetActiveHand(): void {
    this.#activeHand = undefined
  }

  get yaw(): number {
    return euler.setFromQuaternion(this.#deps.scene.camera.getWorldQuaternion(rotation)).y
  }

  /** Places the panels in front of the user, in the current view direction. */
  centerPanels(): void {
    const { camera, panels } = this.#deps.scene
    scratch.copy(camera.position)
    panels.centerOn(scratch.x, scratch.y, scratch.z, euler.setFromQuaternion(camera.quaternion).y)
  }

  /** Updates everything before the frame is drawn. */
  update(seconds: number, pose: Pose): void {
    const { scene, comfort } = this.#deps
    const { camera, xrOrigin, renderer } = scene
    this.#watchesWithoutFrame = 0
    renderer.xr.updateCamera(camera)
    this.#placeOnFirstPose()
    if (this.#isRecentred) this.centerPanels()
    this.#isRecentred = false
    this.#reportNotices()
    this.session.updateHands()
    this.#reportMenu()
    const moved = this.locomotion.update(this.session.hands, this.head, comfort(), seconds)
    if (moved) this.#deps.onMoved()
    this.locomotion.setSeated(comfort().seated, camera.position.y)
    this.locomotion.applyTo(xrOrigin)
    camera.matrixWorld.decompose(this.head, rotation, scale)
    this.#updatePointer()
    this.#grab.keepButton(this.#isButtonKept)
    scene.panels.fadeToasts(seconds, this.#reducedMotion, this.#closeToast)
    this.#grab.update(seconds)
    for (const hand of this.session.hands) if (hand.menuPressed) this.#openMenu()
    scene.headsetVisuals.update(this.locomotion)
    this.#writePose(pose)
  }

  /** Reports whether a source can open the menu by itself; without one, the scene has to offer it. */
  #reportMenu(): void {
    const canOpenMenu = !this.#isPlaced || this.session.canOpenMenu()
    if (canOpenMenu === this.#canOpenMenu) return
    this.#canOpenMenu = canOpenMenu
    this.#deps.events.onMenuReach(canOpenMenu)
  }

  /** Reports what happened out of sight, once the scene is in sight with its panels. */
  #reportNotices(): void {
    if (this.#unsaid.size === 0 || !this.#isPlaced || this.session.xrSession?.visibilityState !== 'visible') return
    for (const notice of noticeOrder) if (this.#unsaid.delete(notice)) this.#deps.events.onHeadsetNotice(notice)
  }

  #openMenu(): void {
    this.centerPanels()
    this.#deps.events.onMenuOpen()
  }

  /** Places the user on the first tracked frame at the entry place and direction. */
  #placeOnFirstPose(): void {
    const { camera } = this.#deps.scene
    camera.matrixWorld.decompose(this.head, rotation, scale)
    if (this.#isPlaced || camera.position.lengthSq() === 0) return
    this.#isPlaced = true
    const { x, z, yaw } = this.#entryPlace()
    this.locomotion.moveTo(this.head, this.yaw, x, z, yaw)
    this.locomotion.applyTo(this.#deps.scene.xrOrigin)
    camera.matrixWorld.decompose(this.head, rotation, scale)
    this.#deps.scene.panels.setVisible(true)
    this.centerPanels()
  }

  /**
   * Returns the hand that points: the one that uses a tool, else the one that pressed last, else the preferred one, else
   * the tracked one.
   */
  #pointingHand(): HandInput | undefined {
    const { toolHand } = this.#grab
    if (toolHand) return toolHand.isTracked ? toolHand : undefined
    const { session } = this
    if (this.#activeHand && session.canPoint(this.#activeHand)) return this.#activeHand
    const { hand } = this.#deps.comfort()
    this.#activeHand =
      session.handFor(hand) ?? session.handFor(hand === 'left' ? 'right' : 'left') ?? session.anyPointing()
    return this.#activeHand
  }

  #updatePointer(): void {
    const { scene, tools } = this.#deps
    const hand = this.#pointingHand()
    if (!hand) {
      scene.panels.pointAt(undefined)
      scene.headsetVisuals.setPointerRay(0, 0, 0, 0, 0, 0, 0)
      return
    }
    const { ray } = hand
    this.penTip.set(ray.ox + ray.dx * 0.06, ray.oy + ray.dy * 0.06, ray.oz + ray.dz * 0.06)
    const overPanel = !tools.busy && scene.panels.pointAt(ray)
    if (overPanel) tools.leave()
    const distance = overPanel ? scene.panels.hitDistance : tools.pointAt(ray, maxPickMetres)
    const length = this.#penTipOf(hand) && !overPanel ? 0.06 : hand.startsAtEyes ? lookingRayMetres : distance
    const start = hand.startsAtEyes ? distance - length : 0
    const { dx, dy, dz } = ray
    scene.headsetVisuals.setPointerRay(
      ray.ox + dx * start,
      ray.oy + dy * start,
      ray.oz + dz * start,
      dx,
      dy,
      dz,
      length,
    )
  }

  /** Returns the tip of the pen in a hand; a user who points by looking draws where they look. */
  #penTipOf(hand: HandInput): Vector3 | undefined {
    return this.#deps.tools.tool === 'pen' && !hand.startsAtEyes ? this.penTip : undefined
  }

  #handlePress(hand: HandInput): void {
    const { tools, scene, events, comfort } = this.#deps
    if (!hand.isTracked) return
    const pointer = this.#pointingHand()
    if (pointer !== hand) {
      if (pointer && hand.isTrackedHand && hand.handedness !== comfort().hand) {
        // A pinch of the other hand: with the palm towards the face it opens the menu, otherwise it starts a teleport.
        const { px, py, pz } = hand.pose
        if (scratch.copy(this.head).sub({ x: px, y: py, z: pz }).normalize().dot(hand.palm) > minPalmCosine) {
          this.session.palmOpensMenu = true
          this.#openMenu()
        } else this.locomotion.startTeleport(hand)
        return
      }
      if (tools.busy) return
      this.#activeHand = hand
    }
    this.#updatePointer()
    const hit = scene.panels.hitAction()
    if (hit?.held) this.#grab.pressButton({ hand, panel: hit.panel, action: hit.action })
    else if (hit) events.onPanelAction(hit.panel, hit.action)
    else if (scene.panels.hitDistance === Infinity) this.#grab.pressTool(hand)
  }

  /** Lets go of everything because the scene is out of sight; a notice waits for the user's return. */
  #letGoUnseen(): void {
    if (this.#grab.letGoUnseen()) this.#unsaid.add('let-go')
  }

  #watchFrames(): void {
    // Counted, not timed: after a slow frame this runs once before the next one.
    this.#watchesWithoutFrame += 1
    if (this.#watchesWithoutFrame > 1) this.#letGoUnseen()
  }

  #stopFrameWatch(): void {
    clearInterval(this.#frameWatch)
    this.#frameWatch = undefined
  }

  #handleRelease(hand: HandInput): void {
    if (this.#grab.release(hand)) return
    if (hand.isTrackedHand && this.locomotion.aiming && this.locomotion.teleport(this.head)) {
      this.locomotion.applyTo(this.#deps.scene.xrOrigin)
      this.#deps.onMoved()
    }
  }

  #writePose(pose: Pose): void {
    const { head } = pose
    head.px = this.head.x
    head.py = this.head.y
    head.pz = this.head.z
    this.#deps.scene.camera.getWorldQuaternion(rotation)
    head.qx = rotation.x
    head.qy = rotation.y
    head.qz = rotation.z
    head.qw = rotation.w
    pose.flags = this.#deps.comfort().seated ? poseFlag.seated : 0
    pose.buttons &= poseButton.speaking
    const preferred = this.#deps.comfort().hand
    for (const hand of this.session.hands) {
      if (!hand.isTracked || !hand.hasPlace) continue
      // Others see a source that belongs to no hand in the preferred one.
      const handedness = hand.handedness ?? preferred
      const flag = handedness === 'left' ? poseFlag.left : poseFlag.right
      // The pinch of a hand that is tracked by its joints too is a source of its own.
      if ((pose.flags & flag) === 0) copyPoint(hand.pose, pose[handedness])
      pose.flags |= flag
      if (hand.isTrackedHand) pose.flags |= poseFlag.fingers
      if (hand.trigger) pose.buttons |= handedness === 'left' ? poseButton.leftTrigger : poseButton.rightTrigger
      if (hand.squeeze) pose.buttons |= handedness === 'left' ? poseButton.leftGrip : poseButton.rightGrip
      // The hand of a user who points by looking is not on the line of the look.
      if (hand === this.#activeHand && !hand.startsAtEyes)
        pose.buttons |= handedness === 'left' ? poseButton.laser | poseButton.fromLeft : poseButton.laser
    }
  }
}
