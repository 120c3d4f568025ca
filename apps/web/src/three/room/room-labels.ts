import { type RecordValue } from '@veranda/contract/rooms/records/record-kinds.ts'
import { type RoomParticipant } from '@veranda/contract/rooms/connection/messages.ts'
import { type Ray } from './tools/gizmo.ts'
import { placeEdgeArrow } from './edge-arrow.ts'
import { type PosePoint } from '@veranda/core/rooms/connection/pose.ts'
import { Matrix4, Quaternion, Vector3 } from 'three'
import { avatarColorOf, insideHeadDistanceSquared } from './participants/avatars.ts'
import { type Measurement } from './tools/measurements.ts'
import { type ThemeTokens } from '../ui/theme-tokens.ts'
import { type RemoteParticipants, type RemoteParticipant } from './participants/remote-participants.ts'
import {
  arrowLabel,
  heatMapLegendLabel,
  captionLabel,
  measurementLabel,
  nameLabel,
  noteLabel,
  pixelsPerMetre,
  pinLabel,
} from '../ui/label-shapes.ts'
import { type Label, LabelAtlas } from '../ui/label-atlas.ts'
import { type HeatMapLegend, type RoomPin, type RoomFormats } from './room-canvas.ts'
import { type DisplayedAsset } from './asset/displayed-asset.ts'
import { type PlacedModel } from './asset/placed-model.ts'

const maxLabels = 300
/** Window height, in CSS pixels, at which labels have natural size, and how much they grow in smaller windows. */
const referenceWindowHeight = 520
const maxMagnification = 2.4
const position = new Vector3()
const scale = new Vector3()
const rotation = new Quaternion()
const matrix = new Matrix4()
const up = new Vector3(0, 1, 0)
const toEye = new Vector3()
const arrowPosition = new Vector3()
const edgePlace = { x: 0, y: 0 }
/** Angles that a headset's user sees well, and at which the arrows to others are: tangents of half of them. */
const headsetView = { tan: Math.tan(Math.PI / 4.5), arrowTan: Math.tan(Math.PI / 7.5) } as const
const maxEdgeArrows = 4

/** A note with its place in the room, which follows what it is on. */
type NoteEntry = {
  readonly key: string
  readonly label: Label
  readonly record: RecordValue['note']
  readonly position: Vector3
  yaw: number
  isVisible: boolean
}
/** A text above one of the models; without a text it is not drawn. */
export type Caption = { text: string; readonly position: Vector3 }
/** A pin with the place of its tip, and the middle of its label as it was drawn last. */
type PinEntry = {
  readonly pin: RoomPin
  readonly label: Label
  readonly position: Vector3
  readonly middle: Vector3
}

/** All text in the room: names over heads, pin numbers, measurements, notes. One draw call. */
export class RoomLabels {
  readonly atlas = new LabelAtlas(maxLabels)
  pins: readonly PinEntry[] = []
  /** Height of the window in CSS pixels. */
  windowHeight = referenceWindowHeight
  /** Magnification over natural size: a small window has few pixels for a label. */
  #magnification = 1
  #nameLabels = new Map<number, Label>()
  #measurementLabels: readonly { readonly length: Measurement; readonly label: Label }[] = []
  #notes: readonly NoteEntry[] = []
  #captions: readonly Caption[] = []
  #captionTexts = ''
  #heatMapLegend: HeatMapLegend | undefined
  #heatMapLegendLabel: Label | undefined
  /** Where the legend is beside: the middle of the asset, and the distance from it in metres. */
  readonly legendPlace = { center: new Vector3(), distance: 1 }
  #captionLabels: readonly { readonly caption: Caption; readonly label: Label }[] = []
  #participants: readonly RoomParticipant[] = []
  #pinModels: readonly RoomPin[] = []
  #noteRecords: readonly (readonly [string, RecordValue['note']])[] = []
  #measurements: readonly Measurement[] = []
  #tokens: ThemeTokens
  #arrows: { readonly left: Label; readonly right: Label }
  readonly #formats: RoomFormats
  readonly #direction: 'ltr' | 'rtl'

