import { type RecordValue, type ToolsRecord } from '@veranda/contract/rooms/records/record-kinds.ts'
import { BufferAttribute, BufferGeometry, Color, Group, Matrix4, Mesh, MeshBasicMaterial, Vector3 } from 'three'
import { type DisplayedAsset } from '../asset/displayed-asset.ts'
import { type PlacedModel } from '../asset/placed-model.ts'
import { cylinderBetween, mergeAndDispose } from '../primitives.ts'
import { type RoomRecords, listRecords } from '../room-records.ts'
import { type Ray } from './gizmo.ts'
import { penColorValues, strokeRadiusMetres } from './growing-stroke.ts'
import { isNearRay } from './ray-distance.ts'

/** All strokes, and a text that changes with them. */
type StrokeRecords = { readonly key: string; readonly list: readonly [string, RecordValue['stroke']][] }

const from = new Vector3()
const to = new Vector3()
const offset = new Vector3()
const origin = new Vector3()
const direction = new Vector3()
const roomToStrokes = new Matrix4()
const color = new Color()
const localRay: Ray = { ox: 0, oy: 0, oz: 0, dx: 0, dy: 0, dz: -1 }
/** The strokes are rebuilt when the scale of their model has changed by more than this, so that they stay as thick. */
const maxScaleChange = 1.25
const pickRadiusMetres = 0.02

/** The strokes on one model, or in the room, as one draw call. */
class StrokeMesh {
  readonly mesh = new Mesh<BufferGeometry, MeshBasicMaterial>(
    new BufferGeometry(),
    new MeshBasicMaterial({ vertexColors: true, toneMapped: false }),
  )
  readonly #points = new Map<string, Float32Array>()
  #builtFrom:
    | { readonly recordsKey: string; readonly model: PlacedModel | undefined; readonly tools: ToolsRecord }
    | undefined
  #builtScale = 1

  constructor() {
    this.mesh.matrixAutoUpdate = false
    this.mesh.visible = false
  }

  /** Rebuilds the strokes if they, their model, its parts or its scale have changed. */
  update(records: StrokeRecords, model: PlacedModel | undefined, tools: ToolsRecord): void {
    const scaleFactor = model?.scaleFactor ?? 1
    const ratio = scaleFactor / this.#builtScale
    const built = this.#builtFrom
    const isSame = records.key === built?.recordsKey && model === built.model && tools === built.tools
    if (isSame && ratio < maxScaleChange && ratio > 1 / maxScaleChange) return
    this.#builtFrom = { recordsKey: records.key, model, tools }
    this.#builtScale = scaleFactor
    this.#points.clear()
    const parts = records.list.flatMap(([key, { color: pen, on, points }]) => {
      const isHere = on ? model?.isTargetOf(on) === true : model === undefined
      if (!isHere || tools.hidden.includes(on?.part ?? '')) return []
      offset.set(0, 0, 0)
      model?.offsetOfPart(on?.part, offset)
      const moved = Float32Array.from(points, (value, at) => value + offset.getComponent(at % 3))
      this.#points.set(key, moved)
      return strokeGeometries(moved, strokeRadiusMetres / scaleFactor, penColorValues[pen])
    })
    this.mesh.geometry.dispose()
    this.mesh.geometry = mergeAndDispose(parts) ?? new BufferGeometry()
  }

  follow(model: PlacedModel | undefined): void {
    if (model) this.mesh.matrix.copy(model.group.matrixWorld)
    this.mesh.matrixWorldNeedsUpdate = true
    this.mesh.visible = this.#points.size > 0 && (model?.group.visible ?? true)
  }

  /** Returns the key of the stroke near a ray in room coordinates. */
  hitTest(ray: Ray): string | undefined {
    if (!this.mesh.visible) return undefined
    roomToStrokes.copy(this.mesh.matrix).invert()
    origin.set(ray.ox, ray.oy, ray.oz).applyMatrix4(roomToStrokes)
    direction.set(ray.dx, ray.dy, ray.dz).transformDirection(roomToStrokes)
    Object.assign(localRay, {
      ox: origin.x,
      oy: origin.y,
      oz: origin.z,
      dx: direction.x,
      dy: direction.y,
      dz: direction.z,
    })
    const radius = pickRadiusMetres / this.#builtScale
    for (const [key, points] of this.#points)
      for (let at = 0; at < points.length; at += 3)
        if (isNearRay(localRay, points[at] ?? 0, points[at + 1] ?? 0, points[at + 2] ?? 0, radius)) return key
    return undefined
  }

  dispose(): void {
    this.mesh.geometry.dispose()
    this.mesh.material.dispose()
  }
}

/** The finished strokes: on the current version, on the previous one, and those of the room. One draw call for each. */
export class Strokes {
  readonly group = new Group()
  readonly #onCurrent = new StrokeMesh()
  readonly #onPrevious = new StrokeMesh()
  readonly #inRoom = new StrokeMesh()
  readonly #all = [this.#onCurrent, this.#onPrevious, this.#inRoom]
  #records: RoomRecords | undefined
  #strokes: StrokeRecords = { key: '', list: [] }

  constructor() {
    this.group.add(...this.#all.map(({ mesh }) => mesh))
  }

  /** Draws the strokes with the parts of the versions that they are on. Following a moving asset allocates nothing. */
  update(records: RoomRecords, { current, previous, tools }: DisplayedAsset): void {
    if (records !== this.#records) {
      this.#records = records
      const list = listRecords(records, 'stroke')
      this.#strokes = { key: JSON.stringify(list), list }
    }
    this.#updateMesh(this.#inRoom, undefined, tools)
    if (current) this.#updateMesh(this.#onCurrent, current, tools)
    if (previous) this.#updateMesh(this.#onPrevious, previous, tools)
    else this.#onPrevious.mesh.visible = false
  }

  /** Returns the key of the stroke near a ray in room coordinates. */
  hitTest(ray: Ray): string | undefined {
    for (const mesh of this.#all) {
      const key = mesh.hitTest(ray)
      if (key !== undefined) return key
    }
    return undefined
  }

  dispose(): void {
    for (const mesh of this.#all) mesh.dispose()
  }

  #updateMesh(mesh: StrokeMesh, model: PlacedModel | undefined, tools: ToolsRecord): void {
    mesh.update(this.#strokes, model, tools)
    mesh.follow(model)
  }
}

/** Returns the tubes of a stroke, with its colour at each vertex. */
function strokeGeometries(points: Float32Array, radius: number, hex: string): BufferGeometry[] {
  const parts: BufferGeometry[] = []
  color.set(hex)
  for (let at = 3; at < points.length; at += 3) {
    from.fromArray(points, at - 3)
    to.fromArray(points, at)
    const tube = cylinderBetween(from, to, radius, 5)
    const colors = new Float32Array(tube.getAttribute('position').count * 3)
    for (let vertex = 0; vertex < colors.length; vertex += 3) color.toArray(colors, vertex)
    parts.push(tube.setAttribute('color', new BufferAttribute(colors, 3)))
  }
  return parts
}
