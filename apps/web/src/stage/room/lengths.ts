import { type RecordValue } from '@veranda/contract/rooms/records.ts'
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
import { type Records, recordsOf } from './records-of.ts'
import { type WorkSource } from './types.ts'
import { type WorkHolder } from './work-holder.ts'

const most = 300
const thick = 0.0022
const knob = 0.007
const up = new Vector3(0, 1, 0)
const from = new Vector3()
const to = new Vector3()
const way = new Vector3()
const size = new Vector3()
const turn = new Quaternion()
const matrix = new Matrix4()

/** A length in the room, how exact it is, and where its number stands. */
export type Length = {
  readonly key: string
  readonly metres: number
  readonly exactTo: number
  readonly at: Vector3
}
type Taken = { readonly length: Length; readonly measure: RecordValue['measure'] }

/** The lengths that were taken on the work: two draws, however many. Following the work takes nothing from the heap. */
export class Lengths {
  readonly group = new Group()
  list: readonly Length[] = []
  readonly #material = new MeshBasicMaterial({ color: '#f2a33a', toneMapped: false })
  readonly #bars = this.#many(new CylinderGeometry(thick, thick, 1, 6).translate(0, 0.5, 0), most)
  readonly #knobs = this.#many(new SphereGeometry(knob, 14, 10), most * 2)
  readonly #both = [this.#bars, this.#knobs] as const
  #taken: readonly Taken[] = []
  #records: Records | undefined
  #source: WorkSource | undefined

  constructor() {
    this.group.add(this.#bars, this.#knobs)
  }

  /** Those of the work that stands there, where it stands now. */
  apply(records: Records, holder: WorkHolder | undefined, source: WorkSource | undefined): void {
    if (records !== this.#records || source !== this.#source) {
      this.#records = records
      this.#source = source
      this.#read(records, source)
    }
    this.#bars.count = 0
    this.#knobs.count = 0
    if (holder) for (const taken of this.#taken) this.#put(taken, holder)
    for (const mesh of this.#both) {
      mesh.visible = mesh.count > 0
      mesh.instanceMatrix.needsUpdate = true
    }
  }

  dispose(): void {
    for (const mesh of this.#both) {
      mesh.geometry.dispose()
      mesh.dispose()
    }
    this.#material.dispose()
  }

  #read(records: Records, source: WorkSource | undefined): void {
    const taken: Taken[] = []
    for (const [key, measure] of recordsOf(records, 'measure')) {
      if (!source || measure.workId !== source.workId || taken.length >= most) continue
      const { from: a, to: b } = measure
      const metres = Math.hypot(b.x - a.x, b.y - a.y, b.z - a.z)
      taken.push({ measure, length: { key, metres, exactTo: source.tolerance, at: new Vector3() } })
    }
    this.#taken = taken
    this.list = taken.map(({ length }) => length)
  }

  #put({ measure, length }: Taken, holder: WorkHolder): void {
    holder.toRoom(measure.from, undefined, from)
    holder.toRoom(measure.to, undefined, to)
    length.at.lerpVectors(from, to, 0.5)
    way.subVectors(to, from)
    const long = Math.max(way.length(), 1e-5)
    turn.setFromUnitVectors(up, way.divideScalar(long))
    this.#bars.setMatrixAt(this.#bars.count, matrix.compose(from, turn, size.set(1, long, 1)))
    this.#bars.count += 1
    this.#end(from)
    this.#end(to)
  }

  #end(at: Vector3): void {
    this.#knobs.setMatrixAt(this.#knobs.count, matrix.makeTranslation(at))
    this.#knobs.count += 1
  }

  #many(geometry: BufferGeometry, count: number): InstancedMesh {
    const mesh = new InstancedMesh(geometry, this.#material, count)
    mesh.instanceMatrix.setUsage(DynamicDrawUsage)
    mesh.frustumCulled = false
    mesh.count = 0
    mesh.visible = false
    return mesh
  }
}
