import { type Placement, placementMatrix } from '@veranda/core/rooms/placement.ts'
import { type ToolsRecord } from '@veranda/contract/rooms/records.ts'
import { type Vector } from '@veranda/core/geometry/vector.ts'
import { Box3, DoubleSide, Group, Matrix4, type Mesh, Plane, Vector3 } from 'three'
import { type Look, type Model } from '../model.ts'
import { restOf } from '../rest.ts'
import { MergedParts } from './merged-parts.ts'

const shift = new Vector3()

/** One version of the work at its place in the room. The model keeps its own space; the holder carries it. */
export class WorkHolder {
  readonly model: Model
  readonly group = new Group()
  /** From the room back into model space. */
  readonly back = new Matrix4()
  /** What is cut away, in the room; the same objects as long as there is a cut. */
  planes: readonly Plane[] = []
  readonly #numbers: number[] = []
  readonly #merged: MergedParts | undefined
  #section: ToolsRecord['section'] = null

  constructor(model: Model, names: readonly string[]) {
    this.model = model
    this.#merged = MergedParts.of(model, names)
    this.group.matrixAutoUpdate = false
    this.group.add(model.root)
  }

  place(placement: Placement, aside = 0): void {
    placementMatrix(placement, this.model.box, this.#numbers)
    this.group.matrix.fromArray(this.#numbers)
    this.group.matrix.elements[12] += Math.cos(placement.yaw) * aside
    this.group.matrix.elements[14] -= Math.sin(placement.yaw) * aside
    this.group.matrixWorldNeedsUpdate = true
    this.group.updateMatrixWorld(true)
    this.back.copy(this.group.matrixWorld).invert()
    this.#cut()
  }

  /** Explodes, cuts, hides and draws as wires. */
  treat(tools: ToolsRecord, hidden: ReadonlySet<string>): void {
    // A model moves its parts in its own space, so it must stand alone meanwhile.
    this.alone()
    if (this.#merged) this.#merged.treat(tools.explode, hidden)
    else this.model.explode(tools.explode)
    this.group.add(this.model.root)
    this.group.updateMatrixWorld(true)
    if (!this.#merged) this.model.show(hidden)
    this.model.wireframe(tools.wireframe)
    this.#section = tools.section
    this.planes = tools.section ? [new Plane()] : []
    this.#cut()
    this.#clip()
  }

  /** Takes the model out of the room, so that it is in its own space. */
  alone(): void {
    this.model.root.removeFromParent()
    this.model.root.updateMatrixWorld(true)
  }

  look(look: Look): void {
    this.model.look(look)
    this.#clip()
  }

  /** Lights one part up, or none. */
  light(part: string | undefined): void {
    this.model.light(part)
    this.#clip()
  }

  /** Where a point of the model is in the room, on its part wherever that went. */
  toRoom({ x, y, z }: Vector, partName: string | undefined, into: Vector3): Vector3 {
    into.set(x, y, z)
    if (partName !== undefined) into.add(this.shiftOf(this.#numberOf(partName), shift))
    return into.applyMatrix4(this.group.matrixWorld)
  }

  get partNames(): readonly string[] {
    return this.#merged?.names ?? this.model.parts.map(({ name }) => name)
  }

  /** Which part a corner of a mesh belongs to; `own` is what the mesh itself stands for. */
  partAt(mesh: Mesh, vertex: number, own: number): number {
    return this.#merged?.numberAt(mesh, vertex) ?? own
  }

  nameOf(part: number): string {
    return (this.#merged ? this.#merged.nameOf(part) : this.model.parts[part]?.name) ?? ''
  }

  /** Where exploding has taken a part, in model space. */
  shiftOf(part: number, into: Vector3): Vector3 {
    if (this.#merged) return this.#merged.shiftOf(part, into)
    const found = this.model.parts[part]
    return found ? into.copy(this.model.shiftOf(found)) : into.set(0, 0, 0)
  }

  /** The middle of a part, and a corner of it, where they are in the room now. */
  middleOf(partName: string): { middle: Vector3; corner: Vector3 } | undefined {
    const number = this.#numberOf(partName)
    const box = new Box3()
    const corner = new Vector3()
    for (const [own, { meshes }] of this.model.parts.entries()) {
      for (const mesh of meshes) {
        const position = restOf(mesh).getAttribute('position')
        for (let vertex = 0; vertex < position.count; vertex += 1) {
          if (this.partAt(mesh, vertex, own) !== number) continue
          box.expandByPoint(corner.fromBufferAttribute(position, vertex).applyMatrix4(mesh.matrixWorld))
        }
      }
    }
    return box.isEmpty() ? undefined : { middle: box.getCenter(new Vector3()), corner }
  }

  /** How many metres of the room a metre of the work is. */
  get factor(): number {
    return Math.hypot(this.#numbers[0] ?? 1, this.#numbers[2] ?? 0)
  }

  dispose(): void {
    this.group.removeFromParent()
    this.model.dispose()
  }

  /** The model's own cut is in its own space and fills itself with two more draws a mesh; here it stays open. */
  #clip(): void {
    for (const { material } of this.model.meshes) {
      for (const one of [material].flat()) {
        one.clippingPlanes = [...this.planes]
        one.clipShadows = true
        if (this.planes.length > 0) one.side = DoubleSide
      }
    }
  }

  #numberOf(name: string): number {
    return this.#merged ? this.#merged.numberOf(name) : this.model.parts.findIndex((part) => part.name === name)
  }

  #cut(): void {
    const [plane] = this.planes
    const section = this.#section
    if (!plane || !section) return
    const { min, max } = this.model.box
    const at = min[section.axis] + (max[section.axis] - min[section.axis]) * section.at
    plane.normal.set(0, 0, 0)
    plane.normal[section.axis] = section.turned ? 1 : -1
    plane.constant = section.turned ? -at : at
    plane.applyMatrix4(this.group.matrixWorld)
  }
}