  constructor(tokens: ThemeTokens, formats: RoomFormats, direction: 'ltr' | 'rtl') {
    this.#tokens = tokens
    this.#arrows = { left: arrowLabel(tokens, 'left'), right: arrowLabel(tokens, 'right') }
    this.#formats = formats
    this.#direction = direction
  }

  setTokens(tokens: ThemeTokens): void {
    this.#tokens = tokens
    this.#rebuild()
  }

  /** Redraws all text after the fonts have loaded. */
  redraw(): void {
    this.atlas.invalidate()
    this.#rebuild()
  }

  setParticipants(participants: readonly RoomParticipant[]): void {
    this.#participants = participants
    this.#rebuild()
  }

  setPins(pins: readonly RoomPin[]): void {
    this.#pinModels = pins
    this.#rebuild()
  }

  setNotes(notes: readonly (readonly [string, RecordValue['note']])[]): void {
    this.#noteRecords = notes
    this.#rebuild()
  }

  /** Sets the measurements. While the asset moves the list is the same, and nothing is redrawn. */
  setMeasurements(measurements: readonly Measurement[]): void {
    if (measurements === this.#measurements) return
    this.#measurements = measurements
    this.#rebuild()
  }

  /** Sets the captions. Those whose text stays follow their positions without being redrawn. */
  setCaptions(captions: readonly Caption[]): void {
    const texts = captions.map(({ text }) => text).join('\n')
    if (texts === this.#captionTexts) return
    this.#captionTexts = texts
    this.#captions = captions
    this.#rebuild()
  }

  setHeatMapLegend(legend: HeatMapLegend | undefined): void {
    this.#heatMapLegend = legend
    this.#rebuild()
  }

  /** Moves the pins to the current position of their parts. */
  updatePinPositions(model: PlacedModel | undefined): void {
    for (const { pin, position: target } of this.pins) model?.toRoom(pin.position, pin.part, target)
  }

  /** Moves the notes to the current position of what they are on; those of another version are not shown. */
  updateNotePlaces(asset: DisplayedAsset): void {
    for (const note of this.#notes) {
      const { on, position: where, yaw } = note.record
      const model = on && asset.modelOf(on)
      note.position.fromArray(where)
      note.yaw = yaw
      note.isVisible = on === undefined || (model?.group.visible ?? false)
      if (!model || !note.isVisible) continue
      model.toRoom(note.position, on?.part ?? undefined, note.position)
      note.yaw += asset.placement.yaw
    }
  }

  /**
   * Turns all labels to the eye and scales them with distance, so that they stay legible. In a headset, whose head this
   * is, names with arrows point to those out of view; the page has its own.
   */
  update(participants: RemoteParticipants, eye: Vector3, pins: boolean, headsetHead: PosePoint | undefined): void {
    this.#magnification = headsetHead
      ? 1
      : Math.min(Math.max(referenceWindowHeight / this.windowHeight, 1), maxMagnification)
    this.atlas.beginFrame()
    for (const participant of participants.list) if (participant.presence > 0) this.#drawName(participant, eye)
    if (pins) {
      for (const { label, position: tip, middle } of this.pins)
        this.#drawFacing(label, middle.copy(tip), eye, pixelsPerMetre.pin, 0.55, 1.2)
    }
    for (const { label, length } of this.#measurementLabels)
      this.#drawFacing(label, position.copy(length.midpoint), eye, pixelsPerMetre.length, 0.7, 1)
    for (const { caption, label } of this.#captionLabels) {
      position.copy(caption.position)
      position.y += 0.05 + 0.025 * position.distanceTo(eye)
      this.#drawFacing(label, position, eye, pixelsPerMetre.name, 0.5, 0)
    }
    for (const { label, position: place, yaw, isVisible } of this.#notes) {
      if (!isVisible) continue
      position.copy(place)
      rotation.setFromAxisAngle(up, yaw)
      scale.set(label.width / pixelsPerMetre.note, label.height / pixelsPerMetre.note, 1)
      this.atlas.drawLabel(label.key, matrix.compose(position, rotation, scale))
    }
    if (headsetHead && this.#heatMapLegendLabel) this.#drawHeatMapLegend(this.#heatMapLegendLabel, eye)
    if (headsetHead) this.#drawEdgeArrows(participants, headsetHead, eye)
    this.atlas.endFrame()
  }

  pinAt(ray: Ray): { id: string; far: number } | undefined {
    let best: { id: string; far: number } | undefined
    for (const { pin, middle: target } of this.pins) {
      const along = (target.x - ray.ox) * ray.dx + (target.y - ray.oy) * ray.dy + (target.z - ray.oz) * ray.dz
      if (along <= 0 || (best && along >= best.far)) continue
      const distanceToRay = Math.hypot(
        target.x - ray.ox - ray.dx * along,
        target.y - ray.oy - ray.dy * along,
        target.z - ray.oz - ray.dz * along,
      )
      if (distanceToRay < pinRadiusAt(along) * this.#magnification) best = { id: pin.id, far: along }
    }
    return best
  }

  /** Returns the key of the note hit by a ray. */
  noteAt(ray: Ray): string | undefined {
    for (const {
      key,
      position: { x, y, z },
      yaw,
      isVisible,
      label,
    } of this.#notes) {
      if (!isVisible) continue
      const [nx, nz] = [Math.sin(yaw), Math.cos(yaw)]
      const facing = ray.dx * nx + ray.dz * nz
      const distance = ((x - ray.ox) * nx + (z - ray.oz) * nz) / facing
      if (!(distance > 0)) continue
      const across = (ray.ox + ray.dx * distance - x) * nz - (ray.oz + ray.dz * distance - z) * nx
      const above = ray.oy + ray.dy * distance - y
      if (
        Math.abs(across) < label.width / pixelsPerMetre.note / 2 &&
        Math.abs(above) < label.height / pixelsPerMetre.note / 2
      )
        return key
    }
    return undefined
  }

  dispose(): void {
    this.atlas.dispose()
  }

  /** Draws the legend to the right of the asset, as its user sees it. */
  #drawHeatMapLegend(label: Label, eye: Vector3): void {
    const { center, distance } = this.legendPlace
    toEye.subVectors(eye, center).setY(0).normalize()
    const size = Math.max(0.5, 0.5 * center.distanceTo(eye)) / pixelsPerMetre.name
    const aside = distance + (label.width * size) / 2
    position.set(center.x + toEye.z * aside, center.y, center.z - toEye.x * aside)
    this.#drawFacing(label, position, eye, pixelsPerMetre.name, 0.5, 0)
  }

  /** Draws the names of those out of view a metre ahead, at the side to which they are. */
  #drawEdgeArrows(participants: RemoteParticipants, head: PosePoint, eye: Vector3): void {
    let count = 0
    for (const { participantSlot, presence, pose } of participants.list) {
      const label = this.#nameLabels.get(participantSlot)
      if (!label || presence <= 0 || count >= maxEdgeArrows) continue
      if (!placeEdgeArrow(head, pose.head, headsetView.tan, headsetView.tan, edgePlace)) continue
      count += 1
      rotation.set(head.qx, head.qy, head.qz, head.qw)
      // Those at the same side are above each other.
      const y = edgePlace.y * headsetView.arrowTan - count * 0.05
      position
        .set(edgePlace.x * headsetView.arrowTan, y, -1)
        .applyQuaternion(rotation)
        .add(eye)
      const arrow = edgePlace.x < 0 ? this.#arrows.left : this.#arrows.right
      const side = (label.width + arrow.width) / 2 / (2 * pixelsPerMetre.name)
      arrowPosition
        .set(edgePlace.x < 0 ? -side : side, 0, 0)
        .applyQuaternion(rotation)
        .add(position)
      this.#drawFacing(label, position, eye, pixelsPerMetre.name, 0.5, 0)
      this.#drawFacing(arrow, arrowPosition, eye, pixelsPerMetre.name, 0.5, 0)
    }
  }

  #drawName(participant: RemoteParticipant, eye: Vector3): void {
    const label = this.#nameLabels.get(participant.participantSlot)
    const { head } = participant.pose
    if (!label || eye.distanceToSquared(position.set(head.px, head.py, head.pz)) < insideHeadDistanceSquared) return
    this.#drawFacing(label, position.setY(head.py + 0.24), eye, pixelsPerMetre.name, 0.5, 0)
  }

  /**
   * Draws a label facing the eye. Its scale is `growth` times the distance in metres, but at least one half. It is
   * lifted towards the eye by `lift` times its height, so that the surface below does not cut it. `target`, which becomes
   * its middle, is where its tip is if it has one.
   */
  #drawFacing(
    label: Label,
    target: Vector3,
    eye: Vector3,
    labelPixelsPerMetre: number,
    growth: number,
    lift: number,
  ): void {
    const distance = target.distanceTo(eye)
    const metresPerPixel = (this.#magnification * Math.max(0.5, distance * growth)) / labelPixelsPerMetre
    toEye.subVectors(eye, target).normalize()
    target.addScaledVector(toEye, Math.min(lift * label.height * metresPerPixel, distance / 3))
    matrix.lookAt(eye, target, up)
    rotation.setFromRotationMatrix(matrix)
    scale.set(label.width * metresPerPixel, label.height * metresPerPixel, 1)
    if (label.hasTip) target.add(toEye.set(scale.x / 2, scale.y / 2, 0).applyQuaternion(rotation))
    this.atlas.drawLabel(label.key, matrix.compose(target, rotation, scale))
  }

  #rebuild(): void {
    const tokens = this.#tokens
    this.#nameLabels = new Map(
      this.#participants.map(({ participantSlot, displayName, muted, silenced }) => [
        participantSlot,
        nameLabel(tokens, displayName, avatarColorOf(participantSlot), this.#direction, muted || silenced),
      ]),
    )
    const previousPins = new Map(this.pins.map((entry) => [entry.pin.id, entry]))
    this.pins = this.#pinModels.map((pin) => {
      const { position: tip = new Vector3(0, -9, 0), middle = tip.clone() } = previousPins.get(pin.id) ?? {}
      return { pin, label: pinLabel(tokens, pin), position: tip, middle }
    })
    this.#measurementLabels = this.#measurements.map((length) => ({
      length,
      label: measurementLabel(tokens, this.#formats.measurement(length.metres, length.tolerance)),
    }))
    const previousNotes = new Map(this.#notes.map((note) => [note.key, note]))
    this.#notes = this.#noteRecords.map(([key, record]) => {
      const { position: place = new Vector3(), yaw = 0, isVisible = false } = previousNotes.get(key) ?? {}
      return { key, record, label: noteLabel(tokens, record.text, this.#direction), position: place, yaw, isVisible }
    })
    this.#captionLabels = this.#captions
      .filter(({ text }) => text !== '')
      .map((caption) => ({ caption, label: captionLabel(tokens, caption.text, this.#direction) }))
    this.#arrows = { left: arrowLabel(tokens, 'left'), right: arrowLabel(tokens, 'right') }
    this.#heatMapLegendLabel = this.#heatMapLegend && heatMapLegendLabel(tokens, this.#heatMapLegend, this.#direction)
    this.atlas.setLabels([
      ...(this.#heatMapLegendLabel ? [this.#heatMapLegendLabel] : []),
      this.#arrows.left,
      this.#arrows.right,
      ...this.#captionLabels.map(({ label }) => label),
      ...this.#nameLabels.values(),
      ...this.pins.map(({ label }) => label),
      ...this.#measurementLabels.map(({ label }) => label),
      ...this.#notes.map(({ label }) => label),
    ])
  }
}

/** Returns the radius of a pin for hit testing, in metres. */
function pinRadiusAt(distance: number): number {
  return (Math.max(0.5, distance * 0.55) / pixelsPerMetre.pin) * 40
}
