import { type Placement, placementMatrix } from '@veranda/core/rooms/records/placement.ts'
import { type AnnotationTarget, type ToolsRecord } from '@veranda/contract/rooms/records/record-kinds.ts'
import { type Vector } from '@veranda/core/geometry/vector.ts'
import { Box3, Group, Matrix4, type Mesh, Plane, Vector3 } from 'three'
import { type Appearance, type Model } from '../../viewer/model.ts'
import { restGeometryOf } from '../../viewer/rest-pose.ts'
import { MergedParts } from './merged-parts.ts'

type TargetSource = Pick<AnnotationTarget, 'deliverableId' | 'assetId'>

const scratchOffset = new Vector3()

/** One version of the asset at its placement in the room. The model keeps its own space; the group places it. */
export class PlacedModel {
  readonly model: Model
  readonly group = new Group()
  /** From room coordinates back to model space. */
  readonly roomToModel = new Matrix4()
  /** Clipping planes in room coordinates; the same objects as long as there is a section. */
  clippingPlanes: Plane[] = []
  readonly #matrixElements: number[] = []
  readonly #merged: MergedParts | undefined
  readonly #source: TargetSource | undefined
  #section: ToolsRecord['section'] = null

  /** `source` says what annotations on this model belong to. */
  constructor(model: Model, names: readonly string[], source?: TargetSource) {
    this.model = model
    this.#source = source
    this.#merged = MergedParts.from(model, names)
    this.group.matrixAutoUpdate = false
    this.group.add(model.root)
  }

  /** Places the model; `dx` and `dz` shift it on the floor, in metres. */
  setPlacement(placement: Placement, dx = 0, dz = 0): void {
    placementMatrix(placement, this.model.box, this.#matrixElements)
    this.group.matrix.fromArray(this.#matrixElements)
    this.group.matrix.elements[12] += dx
    this.group.matrix.elements[14] += dz
    this.group.matrixWorldNeedsUpdate = true
    this.group.updateMatrixWorld(true)
    this.roomToModel.copy(this.group.matrixWorld).invert()
    this.#updateClippingPlane()
  }

  /** Applies explosion, section, hidden parts and wireframe. */
  applyTools(tools: ToolsRecord, hidden: ReadonlySet<string>): void {
    // A model moves its parts in its own space, so it is detached meanwhile.
    this.detach()
    if (this.#merged) this.#merged.apply(tools.explode, hidden)
    else this.model.explode(tools.explode)
    this.group.add(this.model.root)
    this.group.updateMatrixWorld(true)
    if (!this.#merged) this.model.setHiddenParts(hidden)
    this.model.setWireframe(tools.wireframe)
    this.#section = tools.section
    this.clippingPlanes = tools.section ? [new Plane()] : []
    this.#updateClippingPlane()
    // In room coordinates. Filling the cut would cost two more draw calls per mesh; here it stays open.
    this.model.setClippingPlanes(this.clippingPlanes, false)
  }

  /** Detaches the model from the room, so that it is in its own space. */
  detach(): void {
    this.model.root.removeFromParent()
    this.model.root.updateMatrixWorld(true)
  }

  setAppearance(appearance: Appearance): void {
    this.model.setAppearance(appearance)
  }

  /** Highlights one part, or none. */
  highlightPart(part: string | undefined): void {
    this.model.highlightPart(part)
  }

  /** Converts a point from model space to room coordinates, including the explode offset of its part. */
  toRoom({ x, y, z }: Vector, partName: string | undefined, into: Vector3): Vector3 {
    into.set(x, y, z)
    into.add(this.offsetOfPart(partName, scratchOffset))
    return into.applyMatrix4(this.group.matrixWorld)
  }

  /** Writes the explode offset of the part with this name, in model space, into `into`; zero for none. */
  offsetOfPart(partName: string | null | undefined, into: Vector3): Vector3 {
    return typeof partName === 'string' ? this.explodeOffsetOf(this.#partIndexOf(partName), into) : into.set(0, 0, 0)
  }

  /** Returns what an annotation on a part of this model belongs to; undefined while its source is not known. */
  targetOf(part: string | null): AnnotationTarget | undefined {
    return this.#source && { deliverableId: this.#source.deliverableId, assetId: this.#source.assetId, part }
  }

  isTargetOf({ deliverableId, assetId }: AnnotationTarget): boolean {
    return this.#source?.assetId === assetId && this.#source.deliverableId === deliverableId
  }

  get partNames(): readonly string[] {
    return this.#merged?.partNames ?? this.model.parts.map(({ name }) => name)
  }

  /** Returns the part index at a vertex of a mesh; `meshPart` is the part of the mesh itself. */
  partIndexAt(mesh: Mesh, vertex: number, meshPart: number): number {
    return this.#merged?.partNumberAt(mesh, vertex) ?? meshPart
  }

  partName(part: number): string {
    return (this.#merged ? this.#merged.partName(part) : this.model.parts[part]?.name) ?? ''
  }

  /** Writes the offset of a part in the exploded view, in model space, into `into`. */
  explodeOffsetOf(part: number, into: Vector3): Vector3 {
    if (this.#merged) return this.#merged.explodeOffsetOf(part, into)
    const found = this.model.parts[part]
    return found ? into.copy(this.model.explodeOffsetOf(found)) : into.set(0, 0, 0)
  }

  /** Returns the centre and a vertex of a part, in room coordinates. */
  partCenter(partName: string): { center: Vector3; corner: Vector3 } | undefined {
    const partIndex = this.#partIndexOf(partName)
    const box = new Box3()
    const corner = new Vector3()
    for (const [meshPart, { meshes }] of this.model.parts.entries()) {
      for (const mesh of meshes) {
        const position = restGeometryOf(mesh).getAttribute('position')
        for (let vertex = 0; vertex < position.count; vertex += 1) {
          if (this.partIndexAt(mesh, vertex, meshPart) !== partIndex) continue
          box.expandByPoint(corner.fromBufferAttribute(position, vertex).applyMatrix4(mesh.matrixWorld))
        }
      }
    }
    return box.isEmpty() ? undefined : { center: box.getCenter(new Vector3()), corner }
  }

  /** Metres in the room per metre of the model. */
  get scaleFactor(): number {
    return Math.hypot(this.#matrixElements[0] ?? 1, this.#matrixElements[2] ?? 0)
  }

  dispose(): void {
    this.group.removeFromParent()
    this.model.dispose()
  }

  #partIndexOf(name: string): number {
    return this.#merged ? this.#merged.partNumberOf(name) : this.model.parts.findIndex((part) => part.name === name)
  }

  #updateClippingPlane(): void {
    const [plane] = this.clippingPlanes
    const section = this.#section
    if (!plane || !section) return
    const { min, max } = this.model.box
    const position = min[section.axis] + (max[section.axis] - min[section.axis]) * section.at
    plane.normal.set(0, 0, 0)
    plane.normal[section.axis] = section.turned ? 1 : -1
    plane.constant = section.turned ? -position : position
    plane.applyMatrix4(this.group.matrixWorld)
  }
}
