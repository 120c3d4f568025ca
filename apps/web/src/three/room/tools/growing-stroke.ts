import { BufferAttribute, BufferGeometry, DynamicDrawUsage, type Matrix4, Mesh, MeshBasicMaterial } from 'three'
import { type PenColor } from '../room-canvas.ts'

export const penColorValues: Readonly<Record<PenColor, string>> = {
  amber: '#f2a33a',
  violet: '#8d82ff',
  green: '#4fc08d',
  white: '#ffffff',
}
export const strokeRadiusMetres = 0.0042
const maxStrokePoints = 500

/** A stroke that is being drawn: a tube that grows point by point, without allocating. */
export class GrowingStroke {
  readonly mesh = new Mesh<BufferGeometry, MeshBasicMaterial>(
    new BufferGeometry(),
    new MeshBasicMaterial({ toneMapped: false }),
  )
  pointCount = 0
  #radius = strokeRadiusMetres

  constructor() {
    const { mesh } = this
    const positions = new BufferAttribute(new Float32Array(maxStrokePoints * 12), 3).setUsage(DynamicDrawUsage)
    mesh.geometry.setAttribute('position', positions)
    const index: number[] = []
    for (let at = 0; at < maxStrokePoints - 1; at += 1) {
      for (let corner = 0; corner < 4; corner += 1) {
        const [a, b] = [at * 4 + corner, at * 4 + ((corner + 1) % 4)]
        index.push(a, b, a + 4, a + 4, b, b + 4)
      }
    }
    mesh.geometry.setIndex(index)
    mesh.frustumCulled = false
    mesh.matrixAutoUpdate = false
    mesh.visible = false
  }

  /** Starts a stroke whose points are in a space with this scale, in metres of the room per unit. */
  begin(color: PenColor, scaleFactor = 1): void {
    this.pointCount = 0
    this.#radius = strokeRadiusMetres / scaleFactor
    this.mesh.material.color.set(penColorValues[color])
    this.mesh.geometry.setDrawRange(0, 0)
    this.mesh.visible = true
  }

  /** Adds a point. Returns false if there is no room for more. */
  extend(x: number, y: number, z: number): boolean {
    if (this.pointCount >= maxStrokePoints) return false
    const position = this.mesh.geometry.getAttribute('position')
    const r = this.#radius
    const first = this.pointCount * 4
    position.setXYZ(first, x - r, y, z)
    position.setXYZ(first + 1, x, y + r, z)
    position.setXYZ(first + 2, x + r, y, z + r)
    position.setXYZ(first + 3, x, y - r, z - r)
    position.needsUpdate = true
    this.pointCount += 1
    this.mesh.geometry.setDrawRange(0, Math.max(0, this.pointCount - 1) * 24)
    return true
  }

  /** Moves the stroke along with the model that it is on. */
  follow(matrix: Matrix4): void {
    this.mesh.matrix.copy(matrix)
    this.mesh.matrixWorldNeedsUpdate = true
  }

  end(): void {
    this.mesh.visible = false
  }

  dispose(): void {
    this.mesh.geometry.dispose()
    this.mesh.material.dispose()
  }
}
