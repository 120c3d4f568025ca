import { type Gizmo, type Handle } from '@veranda/core/rooms/gizmo.ts'
import {
  BufferAttribute,
  type BufferGeometry,
  Color,
  ConeGeometry,
  Mesh,
  MeshBasicMaterial,
  TorusGeometry,
  Vector3,
} from 'three'
import { bar, knob, oneOf } from './shapes.ts'

const colors: Readonly<Record<Exclude<Handle, 'floor'>, string>> = {
  x: '#e0604f',
  y: '#4fb07a',
  z: '#4f83e0',
  turn: '#f2a33a',
  size: '#8d82ff',
}
const lit = new Color('#ffffff')
const color = new Color()
/** A work that grew by less keeps its handles, in metres. */
const leastChange = 5e-4
const order = ['x', 'y', 'z', 'turn', 'size'] as const

/** The handles about the foot of the work: one draw; the one that is meant is white. */
export class GizmoView {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>
  #ranges: readonly { readonly handle: Handle; readonly from: number; readonly to: number }[] = []
  #radius = 0
  #tall = 0
  #meant: Handle | undefined

  constructor() {
    this.mesh = new Mesh(
      undefined,
      new MeshBasicMaterial({ vertexColors: true, toneMapped: false, transparent: true, opacity: 0.92 }),
    )
    this.mesh.visible = false
    this.mesh.renderOrder = 1
  }

  stand(gizmo: Gizmo, meant: Handle | undefined): void {
    const { radius, tall } = gizmo
    if (Math.abs(radius - this.#radius) > leastChange || Math.abs(tall - this.#tall) > leastChange) {
      this.#radius = radius
      this.#tall = tall
      this.#build(gizmo)
    }
    this.mesh.position.set(gizmo.x, gizmo.y + 0.006, gizmo.z)
    this.mean(meant)
  }

  /** The handle that is pointed at. */
  mean(meant: Handle | undefined): void {
    if (meant !== this.#meant) {
      this.#meant = meant
      this.#paint()
    }
  }

  dispose(): void {
    this.mesh.geometry.dispose()
    this.mesh.material.dispose()
  }

  #build({ radius, tall }: Gizmo): void {
    const tip = radius * 1.28
    const corner = radius * Math.SQRT1_2
    const arrow = (way: Vector3, base: number, end: number) => {
      const cone = new ConeGeometry(0.022, 0.06, 14)
      if (way.x) cone.rotateZ(-Math.PI / 2)
      if (way.z) cone.rotateX(Math.PI / 2)
      const top = way.clone().multiplyScalar(end)
      cone.translate(top.x, top.y, top.z)
      return [bar(way.clone().multiplyScalar(base), top, 0.005), cone]
    }
    const shapes: Record<(typeof order)[number], BufferGeometry[]> = {
      x: arrow(new Vector3(1, 0, 0), radius * 1.03, tip),
      y: arrow(new Vector3(0, 1, 0), tall + radius * 0.08, tall + radius * 0.28),
      z: arrow(new Vector3(0, 0, 1), radius * 1.03, tip),
      turn: [new TorusGeometry(radius, 0.007, 8, 72).rotateX(Math.PI / 2)],
      size: [
        knob(new Vector3(corner, tall, -corner), 0.026),
        bar(new Vector3(corner, tall, -corner), new Vector3(corner, 0, -corner), 0.002),
      ],
    }
    let at = 0
    this.#ranges = order.map((handle) => {
      const count = shapes[handle].reduce((sum, shape) => sum + shape.getAttribute('position').count, 0)
      at += count
      return { handle, from: at - count, to: at }
    })
    const whole = oneOf(order.flatMap((handle) => shapes[handle]))
    if (!whole) return
    whole.setAttribute('color', new BufferAttribute(new Float32Array(at * 3), 3))
    this.mesh.geometry.dispose()
    this.mesh.geometry = whole
    this.#paint()
  }

  #paint(): void {
    const target = this.mesh.geometry.getAttribute('color')
    for (const { handle, from, to } of this.#ranges) {
      if (handle === 'floor') continue
      color.set(colors[handle])
      if (handle === this.#meant) color.lerp(lit, 0.75)
      for (let vertex = from; vertex < to; vertex += 1) target.setXYZ(vertex, color.r, color.g, color.b)
    }
    target.needsUpdate = true
  }
}
