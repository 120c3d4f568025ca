import { type PlacementRecord } from '@veranda/contract/rooms/records/record-kinds.ts'
import { type GizmoHandle, pickHandle, type Ray } from './gizmo.ts'
import { Vector3 } from 'three'
import { type Annotations } from './annotations.ts'
import { GizmoDrag } from './gizmo-drag.ts'
import { PenStroke } from './pen-stroke.ts'
import { type AssetRaycaster } from '../asset/asset-raycaster.ts'
import { type PenColor, type RoomHit, type RoomCanvasEvents, type RoomTool } from '../room-canvas.ts'
import { type DisplayedAsset } from '../asset/displayed-asset.ts'

/** The parts of the room that the tools use. */
export type ToolContext = {
  readonly asset: DisplayedAsset
  readonly raycaster: AssetRaycaster
  readonly annotations: Annotations
  readonly events: RoomCanvasEvents
  /** Returns the pin hit by a ray and its distance in metres. */
  readonly pinAt: (ray: Ray) => { readonly id: string; readonly far: number } | undefined
  readonly noteAt: (ray: Ray) => string | undefined
  readonly hitTest: () => RoomHit | undefined
  /** Returns whether another participant has grabbed the asset. */
  readonly grabbedByOther: () => boolean
  readonly now: () => number
}

type ToolValue = { kind: 'length' | 'angle'; amount: number }

const dragIntervalMs = 66
const minStrokeStepMetres = 0.006

/** Tool behaviour on press, drag and release, for any pointer: hand, mouse, touch or crosshair. */
export class PointerTools {
  tool: RoomTool = 'look'
  penColor: PenColor = 'amber'
  /** The hovered or grabbed handle. */
  activeHandle: GizmoHandle | undefined
  readonly gizmoDrag = new GizmoDrag()
  /** Start of the measurement in progress. */
  measureStart: Vector3 | undefined
  /** Position of the pointer, on the asset or in the air. */
  readonly pointerPosition = new Vector3()
  readonly #context: ToolContext
  #measureStartHit: RoomHit | undefined
  #stroke: PenStroke | undefined
  readonly #lastPoint = new Vector3()
  #penDistance = 1.2
  readonly #value: ToolValue = { kind: 'length', amount: 0 }
  #lastDragSentAt = 0
  #hoveredPart: string | undefined
  #hoverScheduled = false

  constructor(context: ToolContext) {
    this.#context = context
  }

  /** The hovered part. */
  get hoveredPart(): string | undefined {
    return this.#hoveredPart
  }

  get busy(): boolean {
    return this.gizmoDrag.handle !== undefined || this.#stroke !== undefined
  }

