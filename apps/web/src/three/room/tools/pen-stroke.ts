import { liveStrokeIntervalMs, nextStrokeChunk } from '@veranda/core/rooms/connection/live-stroke.ts'
import { Vector3 } from 'three'
import { type AssetRaycaster } from '../asset/asset-raycaster.ts'
import { type DisplayedAsset } from '../asset/displayed-asset.ts'
import { type PlacedModel } from '../asset/placed-model.ts'
import { type DrawnStroke, type LiveStroke, type PenColor } from '../room-canvas.ts'

/** A pen tip this near to a surface draws on its part; further away it draws on the whole asset. In metres. */
const maxSurfaceDistanceMetres = 0.25
const maxCoordinate = 32
const point = new Vector3()
const offset = new Vector3()

/** A stroke that the user is drawing, in the model space of what it is drawn on. */
export class PenStroke {
  readonly #stroke: DrawnStroke
  readonly #model: PlacedModel | undefined
  /** Coordinates are rounded to about a millimetre of the room. */
  readonly #stepsPerUnit: number
  #sentPoints = 0
  #lastSentAt: number

  constructor(color: PenColor, at: Vector3, { asset, raycaster }: StrokeSurroundings, now: number) {
    const model = asset.modelNear(at)
    const isOnPart =
      raycaster.hasHit && model === asset.raycastModel && raycaster.point.distanceTo(at) < maxSurfaceDistanceMetres
    const on = model?.targetOf(isOnPart ? raycaster.partName : null)
    this.#model = on && model
    this.#stepsPerUnit = 10 ** Math.ceil(Math.log10(1000 * (this.#model?.scaleFactor ?? 1)) - 1e-9)
    this.#stroke = { key: `stroke:${crypto.randomUUID()}`, color, points: [], ...(on ? { on } : {}) }
    this.#lastSentAt = now
  }

  /** Adds a point of the room. */
  add(x: number, y: number, z: number): void {
    const model = this.#model
    point.set(x, y, z)
    if (model) {
      point.applyMatrix4(model.roomToModel)
      point.sub(model.offsetOfPart(this.#stroke.on?.part, offset))
    } else point.clampScalar(-maxCoordinate, maxCoordinate)
    const round = (value: number) => Math.round(value * this.#stepsPerUnit) / this.#stepsPerUnit
    this.#stroke.points.push(round(point.x), round(point.y), round(point.z))
  }

  /** Returns the points to show to others now, at a bounded rate; undefined if there are none or it is too early. */
  takeLive(now: number): LiveStroke | undefined {
    if (now - this.#lastSentAt < liveStrokeIntervalMs) return undefined
    const chunk = nextStrokeChunk(this.#stroke.points, this.#sentPoints)
    if (!chunk) return undefined
    this.#lastSentAt = now
    this.#sentPoints += chunk.points.length / 3
    return { ...this.#stroke, from: chunk.from, points: [...chunk.points] }
  }

  /** Returns the stroke if it has at least two points. */
  finish(): DrawnStroke | undefined {
    return this.#stroke.points.length >= 6 ? this.#stroke : undefined
  }

  get key(): string {
    return this.#stroke.key
  }
}

type StrokeSurroundings = { readonly asset: DisplayedAsset; readonly raycaster: AssetRaycaster }
