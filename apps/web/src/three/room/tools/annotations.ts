import { type Ray } from './gizmo.ts'
import {
  type BufferGeometry,
  BufferGeometry as Geometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Vector3,
} from 'three'
import { GrowingStroke } from './growing-stroke.ts'
import { isNearRay } from './ray-distance.ts'
import { Strokes } from './strokes.ts'
import { type Measurement, Measurements } from './measurements.ts'
import { type RoomRecords, listRecords } from '../room-records.ts'
import { mergeAndDispose, referenceGeometry } from '../primitives.ts'
import { type DisplayedAsset } from '../asset/displayed-asset.ts'
import { type PenColor, type AssetSource } from '../room-canvas.ts'
import { type PlacedModel } from '../asset/placed-model.ts'

const up = new Vector3(0, 1, 0)
const to = new Vector3()

/**
 * Annotations in the room: strokes, measurements, reference objects, and the stroke being
 * drawn.
 */
export class Annotations {
  readonly group = new Group()
  readonly #measurements = new Measurements()
  readonly #strokes = new Strokes()
  readonly #references = hiddenMesh(new MeshStandardMaterial({ color: '#d6cec2', roughness: 0.8 }))
  readonly #currentStroke = new GrowingStroke()
  readonly #pendingLine = new Mesh(
    new CylinderGeometry(0.0022, 0.0022, 1, 6).translate(0, 0.5, 0),
    new MeshBasicMaterial({ color: '#f2a33a', toneMapped: false }),
  )
  readonly #pickPoints = new Map<string, Float32Array>()
  #records: RoomRecords | undefined
  #drawnKey = ''

  constructor() {
    this.group.add(
      this.#strokes.group,
      this.#measurements.group,
      this.#references,
      this.#currentStroke.mesh,
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
    const references = listRecords(records, 'reference')
    const drawnKey = JSON.stringify(references)
    if (drawnKey === this.#drawnKey) return
    this.#drawnKey = drawnKey
    this.#pickPoints.clear()
    const geometries = references.flatMap(([key, reference]) => {
      this.#pickPoints.set(key, Float32Array.from(reference.position))
      return referenceGeometry(reference) ?? []
    })
    replaceGeometry(this.#references, mergeAndDispose(geometries))
  }

  /** Draws the strokes on the versions that they belong to. */
  updateStrokes(records: RoomRecords, asset: DisplayedAsset): void {
    this.#strokes.update(records, asset)
  }

  /** Returns the key of the stroke or reference object within 2 cm of a ray, or within about 0.7° from afar. */
  hitTest(ray: Ray): string | undefined {
    const stroke = this.#strokes.hitTest(ray)
    if (stroke !== undefined) return stroke
    for (const [key, points] of this.#pickPoints) {
      const [x = 0, y = 0, z = 0] = points
      if (isNearRay(ray, x, y + 0.04, z, 0.1)) return key
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

  /** Starts the stroke in progress, in room coordinates. */
  beginStroke(color: PenColor): void {
    this.#currentStroke.begin(color)
  }

  /** Adds a point to the stroke in progress. Returns false if there is no room for more. */
  extendStroke(x: number, y: number, z: number): boolean {
    return this.#currentStroke.extend(x, y, z)
  }

  endStroke(): void {
    this.#currentStroke.end()
  }

  dispose(): void {
    this.#measurements.dispose()
    this.#strokes.dispose()
    this.#currentStroke.dispose()
    for (const mesh of [this.#references, this.#pendingLine]) {
      mesh.geometry.dispose()
      mesh.material.dispose()
    }
  }
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