  /**
   * Points a ray and updates what is hovered. Returns the distance in metres to the hit, else the length of the ray.
   */
  pointAt(ray: Ray, maxDistance: number): number {
    const { raycaster, asset } = this.#context
    const gizmo = this.tool === 'place' ? asset.gizmo() : undefined
    this.activeHandle = this.gizmoDrag.handle ?? (gizmo ? pickHandle(ray, gizmo) : undefined)
    const hasHit = raycaster.cast(ray, maxDistance)
    this.#setHoveredPart(hasHit && this.activeHandle === undefined ? raycaster.partName : undefined)
    const distance = hasHit ? raycaster.distance : Math.min(maxDistance, this.#penDistance + 1.2)
    this.pointerPosition.set(ray.ox + ray.dx * distance, ray.oy + ray.dy * distance, ray.oz + ray.dz * distance)
    if (hasHit && this.tool === 'measure') this.#snapToCorner()
    return distance
  }

  /** Clears the hover state. */
  leave(): void {
    this.activeHandle = undefined
    this.#setHoveredPart(undefined)
  }

  /** Presses after `pointAt` with the same ray. `tip` is the tip of a pen held in a hand. */
  press(ray: Ray, tip?: Vector3): void {
    const { events, annotations, raycaster } = this.#context
    const pin = this.activeHandle === undefined && this.tool !== 'pen' ? this.#context.pinAt(ray) : undefined
    if (pin && pin.far <= raycaster.distance + 0.05) {
      events.onPinPressed(pin.id)
      return
    }
    if (this.tool === 'place') this.#beginDrag(ray)
    else if (this.tool === 'pen') this.#beginStroke(ray, tip)
    else if (this.tool === 'pin' || this.tool === 'measure') this.#pickPoint()
    else {
      const key = this.#context.noteAt(ray) ?? annotations.hitTest(ray)
      if (key !== undefined) events.onRecordPressed(key)
    }
  }

  move(ray: Ray, tip?: Vector3): void {
    if (this.gizmoDrag.handle !== undefined) this.#continueDrag(ray)
    if (this.#stroke) this.#extendStroke(ray, tip)
  }

  release(): void {
    const { events, asset, annotations } = this.#context
    if (this.gizmoDrag.handle !== undefined) {
      this.gizmoDrag.end()
      events.onPlacementChange(asset.copyPlacement(), 'end')
    }
    if (this.#stroke) {
      const stroke = this.#stroke.finish()
      if (stroke) events.onStroke(stroke)
      else events.onStrokeCancelled(this.#stroke.key)
      this.#stroke = undefined
      annotations.endStroke()
    }
  }

  /** Cancels the current action; the asset returns to where it was. */
  cancel(): void {
    const { asset, annotations, events } = this.#context
    if (this.gizmoDrag.handle !== undefined && this.gizmoDrag.startPlacement) {
      asset.setPlacement(this.gizmoDrag.startPlacement)
      events.onGrabCancelled('placement')
    }
    this.gizmoDrag.end()
    if (this.#stroke) events.onStrokeCancelled(this.#stroke.key)
    this.#stroke = undefined
    this.measureStart = undefined
    this.#measureStartHit = undefined
    annotations.endStroke()
  }

  /** Returns the value for the live label, in metres, degrees or metres of height; always the same object. */
  currentValue(): ToolValue | undefined {
    const { asset } = this.#context
    const { startPlacement, handle } = this.gizmoDrag
    if (startPlacement && handle) {
      const { position, yaw, size } = asset.placement
      if (handle === 'turn') return this.#setValue('angle', (yaw * 180) / Math.PI)
      if (handle === 'size') return size.kind === 'height' ? this.#setValue('length', size.metres) : undefined
      const [x, y, z] = startPlacement.position
      return this.#setValue('length', Math.hypot(position[0] - x, position[1] - y, position[2] - z))
    }
    if (this.measureStart && this.tool === 'measure') {
      return this.#setValue('length', this.measureStart.distanceTo(this.pointerPosition) / asset.scaleFactor)
    }
    return undefined
  }

  #setValue(kind: ToolValue['kind'], amount: number): ToolValue {
    this.#value.kind = kind
    this.#value.amount = amount
    return this.#value
  }

  #beginDrag(ray: Ray): void {
    const { asset, raycaster, events, grabbedByOther } = this.#context
    const gizmo = asset.gizmo()
    const extent = asset.extent()
    if (!gizmo || !extent || grabbedByOther()) return
    const handle = this.activeHandle ?? (raycaster.hasHit ? 'floor' : undefined)
    if (handle && this.gizmoDrag.begin(handle, ray, asset.copyPlacement(), gizmo, extent, raycaster.point.y))
      events.onGrab('placement')
  }

  #continueDrag(ray: Ray): void {
    const { asset, events, now } = this.#context
    const next = this.gizmoDrag.update(ray)
    if (!next) return
    // Within the limits of a record, ensured by tidy().
    const placement = next satisfies PlacementRecord
    asset.setPlacement(placement)
    if (now() - this.#lastDragSentAt < dragIntervalMs) return
    this.#lastDragSentAt = now()
    events.onPlacementChange(placement, 'drag')
  }

  #beginStroke(ray: Ray, tip: Vector3 | undefined): void {
    const { raycaster, annotations } = this.#context
    this.#penDistance = raycaster.hasHit ? Math.max(0.1, raycaster.distance - 0.006) : 1.2
    this.#strokePoint(ray, tip, this.#lastPoint)
    this.#stroke = new PenStroke(this.penColor, this.#lastPoint, this.#context, this.#context.now())
    annotations.beginStroke(this.penColor)
    this.#lastPoint.setScalar(Infinity)
    this.#extendStroke(ray, tip)
  }

  #extendStroke(ray: Ray, tip: Vector3 | undefined): void {
    const stroke = this.#stroke
    if (!stroke) return
    const { annotations, events, now } = this.#context
    const { x, y, z } = this.#strokePoint(ray, tip, scratchPoint)
    // The distance from a start at infinity is infinite too.
    if (!(this.#lastPoint.distanceTo(scratchPoint) < minStrokeStepMetres) && annotations.extendStroke(x, y, z)) {
      this.#lastPoint.copy(scratchPoint)
      stroke.add(x, y, z)
    }
    const live = stroke.takeLive(now())
    if (live) events.onStrokeProgress(live)
  }

  /** Writes where the pen is into `into`: on the surface if there is one, else in the air at the starting distance. */
  #strokePoint(ray: Ray, tip: Vector3 | undefined, into: Vector3): Vector3 {
    if (tip) return into.copy(tip)
    const { raycaster } = this.#context
    const distance = raycaster.hasHit ? Math.max(0.1, raycaster.distance - 0.006) : this.#penDistance
    return into.set(ray.ox + ray.dx * distance, ray.oy + ray.dy * distance, ray.oz + ray.dz * distance)
  }

  #pickPoint(): void {
    const { hitTest, events, asset, raycaster } = this.#context
    const here = hitTest()
    if (here && this.tool === 'pin') events.onPinPlaced(here)
    else if (here) this.#addMeasurePoint(here)
    else if (raycaster.hasHit && asset.showsPrevious) events.onPreviousVersionPressed()
  }

  #addMeasurePoint(here: RoomHit): void {
    const { events } = this.#context
    if (!this.#measureStartHit) {
      this.#measureStartHit = here
      this.measureStart = this.pointerPosition.clone()
      return
    }
    events.onMeasure(this.#measureStartHit.position, here.position, this.#measureStartHit.normal)
    this.#measureStartHit = undefined
    this.measureStart = undefined
  }

  /** Snaps to the nearest corner of the surface. */
  #snapToCorner(): void {
    const { raycaster } = this.#context
    const snapDistance = Math.max(0.008, raycaster.distance * 0.012)
    if (raycaster.nearestCorner(scratchCorner).distanceTo(raycaster.point) < snapDistance)
      raycaster.point.copy(scratchCorner)
    this.pointerPosition.copy(raycaster.point)
  }

  /** Emits the hovered part after the frame, because the page needs its own time to render. */
  #setHoveredPart(part: string | undefined): void {
    if (part === this.#hoveredPart) return
    this.#hoveredPart = part
    if (this.#hoverScheduled) return
    this.#hoverScheduled = true
    setTimeout(() => {
      this.#hoverScheduled = false
      this.#context.events.onPartHover(this.#hoveredPart)
    })
  }
}

const scratchCorner = new Vector3()
const scratchPoint = new Vector3()
