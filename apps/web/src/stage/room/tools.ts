import { type PlacementRecord } from '@veranda/contract/rooms/records.ts'
import { type Handle, handleAt, type Ray } from '@veranda/core/rooms/gizmo.ts'
import { Vector3 } from 'three'
import { type Marks } from './marks.ts'
import { Placing } from './placing.ts'
import { type RayCast } from './ray-cast.ts'
import { type PenColor, type RoomHit, type RoomStageTold, type RoomTool } from './types.ts'
import { type WorkOnStage } from './work-on-stage.ts'

/** What the tools work on. */
export type Bench = {
  readonly work: WorkOnStage
  readonly cast: RayCast
  readonly marks: Marks
  readonly told: RoomStageTold
  /** The pin that a line meets, and how far it is. */
  readonly pinAt: (ray: Ray) => { readonly id: string; readonly far: number } | undefined
  readonly noteAt: (ray: Ray) => string | undefined
  readonly hit: () => RoomHit | undefined
  /** Whether somebody else has a hand on the work. */
  readonly taken: () => boolean
  readonly now: () => number
}

type Value = { what: 'length' | 'angle'; amount: number }

const dragEvery = 66
const leastStroke = 0.006

/** What a press, a way and a letting go do, whatever it is that points: a hand, a mouse, a finger or the crosshair. */
export class Tools {
  tool: RoomTool = 'look'
  color: PenColor = 'amber'
  /** The handle that is pointed at or held. */
  handle: Handle | undefined
  readonly placing = new Placing()
  /** Where a length begins that is being measured. */
  from: Vector3 | undefined
  /** Where the pointer is on the work or in the air. */
  readonly place = new Vector3()
  readonly #bench: Bench
  #hitFrom: RoomHit | undefined
  #pen: number[] | undefined
  #penFar = 1.2
  readonly #value: Value = { what: 'length', amount: 0 }
  #told = 0
  #part: string | undefined
  #saying = false

  constructor(bench: Bench) {
    this.#bench = bench
  }

  /** The part that is pointed at. */
  get part(): string | undefined {
    return this.#part
  }

  get busy(): boolean {
    return this.placing.handle !== undefined || this.#pen !== undefined
  }

  /** Points along a line: finds what is there and says so. How far it goes until it meets something, in metres. */
  point(ray: Ray, most: number): number {
    const { cast, work } = this.#bench
    const gizmo = this.tool === 'place' ? work.gizmo() : undefined
    this.handle = this.placing.handle ?? (gizmo ? handleAt(ray, gizmo) : undefined)
    const met = cast.cast(ray, most)
    this.#say(met && this.handle === undefined ? cast.part : undefined)
    const far = met ? cast.far : Math.min(most, this.#penFar + 1.2)
    this.place.set(ray.ox + ray.dx * far, ray.oy + ray.dy * far, ray.oz + ray.dz * far)
    if (met && this.tool === 'measure') this.#snap()
    return far
  }

  /** Nothing is pointed at any more. */
  leave(): void {
    this.handle = undefined
    this.#say(undefined)
  }

  /** After `point` with the same line. `tip` is where a pen held in a hand writes. */
  press(ray: Ray, tip?: Vector3): void {
    const { told, marks, cast } = this.#bench
    const pin = this.handle === undefined && this.tool !== 'pen' ? this.#bench.pinAt(ray) : undefined
    if (pin && pin.far <= cast.far + 0.05) {
      told.openPin(pin.id)
      return
    }
    if (this.tool === 'place') this.#take(ray)
    else if (this.tool === 'pen') this.#begin(ray, tip)
    else if (this.tool === 'pin' || this.tool === 'measure') this.#meet()
    else {
      const key = this.#bench.noteAt(ray) ?? marks.pressed(ray)
      if (key !== undefined) told.pressed(key)
    }
  }

  move(ray: Ray, tip?: Vector3): void {
    if (this.placing.handle !== undefined) this.#carry(ray)
    if (this.#pen) this.#draw(ray, tip)
  }

  release(): void {
    const { told, work, marks } = this.#bench
    if (this.placing.handle !== undefined) {
      this.placing.end()
      told.place(work.standing(), 'end')
    }
    if (this.#pen) {
      if (this.#pen.length >= 6) told.stroke(this.color, this.#pen)
      this.#pen = undefined
      marks.finish()
    }
  }

  /** Gives up what is being done; the work goes back to where it stood. */
  cancel(): void {
    const { work, marks, told } = this.#bench
    if (this.placing.handle !== undefined && this.placing.start) {
      work.place(this.placing.start)
      told.letGo('placement')
    }
    this.placing.end()
    this.#pen = undefined
    this.from = undefined
    this.#hitFrom = undefined
    marks.finish()
  }

  /**
   * What the live label says: the value that is being changed, in metres, degrees or metres of height. The same object
   * each time.
   */
  value(): Value | undefined {
    const { work } = this.#bench
    const { start, handle } = this.placing
    if (start && handle) {
      const { position, yaw, size } = work.placement
      if (handle === 'turn') return this.#mean('angle', (yaw * 180) / Math.PI)
      if (handle === 'size') return size.kind === 'height' ? this.#mean('length', size.metres) : undefined
      const [x, y, z] = start.position
      return this.#mean('length', Math.hypot(position[0] - x, position[1] - y, position[2] - z))
    }
    if (this.from && this.tool === 'measure') {
      return this.#mean('length', this.from.distanceTo(this.place) / work.factor)
    }
    return undefined
  }

  #mean(what: Value['what'], amount: number): Value {
    this.#value.what = what
    this.#value.amount = amount
    return this.#value
  }

  #take(ray: Ray): void {
    const { work, cast, told, taken } = this.#bench
    const gizmo = work.gizmo()
    const extent = work.extent()
    if (!gizmo || !extent || taken()) return
    const handle = this.handle ?? (cast.met ? 'floor' : undefined)
    if (handle && this.placing.take(handle, ray, work.standing(), gizmo, extent, cast.point.y)) told.hold('placement')
  }

  #carry(ray: Ray): void {
    const { work, told, now } = this.#bench
    const next = this.placing.move(ray)
    if (!next) return
    // Within what a record may hold: tidy() saw to it.
    const placement = next satisfies PlacementRecord
    work.place(placement)
    if (now() - this.#told < dragEvery) return
    this.#told = now()
    told.place(placement, 'drag')
  }

  #begin(ray: Ray, tip: Vector3 | undefined): void {
    const { cast, marks } = this.#bench
    this.#penFar = cast.met ? Math.max(0.1, cast.far - 0.006) : 1.2
    this.#pen = []
    marks.begin(this.color)
    this.#draw(ray, tip)
  }

