import { newStrokePoints } from '@veranda/core/rooms/connection/live-stroke.ts'
import { Group, Matrix4, Vector3 } from 'three'
import { type DisplayedAsset } from '../asset/displayed-asset.ts'
import { type PlacedModel } from '../asset/placed-model.ts'
import { type LiveStroke } from '../room-canvas.ts'
import { type RoomRecords } from '../room-records.ts'
import { GrowingStroke } from './growing-stroke.ts'

/** More than these are not drawn at once; each costs a draw call. */
const maxLiveStrokes = 4
/** A finished stroke whose record does not arrive is removed after this long, in milliseconds. */
const recordTimeoutMs = 5_000
const identity = new Matrix4()
const offset = new Vector3()

type Drawing = {
  readonly key: string
  readonly model: PlacedModel | undefined
  readonly stroke: GrowingStroke
  timer?: ReturnType<typeof setTimeout>
}

/** The strokes that others are drawing, until their records arrive. */
export class LiveStrokes {
  readonly group = new Group()
  readonly #asset: DisplayedAsset
  readonly #onChanged: () => void
  readonly #drawings = new Map<number, Drawing>()
  readonly #spare: GrowingStroke[] = []
  #createdCount = 0

  constructor(asset: DisplayedAsset, onChanged: () => void) {
    this.#asset = asset
    this.#onChanged = onChanged
  }

  /** Adds points to the stroke that a participant is drawing. Of an asset that is not shown, nothing is drawn. */
  extend(participantSlot: number, live: LiveStroke): void {
    let drawing = this.#drawings.get(participantSlot)
    if (drawing?.key !== live.key) {
      this.end(participantSlot, drawing?.key, false)
      drawing = this.#begin(participantSlot, live)
    }
    if (!drawing) return
    const { stroke, model } = drawing
    offset.set(0, 0, 0)
    model?.offsetOfPart(live.on?.part, offset)
    const points = newStrokePoints(stroke.pointCount, live)
    for (let at = 0; at + 2 < points.length; at += 3)
      stroke.extend((points[at] ?? 0) + offset.x, (points[at + 1] ?? 0) + offset.y, (points[at + 2] ?? 0) + offset.z)
    this.#onChanged()
  }

  /** Ends the stroke of a participant. One that is `kept` stays until `forgetWritten` finds its record. */
  end(participantSlot: number, key: string | undefined, kept: boolean): void {
    const drawing = this.#drawings.get(participantSlot)
    if (!drawing || (key !== undefined && drawing.key !== key)) return
    if (!kept) return this.#remove(participantSlot, drawing)
    drawing.timer = setTimeout(() => this.#remove(participantSlot, drawing), recordTimeoutMs)
  }

  endAll(): void {
    for (const participantSlot of this.#drawings.keys()) this.end(participantSlot, undefined, false)
  }

  /** Removes the strokes whose records are there. */
  forgetWritten(records: RoomRecords): void {
    for (const [participantSlot, drawing] of this.#drawings)
      if (records.has(drawing.key)) this.#remove(participantSlot, drawing)
  }

  /** Moves the strokes along with the models that they are on. */
  follow(): void {
    for (const { stroke, model } of this.#drawings.values()) if (model) stroke.follow(model.group.matrixWorld)
  }

  dispose(): void {
    this.endAll()
    for (const stroke of this.#spare) stroke.dispose()
  }

  #begin(participantSlot: number, { key, color, on }: LiveStroke): Drawing | undefined {
    const model = on && this.#asset.modelOf(on)
    if (on && !model) return undefined
    const stroke = this.#spare.pop() ?? this.#create()
    if (!stroke) return undefined
    const drawing = { key, model, stroke }
    this.#drawings.set(participantSlot, drawing)
    stroke.begin(color, model?.scaleFactor)
    stroke.follow(model?.group.matrixWorld ?? identity)
    return drawing
  }

  #create(): GrowingStroke | undefined {
    if (this.#createdCount >= maxLiveStrokes) return undefined
    this.#createdCount += 1
    const stroke = new GrowingStroke()
    this.group.add(stroke.mesh)
    return stroke
  }

  #remove(participantSlot: number, drawing: Drawing): void {
    clearTimeout(drawing.timer)
    if (this.#drawings.get(participantSlot) !== drawing) return
    this.#drawings.delete(participantSlot)
    drawing.stroke.end()
    this.#spare.push(drawing.stroke)
    this.#onChanged()
  }
}
