import { type RecordValue } from '@veranda/contract/rooms/records/record-kinds.ts'
import {
  type BufferGeometry,
  CylinderGeometry,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three'
import { type RoomRecords, listRecords } from '../room-records.ts'
import { type AssetSource } from '../room-canvas.ts'
import { type PlacedModel } from '../asset/placed-model.ts'

const maxMeasurements = 300
const lineRadius = 0.0022
const endpointRadius = 0.007
const up = new Vector3(0, 1, 0)
const from = new Vector3()
const to = new Vector3()
const direction = new Vector3()
const scale = new Vector3()
const rotation = new Quaternion()
const matrix = new Matrix4()

/** A measurement in the room with its tolerance in metres and the position of its label. */
export type Measurement = {
  readonly key: string
  readonly metres: number
  readonly tolerance: number
  readonly midpoint: Vector3
}
type MeasurementEntry = { readonly measurement: Measurement; readonly record: RecordValue['measure'] }

/** The measurements on the asset in two draw calls. Following the asset allocates nothing. */
export class Measurements {
  readonly group = new Group()
  list: readonly Measurement[] = []
  readonly #material = new MeshBasicMaterial({ color: '#f2a33a', toneMapped: false })
  readonly #lines = this.#instancedMesh(
    new CylinderGeometry(lineRadius, lineRadius, 1, 6).translate(0, 0.5, 0),
    maxMeasurements,
  )
  readonly #endpoints = this.#instancedMesh(new SphereGeometry(endpointRadius, 14, 10), maxMeasurements * 2)
  readonly #meshes = [this.#lines, this.#endpoints] as const
  #entries: readonly MeasurementEntry[] = []
  #records: RoomRecords | undefined
  #source: AssetSource | undefined

  constructor() {
    this.group.add(this.#lines, this.#endpoints)
  }

  /** Updates the measurements of the displayed asset to its current placement. */
  update(records: RoomRecords, model: PlacedModel | undefined, source: AssetSource | undefined): void {
    if (records !== this.#records || source !== this.#source) {
      this.#records = records
      this.#source = source
      this.#readRecords(records, source)
    }
    this.#lines.count = 0
    this.#endpoints.count = 0
    if (model) for (const entries of this.#entries) this.#addLine(entries, model)
    for (const mesh of this.#meshes) {
      mesh.visible = mesh.count > 0
      mesh.instanceMatrix.needsUpdate = true
    }
  }

  dispose(): void {
    for (const mesh of this.#meshes) {
      mesh.geometry.dispose()
      mesh.dispose()
    }
    this.#material.dispose()
  }

  #readRecords(records: RoomRecords, source: AssetSource | undefined): void {
    const entries: MeasurementEntry[] = []
    for (const [key, measure] of listRecords(records, 'measure')) {
      if (!source || measure.assetId !== source.assetId || entries.length >= maxMeasurements) continue
      const { from: a, to: b } = measure
      const metres = Math.hypot(b.x - a.x, b.y - a.y, b.z - a.z)
      entries.push({
        record: measure,
        measurement: { key, metres, tolerance: source.tolerance, midpoint: new Vector3() },
      })
    }
    this.#entries = entries
    this.list = entries.map(({ measurement }) => measurement)
  }

  #addLine({ record, measurement }: MeasurementEntry, model: PlacedModel): void {
    model.toRoom(record.from, undefined, from)
    model.toRoom(record.to, undefined, to)
    measurement.midpoint.lerpVectors(from, to, 0.5)
    direction.subVectors(to, from)
    const length = Math.max(direction.length(), 1e-5)
    rotation.setFromUnitVectors(up, direction.divideScalar(length))
    this.#lines.setMatrixAt(this.#lines.count, matrix.compose(from, rotation, scale.set(1, length, 1)))
    this.#lines.count += 1
    this.#addEndpoint(from)
    this.#addEndpoint(to)
  }

  #addEndpoint(position: Vector3): void {
    this.#endpoints.setMatrixAt(this.#endpoints.count, matrix.makeTranslation(position))
    this.#endpoints.count += 1
  }

  #instancedMesh(geometry: BufferGeometry, count: number): InstancedMesh {
    const mesh = new InstancedMesh(geometry, this.#material, count)
    mesh.instanceMatrix.setUsage(DynamicDrawUsage)
    mesh.frustumCulled = false
    mesh.count = 0
    mesh.visible = false
    return mesh
  }
}
