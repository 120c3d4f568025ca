import { Vector3 } from 'three'
import { type Avatars } from './participants/avatars.ts'
import { type ScreenControls } from './screen/screen-controls.ts'
import { type HeadsetControls } from '../xr/headset-controls.ts'
import { type Annotations } from './tools/annotations.ts'
import { type PoseSender } from './participants/pose-sender.ts'
import { type RemoteParticipants } from './participants/remote-participants.ts'
import { type AssetRaycaster } from './asset/asset-raycaster.ts'
import { type RoomScene } from './room-scene.ts'
import { type PointerTools } from './tools/pointer-tools.ts'
import { type RoomFormats } from './room-canvas.ts'
import { positionBeside } from './camera-moves.ts'
import { type DisplayedAsset } from './asset/displayed-asset.ts'
import { type RoomLabels } from './room-labels.ts'
import { type ThemeTokens } from '../ui/theme-tokens.ts'

type FrameUpdaterDeps = {
  readonly scene: Pick<RoomScene, 'gizmo' | 'label'>
  readonly participants: RemoteParticipants
  readonly poseSender: PoseSender
  readonly screen: ScreenControls
  /** Undefined until a headset was found. */
  readonly headset: () => HeadsetControls | undefined
  readonly tools: PointerTools
  readonly annotations: Annotations
  readonly labels: RoomLabels
  readonly asset: DisplayedAsset
  readonly beamRaycaster: AssetRaycaster
  readonly avatars: Avatars
  readonly formats: RoomFormats
  readonly device: 'desktop' | 'phone'
  readonly tokens: () => ThemeTokens
  readonly localParticipantSlot: () => number
  readonly followedParticipantSlot: () => number | undefined
  readonly pinsVisible: () => boolean
}

const eye = new Vector3()
const labelPosition = new Vector3()
const followDistanceMetres = 2.2
const followIntervalMs = 1500
/** Smaller changes of the value are not redrawn: a hundredth of a millimetre, or of a degree. */
const minValueChange = 1e-5

/** Updates the room before each frame is drawn. */
export class FrameUpdater {
  readonly #deps: FrameUpdaterDeps
  #lastTime = 0
  #lastJoinTime = 0
  #valueKind = ''
  #valueAmount = 0
  #valueText = ''

  constructor(deps: FrameUpdaterDeps) {
    this.#deps = deps
  }

  /** Updates everything to `now`, in milliseconds. Returns whether something changed. */
  update(now: number, inHeadset: boolean): boolean {
    const { scene, tools, asset, participants, poseSender, screen, labels, avatars, device, pinsVisible } = this.#deps
    const headset = inHeadset ? this.#deps.headset() : undefined
    const seconds = Math.min(0.1, Math.max(0, (now - this.#lastTime) / 1000))
    this.#lastTime = now
    let moved = participants.update(now)
    moved = asset.updateGlide(seconds) || moved
    if (headset) {
      this.#followInHeadset(now, headset)
      headset.update(seconds, poseSender.current)
      eye.copy(headset.head)
      moved = true
    } else {
      moved = this.#followOnScreen(seconds) || moved
      moved = screen.eye.update(seconds) || moved
      screen.writePose(poseSender.current)
      eye.copy(screen.eye.position)
    }
    poseSender.sendIfDue(now, inHeadset ? 'headset' : device)
    moved = avatars.update(participants, eye, this.#deps.beamRaycaster, now) || moved
    if (headset) this.#showLocalHands(headset)
    labels.update(participants, eye, pinsVisible(), headset && poseSender.current.head)
    scene.gizmo.highlight(tools.activeHandle)
    this.#updateLabel(inHeadset)
    this.#deps.annotations.showPendingMeasurement(
      tools.tool === 'measure' ? tools.measureStart : undefined,
      tools.pointerPosition,
    )
    scene.label.faceEye(eye)
    return moved
  }

  #showLocalHands(headset: HeadsetControls): void {
    const { avatars, localParticipantSlot } = this.#deps
    for (const hand of headset.session.hands)
      if (hand.isTracked && hand.hasPlace && hand.handedness)
        avatars.showLocalHand(Math.max(0, localParticipantSlot()), hand.handedness, hand.pose)
  }

  #followOnScreen(seconds: number): boolean {
    const participantSlot = this.#deps.followedParticipantSlot()
    const participant = participantSlot === undefined ? undefined : this.#deps.participants.find(participantSlot)
    if (!participant || participant.presence <= 0) return false
    this.#deps.screen.eye.follow(participant.pose.head, seconds)
    return true
  }

  /** Moves the user next to the followed participant once they have walked away; never continuously. */
  #followInHeadset(now: number, headset: HeadsetControls): void {
    const participantSlot = this.#deps.followedParticipantSlot()
    const participant = participantSlot === undefined ? undefined : this.#deps.participants.find(participantSlot)
    if (!participant || participant.presence <= 0 || now - this.#lastJoinTime < followIntervalMs) return
    const { px, pz } = participant.pose.head
    if (Math.hypot(px - headset.head.x, pz - headset.head.z) < followDistanceMetres) return
    this.#lastJoinTime = now
    positionBeside(this.#deps, participant.pose.head, labelPosition)
    headset.locomotion.moveTo(headset.head, headset.yaw, labelPosition.x, labelPosition.z, undefined)
  }

  /** Shows the value being changed; in a headset also the hovered part, which the page shows otherwise. */
  #updateLabel(inHeadset: boolean): void {
    const { tools, scene, formats, tokens } = this.#deps
    const value = tools.currentValue()
    const partName = inHeadset ? tools.hoveredPart : undefined
    if (value === undefined && partName === undefined) {
      scene.label.show(undefined, tokens())
      return
    }
    if (value && (value.kind !== this.#valueKind || Math.abs(value.amount - this.#valueAmount) > minValueChange)) {
      this.#valueKind = value.kind
      this.#valueAmount = value.amount
      this.#valueText = value.kind === 'angle' ? formats.angle(value.amount) : formats.length(value.amount)
    }
    const text = value ? this.#valueText : partName
    labelPosition.copy(tools.pointerPosition)
    labelPosition.y += 0.03 + 0.045 * labelPosition.distanceTo(eye)
    scene.label.show(text, tokens(), labelPosition)
  }
}
