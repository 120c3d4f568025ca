import { type Gizmo, type GizmoHandle } from './gizmo.ts'
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
import { cylinderBetween, sphereAt, mergeAndDispose } from '../primitives.ts'

const handleColors: Readonly<Record<Exclude<GizmoHandle, 'floor'>, string>> = {
  x: '#e0604f',
  y: '#4fb07a',
  z: '#4f83e0',
  turn: '#f2a33a',
  size: '#8d82ff',
}
const highlightColor = new Color('#ffffff')
const scratchColor = new Color()
/** The gizmo is not rebuilt for a smaller change in size, in metres. */
const minRebuildMetres = 5e-4
const handleOrder = ['x', 'y', 'z', 'turn', 'size'] as const

/** The gizmo handles around the base of the asset in one draw call; the highlighted one is white. */
export class GizmoView {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>
  #ranges: readonly { readonly handle: GizmoHandle; readonly from: number; readonly to: number }[] = []
  #radius = 0
  #height = 0
  #highlighted: GizmoHandle | undefined

  constructor() {
    this.mesh = new Mesh(
      undefined,
      new MeshBasicMaterial({ vertexColors: true, toneMapped: false, transparent: true, opacity: 0.92 }),
    )
    this.mesh.visible = false
    this.mesh.renderOrder = 1
  }

  update(gizmo: Gizmo, highlighted: GizmoHandle | undefined): void {
    const { radius, height } = gizmo
    if (Math.abs(radius - this.#radius) > minRebuildMetres || Math.abs(height - this.#height) > minRebuildMetres) {
      this.#radius = radius
      this.#height = height
      this.#build(gizmo)
    }
    this.mesh.position.set(gizmo.x, gizmo.y + 0.006, gizmo.z)
    this.highlight(highlighted)
  }

  /** Highlights the hovered handle. */
  highlight(highlighted: GizmoHandle | undefined): void {
    if (highlighted !== this.#highlighted) {
      this.#highlighted = highlighted
      this.#paint()
    }
  }

  dispose(): void {
    this.mesh.geometry.dispose()
    this.mesh.material.dispose()
  }

  #build({ radius, height }: Gizmo): void {
    const tip = radius * 1.28
    const corner = radius * Math.SQRT1_2
    const arrow = (direction: Vector3, base: number, end: number) => {
      const cone = new ConeGeometry(0.022, 0.06, 14)
      if (direction.x) cone.rotateZ(-Math.PI / 2)
      if (direction.z) cone.rotateX(Math.PI / 2)
      const top = direction.clone().multiplyScalar(end)
      cone.translate(top.x, top.y, top.z)
      return [cylinderBetween(direction.clone().multiplyScalar(base), top, 0.005), cone]
    }
    const shapes: Record<(typeof handleOrder)[number], BufferGeometry[]> = {
      x: arrow(new Vector3(1, 0, 0), radius * 1.03, tip),
      y: arrow(new Vector3(0, 1, 0), height + radius * 0.08, height + radius * 0.28),
      z: arrow(new Vector3(0, 0, 1), radius * 1.03, tip),
      turn: [new TorusGeometry(radius, 0.007, 8, 72).rotateX(Math.PI / 2)],
      size: [
        sphereAt(new Vector3(corner, height, -corner), 0.026),
        cylinderBetween(new Vector3(corner, height, -corner), new Vector3(corner, 0, -corner), 0.002),
      ],
    }
    let vertexCount = 0
    this.#ranges = handleOrder.map((handle) => {
      const count = shapes[handle].reduce((sum, shape) => sum + shape.getAttribute('position').count, 0)
      vertexCount += count
      return { handle, from: vertexCount - count, to: vertexCount }
    })
    const merged = mergeAndDispose(handleOrder.flatMap((handle) => shapes[handle]))
    if (!merged) return
    merged.setAttribute('color', new BufferAttribute(new Float32Array(vertexCount * 3), 3))
    this.mesh.geometry.dispose()
    this.mesh.geometry = merged
    this.#paint()
  }

  #paint(): void {
    const target = this.mesh.geometry.getAttribute('color')
    for (const { handle, from, to } of this.#ranges) {
      if (handle === 'floor') continue
      scratchColor.set(handleColors[handle])
      if (handle === this.#highlighted) scratchColor.lerp(highlightColor, 0.75)
      for (let vertex = from; vertex < to; vertex += 1)
        target.setXYZ(vertex, scratchColor.r, scratchColor.g, scratchColor.b)
    }
    target.needsUpdate = true
  }
}
