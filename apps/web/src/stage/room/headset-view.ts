import {
  BufferGeometry,
  Color,
  Float32BufferAttribute,
  Group,
  IcosahedronGeometry,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  TorusGeometry,
} from 'three'
import { beads, type Carrying } from './carrying.ts'
import { oneOf } from './shapes.ts'

const matrix = new Matrix4()
const free = new Color('#ffc069')
const barred = new Color('#8a8496')

/** What only who wears a headset sees: the arc to where they go, the line from their hand, and a darker edge of sight. */
export class HeadsetView {
  readonly group = new Group()
  /** A child of the camera. */
  readonly vignette: Mesh<BufferGeometry, MeshBasicMaterial>
  readonly #arc = new InstancedMesh(
    new IcosahedronGeometry(0.011, 1),
    new MeshBasicMaterial({ toneMapped: false }),
    beads,
  )
  readonly #ring: Mesh<BufferGeometry, MeshBasicMaterial>
  readonly #line: Mesh<BufferGeometry, MeshBasicMaterial>
  readonly #dot: Mesh<BufferGeometry, MeshBasicMaterial>

  constructor() {
    const ring = oneOf([
      new TorusGeometry(0.26, 0.012, 8, 56).rotateX(Math.PI / 2),
      new TorusGeometry(0.06, 0.008, 8, 32).rotateX(Math.PI / 2),
    ])
    this.#ring = new Mesh(ring, new MeshBasicMaterial({ toneMapped: false }))
    this.#line = new Mesh(
      line(),
      new MeshBasicMaterial({ vertexColors: true, transparent: true, toneMapped: false, depthWrite: false }),
    )
    this.#dot = new Mesh(
      new IcosahedronGeometry(0.007, 2),
      new MeshBasicMaterial({ toneMapped: false, depthTest: false, transparent: true }),
    )
    this.#dot.renderOrder = 6
    this.#line.renderOrder = 4
    this.vignette = new Mesh(
      edge(),
      new MeshBasicMaterial({
        vertexColors: true,
        transparent: true,
        depthTest: false,
        depthWrite: false,
        toneMapped: false,
      }),
    )
    this.vignette.renderOrder = 9
    // As far away as the hills, so that both eyes see it in the same place.
    this.vignette.scale.setScalar(60)
    for (const mesh of [this.#arc, this.#ring, this.#line, this.#dot, this.vignette]) {
      mesh.frustumCulled = false
      mesh.visible = false
    }
    this.group.add(this.#arc, this.#ring, this.#line, this.#dot)
  }

  color(hex: string): void {
    for (const { material } of [this.#line, this.#dot]) material.color.set(hex)
  }

  step({ aiming, arc, landing, vignette }: Carrying): void {
    this.#arc.visible = aiming
    this.#ring.visible = aiming && landing.ok
    if (aiming) {
      const color = landing.ok ? free : barred
      this.#arc.material.color.copy(color)
      this.#ring.material.color.copy(color)
      this.#ring.position.set(landing.x, 0.012, landing.z)
      for (let bead = 0; bead < beads; bead += 1) {
        matrix.makeTranslation(arc[bead * 3] ?? 0, arc[bead * 3 + 1] ?? 0, arc[bead * 3 + 2] ?? 0)
        this.#arc.setMatrixAt(bead, matrix)
      }
      this.#arc.instanceMatrix.needsUpdate = true
    }
    this.vignette.visible = vignette > 0.01
    this.vignette.material.opacity = vignette
  }

  /** The line from the pointing hand as far as it goes; without a length there is none. */
  line(x: number, y: number, z: number, dx: number, dy: number, dz: number, far: number): void {
    const on = far > 0 && !this.#arc.visible
    this.#line.visible = on
    this.#dot.visible = on
    if (!on) return
    this.#line.position.set(x, y, z)
    this.#line.up.set(0, 1, 0)
    this.#dot.position.set(x + dx * far, y + dy * far, z + dz * far)
    this.#line.lookAt(this.#dot.position)
    this.#line.scale.set(1, 1, far)
    this.#dot.scale.setScalar(Math.max(0.6, far * 0.8))
  }

  dispose(): void {
    for (const mesh of [this.#arc, this.#ring, this.#line, this.#dot, this.vignette]) {
      mesh.geometry.dispose()
      mesh.material.dispose()
    }
    this.#arc.dispose()
  }
}

/** A thin bar along +z that fades towards its end. */
function line(): BufferGeometry {
  const geometry = new BufferGeometry()
  const positions: number[] = []
  const colors: number[] = []
  for (const [z, alpha, r] of [
    [0, 0.9, 0.0022],
    [1, 0.25, 0.0012],
  ] as const) {
    for (let side = 0; side < 6; side += 1) {
      const angle = (side / 6) * 2 * Math.PI
      positions.push(Math.cos(angle) * r, Math.sin(angle) * r, z)
      colors.push(1, 1, 1, alpha)
    }
  }
  const index: number[] = []
  for (let side = 0; side < 6; side += 1) {
    const next = (side + 1) % 6
    index.push(side, next, side + 6, side + 6, next, next + 6)
  }
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3))
  geometry.setAttribute('color', new Float32BufferAttribute(colors, 4))
  geometry.setIndex(index)
  return geometry
}

/** A ring before the eyes, clear in the middle. */
function edge(): BufferGeometry {
  const geometry = new BufferGeometry()
  const positions: number[] = []
  const colors: number[] = []
  const index: number[] = []
  const parts = 40
  for (let at = 0; at <= parts; at += 1) {
    const angle = (at / parts) * 2 * Math.PI
    for (const [radius, alpha] of [
      [0.13, 0],
      [0.26, 1],
      [2, 1],
    ] as const) {
      positions.push(Math.cos(angle) * radius, Math.sin(angle) * radius, -0.3)
      colors.push(0.01, 0.008, 0.02, alpha)
    }
    if (at === parts) continue
    for (const row of [0, 1]) {
      const first = at * 3 + row
      index.push(first, first + 1, first + 3, first + 3, first + 1, first + 4)
    }
  }
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3))
  geometry.setAttribute('color', new Float32BufferAttribute(colors, 4))
  geometry.setIndex(index)
  return geometry
}