  #draw(ray: Ray, tip: Vector3 | undefined): void {
    const pen = this.#pen
    if (!pen) return
    const { cast } = this.#bench
    // On the surface where there is one, else in the air as far away as it began.
    const far = cast.met ? Math.max(0.1, cast.far - 0.006) : this.#penFar
    const x = tip?.x ?? ray.ox + ray.dx * far
    const y = tip?.y ?? ray.oy + ray.dy * far
    const z = tip?.z ?? ray.oz + ray.dz * far
    const [lx = Infinity, ly = 0, lz = 0] = pen.slice(-3)
    if (Math.hypot(x - lx, y - ly, z - lz) < leastStroke) return
    if (!this.#bench.marks.extend(x, y, z)) return
    pen.push(thousandth(x), thousandth(y), thousandth(z))
  }

  #meet(): void {
    const { hit, told, work, cast } = this.#bench
    const here = hit()
    if (here && this.tool === 'pin') told.pin(here)
    else if (here) this.#mark(here)
    else if (cast.met && work.formerInSight) told.formerPressed()
  }

  #mark(here: RoomHit): void {
    const { told } = this.#bench
    if (!this.#hitFrom) {
      this.#hitFrom = here
      this.from = this.place.clone()
      return
    }
    told.measure(this.#hitFrom.position, here.position, this.#hitFrom.normal)
    this.#hitFrom = undefined
    this.from = undefined
  }

  /** Onto the corner of the surface when it is close. */
  #snap(): void {
    const { cast } = this.#bench
    const near = Math.max(0.008, cast.far * 0.012)
    if (cast.corner(corner).distanceTo(cast.point) < near) cast.point.copy(corner)
    this.place.copy(cast.point)
  }

  /** Said once the frame is over: the page has its own time to draw it. */
  #say(part: string | undefined): void {
    if (part === this.#part) return
    this.#part = part
    if (this.#saying) return
    this.#saying = true
    setTimeout(() => {
      this.#saying = false
      this.#bench.told.pointedAt(this.#part)
    })
  }
}

const corner = new Vector3()

function thousandth(metres: number): number {
  return Math.min(32, Math.max(-32, Math.round(metres * 1000) / 1000))
}
