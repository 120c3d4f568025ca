import { type Ray } from '@veranda/core/rooms/gizmo.ts'
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
import { type Length, Lengths } from './lengths.ts'
import { type Records, recordsOf } from './records-of.ts'
import { bar, oneOf, referenceShape } from './shapes.ts'
import { penColors, type PenColor, type WorkSource } from './types.ts'
import { type WorkHolder } from './work-holder.ts'

const hues: Readonly<Record<PenColor, string>> = {
  amber: '#f2a33a',
  violet: '#8d82ff',
  green: '#4fc08d',
  white: '#ffffff',
}
const strokeRadius = 0.0042
const mostPoints = 500
const up = new Vector3(0, 1, 0)
const from = new Vector3()
const to = new Vector3()

/** What people leave in the room: strokes (one draw a colour), lengths, things of known size; and the stroke being drawn. */
export class Marks {
  readonly group = new Group()
  readonly #lengths = new Lengths()
  readonly #strokes = new Map<PenColor, Mesh<BufferGeometry, MeshBasicMaterial>>()
  readonly #things = shown(new MeshStandardMaterial({ color: '#d6cec2', roughness: 0.8 }))
  readonly #live = shown(new MeshBasicMaterial({ toneMapped: false }))
  readonly #rubber = new Mesh(
    new CylinderGeometry(0.0022, 0.0022, 1, 6).translate(0, 0.5, 0),
    new MeshBasicMaterial({ color: '#f2a33a', toneMapped: false }),
  )
  readonly #ends = new Map<string, Float32Array>()
  #count = 0
  #records: Records | undefined
  #known = ''

  constructor() {
    for (const color of penColors) {
      this.#strokes.set(color, shown(new MeshBasicMaterial({ color: hues[color], toneMapped: false })))
    }
    const positions = new BufferAttribute(new Float32Array(mostPoints * 12), 3).setUsage(DynamicDrawUsage)
    this.#live.geometry.setAttribute('position', positions)
    const index: number[] = []
    for (let at = 0; at < mostPoints - 1; at += 1) {
      for (let corner = 0; corner < 4; corner += 1) {
        const [a, b] = [at * 4 + corner, at * 4 + ((corner + 1) % 4)]
        index.push(a, b, a + 4, a + 4, b, b + 4)
      }
    }
    this.#live.geometry.setIndex(index)
    this.#live.frustumCulled = false
    this.group.add(...this.#strokes.values(), this.#lengths.group, this.#things, this.#live, this.#rubber)
    this.#rubber.visible = false
  }

  get lengths(): readonly Length[] {
    return this.#lengths.list
  }

  /** Draws what the records say, if it is not what is drawn; lengths go with the work. */
  apply(records: Records, holder: WorkHolder | undefined, source: WorkSource | undefined): void {
    this.#lengths.apply(records, holder, source)
    if (records === this.#records) return
    this.#records = records
    const known = JSON.stringify([recordsOf(records, 'stroke'), recordsOf(records, 'reference')])
    if (known === this.#known) return
    this.#known = known
    this.#ends.clear()
    for (const [color, mesh] of this.#strokes) {
      const parts: BufferGeometry[] = []
      for (const [key, stroke] of recordsOf(records, 'stroke')) {
        if (stroke.color !== color) continue
        this.#ends.set(key, Float32Array.from(stroke.points))
        parts.push(...alongPoints(stroke.points))
      }
      fill(mesh, oneOf(parts))
    }
    const things = recordsOf(records, 'reference').flatMap(([key, reference]) => {
      this.#ends.set(key, Float32Array.from(reference.position))
      return referenceShape(reference) ?? []
    })
    fill(this.#things, oneOf(things))
  }

  /** A stroke or a thing that a line passes within two centimetres, or within a degree from afar. */
  pressed(ray: Ray): string | undefined {
    for (const [key, points] of this.#ends) {
      for (let at = 0; at < points.length; at += 3) {
        const [x = 0, y = 0, z = 0] = [points[at], points[at + 1], points[at + 2]]
        if (isNear(ray, x, y + (key.startsWith('reference') ? 0.04 : 0), z, key.startsWith('reference') ? 0.1 : 0.02))
          return key
      }
    }
    return this.lengths.find(({ at }) => isNear(ray, at.x, at.y, at.z, 0.04))?.key
  }

  /** The length that is being taken, as far as it goes. */
  stretch(start: Vector3 | undefined, end: Vector3): void {
    const long = start ? start.distanceTo(end) : 0
    this.#rubber.visible = long > 1e-3
    if (!start || long <= 1e-3) return
    this.#rubber.position.copy(start)
    this.#rubber.quaternion.setFromUnitVectors(up, to.subVectors(end, start).divideScalar(long))
    this.#rubber.scale.set(1, long, 1)
  }

  /** The stroke being drawn begins, goes on (whether it still can) and ends. */
  begin(color: PenColor): void {
    this.#count = 0
    this.#live.material.color.set(hues[color])
    this.#live.geometry.setDrawRange(0, 0)
    this.#live.visible = true
  }

  extend(x: number, y: number, z: number): boolean {
    if (this.#count >= mostPoints) return false
    const position = this.#live.geometry.getAttribute('position')
    const r = strokeRadius
    const first = this.#count * 4
    position.setXYZ(first, x - r, y, z)
    position.setXYZ(first + 1, x, y + r, z)
    position.setXYZ(first + 2, x + r, y, z + r)
    position.setXYZ(first + 3, x, y - r, z - r)
    position.needsUpdate = true
    this.#count += 1
    this.#live.geometry.setDrawRange(0, Math.max(0, this.#count - 1) * 24)
    return true
  }

  finish(): void {
    this.#live.visible = false
  }

  dispose(): void {
    this.#lengths.dispose()
    for (const mesh of [...this.#strokes.values(), this.#things, this.#live, this.#rubber]) {
      mesh.geometry.dispose()
      mesh.material.dispose()
    }
  }
}

function alongPoints(points: readonly number[]): BufferGeometry[] {
  const parts: BufferGeometry[] = []
  for (let at = 3; at < points.length; at += 3) {
    from.fromArray(points, at - 3)
    to.fromArray(points, at)
    parts.push(bar(from, to, strokeRadius, 5))
  }
  return parts
}

function shown<M extends MeshBasicMaterial | MeshStandardMaterial>(material: M): Mesh<BufferGeometry, M> {
  const mesh = new Mesh<BufferGeometry, M>(new Geometry(), material)
  mesh.visible = false
  return mesh
}

function fill(mesh: Mesh, geometry: BufferGeometry | undefined): void {
  mesh.geometry.dispose()
  mesh.visible = geometry !== undefined
  mesh.geometry = geometry ?? new Geometry()
}

function isNear({ ox, oy, oz, dx, dy, dz }: Ray, x: number, y: number, z: number, close: number): boolean {
  const along = (x - ox) * dx + (y - oy) * dy + (z - oz) * dz
  if (along <= 0) return false
  return Math.hypot(x - ox - dx * along, y - oy - dy * along, z - oz - dz * along) < Math.max(close, along * 0.012)
}
