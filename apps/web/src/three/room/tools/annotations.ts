import { type Ray } from './gizmo.ts'
import {
  type BufferGeometry,
  BufferAttribute,
  BufferGeometry as Geometry,
  CylinderGeometry,
  DynamicDrawUsage,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Vector3,
} from 'three'
import { type Measurement, Measurements } from './measurements.ts'
import { type RoomRecords, listRecords } from '../room-records.ts'
import { cylinderBetween, mergeAndDispose, referenceGeometry } from '../primitives.ts'
import { penColors, type PenColor, type AssetSource } from '../room-canvas.ts'
import { type PlacedModel } from '../asset/placed-model.ts'

const penColorValues: Readonly<Record<PenColor, string>> = {
  amber: '#f2a33a',
  violet: '#8d82ff',
  green: '#4fc08d',
  white: '#ffffff',
}
const strokeRadiusMetres = 0.0042
const maxStrokePoints = 500
const up = new Vector3(0, 1, 0)
const from = new Vector3()
const to = new Vector3()

/**
 * Annotations in the room: strokes (one draw call per colour), measurements, reference objects, and the stroke being
 * drawn.
 */
export class Annotations {
  readonly group = new Group()
  readonly #measurements = new Measurements()
  readonly #strokes = new Map<PenColor, Mesh<BufferGeometry, MeshBasicMaterial>>()
  readonly #references = hiddenMesh(new MeshStandardMaterial({ color: '#d6cec2', roughness: 0.8 }))
  readonly #currentStroke = hiddenMesh(new MeshBasicMaterial({ toneMapped: false }))
  readonly #pendingLine = new Mesh(
    new CylinderGeometry(0.0022, 0.0022, 1, 6).translate(0, 0.5, 0),
    new MeshBasicMaterial({ color: '#f2a33a', toneMapped: false }),
  )
  readonly #pickPoints = new Map<string, Float32Array>()
  #pointCount = 0
  #records: RoomRecords | undefined
  #drawnKey = ''

  constructor() {
    for (const color of penColors) {
      this.#strokes.set(color, hiddenMesh(new MeshBasicMaterial({ color: penColorValues[color], toneMapped: false })))
    }
    const positions = new BufferAttribute(new Float32Array(maxStrokePoints * 12), 3).setUsage(DynamicDrawUsage)
    this.#currentStroke.geometry.setAttribute('position', positions)
    const index: number[] = []
    for (let at = 0; at < maxStrokePoints - 1; at += 1) {
      for (let corner = 0; corner < 4; corner += 1) {
        const [a, b] = [at * 4 + corner, at * 4 + ((corner + 1) % 4)]
        index.push(a, b, a + 4, a + 4, b, b + 4)
      }
    }
    this.#currentStroke.geometry.setIndex(index)
    this.#currentStroke.frustumCulled = false
    this.group.add(
      ...this.#strokes.values(),
      this.#measurements.group,
      this.#references,
      this.#currentStroke,
      this.#pendingLine,
    )
    this.#pendingLine.visible = false
  }

  get measurements(): readonly Measurement[] {
    return this.#measurements.list
  }

  /** Draws the records if they changed; measurements follow the asset. */
  update(records: RoomRecords, model: PlacedModel | undefined, source: AssetSource | undefined): void {
    this.#measurements.update(records, model, source)
    if (records === this.#records) return
    this.#records = records
    const drawnKey = JSON.stringify([listRecords(records, 'stroke'), listRecords(records, 'reference')])
    if (drawnKey === this.#drawnKey) return
    this.#drawnKey = drawnKey
    this.#pickPoints.clear()
    for (const [color, mesh] of this.#strokes) {
      const parts: BufferGeometry[] = []
      for (const [key, stroke] of listRecords(records, 'stroke')) {
        if (stroke.color !== color) continue
        this.#pickPoints.set(key, Float32Array.from(stroke.points))
        parts.push(...strokeGeometries(stroke.points))
      }
      replaceGeometry(mesh, mergeAndDispose(parts))
    }
    const references = listRecords(records, 'reference').flatMap(([key, reference]) => {
      this.#pickPoints.set(key, Float32Array.from(reference.position))
      return referenceGeometry(reference) ?? []
    })
    replaceGeometry(this.#references, mergeAndDispose(references))
  }

  /** Returns the key of the stroke or reference object within 2 cm of a ray, or within about 0.7° from afar. */
  hitTest(ray: Ray): string | undefined {
    for (const [key, points] of this.#pickPoints) {
      for (let at = 0; at < points.length; at += 3) {
        const [x = 0, y = 0, z = 0] = [points[at], points[at + 1], points[at + 2]]
        if (
          isNearRay(ray, x, y + (key.startsWith('reference') ? 0.04 : 0), z, key.startsWith('reference') ? 0.1 : 0.02)
        )
          return key
      }
    }
    return this.measurements.find(({ midpoint }) => isNearRay(ray, midpoint.x, midpoint.y, midpoint.z, 0.04))?.key
  }

  /** Shows the measurement in progress. */
  showPendingMeasurement(start: Vector3 | undefined, end: Vector3): void {
    const length = start ? start.distanceTo(end) : 0
    this.#pendingLine.visible = length > 1e-3
    if (!start || length <= 1e-3) return
    this.#pendingLine.position.copy(start)
    this.#pendingLine.quaternion.setFromUnitVectors(up, to.subVectors(end, start).divideScalar(length))
    this.#pendingLine.scale.set(1, length, 1)
  }

  /** Starts the stroke in progress; `extendStroke` adds points and returns whether there is room for more. */
  beginStroke(color: PenColor): void {
    this.#pointCount = 0
    this.#currentStroke.material.color.set(penColorValues[color])
    this.#currentStroke.geometry.setDrawRange(0, 0)
    this.#currentStroke.visible = true
  }

  extendStroke(x: number, y: number, z: number): boolean {
    if (this.#pointCount >= maxStrokePoints) return false
    const position = this.#currentStroke.geometry.getAttribute('position')
    const r = strokeRadiusMetres
    const first = this.#pointCount * 4
    position.setXYZ(first, x - r, y, z)
    position.setXYZ(first + 1, x, y + r, z)
    position.setXYZ(first + 2, x + r, y, z + r)
    position.setXYZ(first + 3, x, y - r, z - r)
    position.needsUpdate = true
    this.#pointCount += 1
    this.#currentStroke.geometry.setDrawRange(0, Math.max(0, this.#pointCount - 1) * 24)
    return true
  }

  endStroke(): void {
    this.#currentStroke.visible = false
  }

  dispose(): void {
    this.#measurements.dispose()
    for (const mesh of [...this.#strokes.values(), this.#references, this.#currentStroke, this.#pendingLine]) {
      mesh.geometry.dispose()
      mesh.material.dispose()
    }
  }
}

function strokeGeometries(points: readonly number[]): BufferGeometry[] {
  const parts: BufferGeometry[] = []
  for (let at = 3; at < points.length; at += 3) {
    from.fromArray(points, at - 3)
    to.fromArray(points, at)
    parts.push(cylinderBetween(from, to, strokeRadiusMetres, 5))
  }
  return parts
}

function hiddenMesh<M extends MeshBasicMaterial | MeshStandardMaterial>(material: M): Mesh<BufferGeometry, M> {
  const mesh = new Mesh<BufferGeometry, M>(new Geometry(), material)
  mesh.visible = false
  return mesh
}

function replaceGeometry(mesh: Mesh, geometry: BufferGeometry | undefined): void {
  mesh.geometry.dispose()
  mesh.visible = geometry !== undefined
  mesh.geometry = geometry ?? new Geometry()
}

function isNearRay({ ox, oy, oz, dx, dy, dz }: Ray, x: number, y: number, z: number, radius: number): boolean {
  const along = (x - ox) * dx + (y - oy) * dy + (z - oz) * dz
  if (along <= 0) return false
  return Math.hypot(x - ox - dx * along, y - oy - dy * along, z - oz - dz * along) < Math.max(radius, along * 0.012)
}
