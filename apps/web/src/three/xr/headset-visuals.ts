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
import { arcPointCount, type Locomotion } from './locomotion.ts'
import { mergeAndDispose } from '../room/primitives.ts'

const matrix = new Matrix4()
const validColor = new Color('#ffc069')
const blockedColor = new Color('#8a8496')

/** Visuals that only the user in the headset sees: teleport arc, pointer ray and comfort vignette. */
export class HeadsetVisuals {
  readonly group = new Group()
  /** Child of the camera. */
  readonly vignette: Mesh<BufferGeometry, MeshBasicMaterial>
  readonly #arc = new InstancedMesh(
    new IcosahedronGeometry(0.011, 1),
    new MeshBasicMaterial({ toneMapped: false }),
    arcPointCount,
  )
  readonly #landingRing: Mesh<BufferGeometry, MeshBasicMaterial>
  readonly #ray: Mesh<BufferGeometry, MeshBasicMaterial>
  readonly #rayDot: Mesh<BufferGeometry, MeshBasicMaterial>

  constructor() {
    const ring = mergeAndDispose([
      new TorusGeometry(0.26, 0.012, 8, 56).rotateX(Math.PI / 2),
      new TorusGeometry(0.06, 0.008, 8, 32).rotateX(Math.PI / 2),
    ])
    this.#landingRing = new Mesh(ring, new MeshBasicMaterial({ toneMapped: false }))
    this.#ray = new Mesh(
      rayGeometry(),
      new MeshBasicMaterial({ vertexColors: true, transparent: true, toneMapped: false, depthWrite: false }),
    )
    this.#rayDot = new Mesh(
      new IcosahedronGeometry(0.007, 2),
      new MeshBasicMaterial({ toneMapped: false, depthTest: false, transparent: true }),
    )
    this.#rayDot.renderOrder = 6
    this.#ray.renderOrder = 4
    this.vignette = new Mesh(
      vignetteGeometry(),
      new MeshBasicMaterial({
        vertexColors: true,
        transparent: true,
        depthTest: false,
        depthWrite: false,
        toneMapped: false,
      }),
    )
    this.vignette.renderOrder = 9
    // Scaled to the distance of the hills, so that both eyes see it in the same place.
    this.vignette.scale.setScalar(60)
    for (const mesh of [this.#arc, this.#landingRing, this.#ray, this.#rayDot, this.vignette]) {
      mesh.frustumCulled = false
      mesh.visible = false
    }
    this.group.add(this.#arc, this.#landingRing, this.#ray, this.#rayDot)
  }

  setColor(hex: string): void {
    for (const { material } of [this.#ray, this.#rayDot]) material.color.set(hex)
  }

  update({ aiming, arc, landing, vignette }: Locomotion): void {
    this.#arc.visible = aiming
    this.#landingRing.visible = aiming && landing.isValid
    if (aiming) {
      const color = landing.isValid ? validColor : blockedColor
      this.#arc.material.color.copy(color)
      this.#landingRing.material.color.copy(color)
      this.#landingRing.position.set(landing.x, 0.012, landing.z)
      for (let index = 0; index < arcPointCount; index += 1) {
        matrix.makeTranslation(arc[index * 3] ?? 0, arc[index * 3 + 1] ?? 0, arc[index * 3 + 2] ?? 0)
        this.#arc.setMatrixAt(index, matrix)
      }
      this.#arc.instanceMatrix.needsUpdate = true
    }
    this.vignette.visible = vignette > 0.01
    this.vignette.material.opacity = vignette
  }

  /** Shows the pointer ray with this length; a length of 0 hides it. */
  setPointerRay(x: number, y: number, z: number, dx: number, dy: number, dz: number, length: number): void {
    const on = length > 0 && !this.#arc.visible
    this.#ray.visible = on
    this.#rayDot.visible = on
    if (!on) return
    this.#ray.position.set(x, y, z)
    this.#ray.up.set(0, 1, 0)
    this.#rayDot.position.set(x + dx * length, y + dy * length, z + dz * length)
    this.#ray.lookAt(this.#rayDot.position)
    this.#ray.scale.set(1, 1, length)
    this.#rayDot.scale.setScalar(Math.max(0.6, length * 0.8))
  }

  dispose(): void {
    for (const mesh of [this.#arc, this.#landingRing, this.#ray, this.#rayDot, this.vignette]) {
      mesh.geometry.dispose()
      mesh.material.dispose()
    }
    this.#arc.dispose()
  }
}

/** Returns a thin bar along +z that fades towards its end. */
function rayGeometry(): BufferGeometry {
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

/** Returns a ring in front of the eyes with a clear centre. */
function vignetteGeometry(): BufferGeometry {
  const geometry = new BufferGeometry()
  const positions: number[] = []
  const colors: number[] = []
  const index: number[] = []
  const parts = 40
  for (let segment = 0; segment <= parts; segment += 1) {
    const angle = (segment / parts) * 2 * Math.PI
    for (const [radius, alpha] of [
      [0.13, 0],
      [0.26, 1],
      [2, 1],
    ] as const) {
      positions.push(Math.cos(angle) * radius, Math.sin(angle) * radius, -0.3)
      colors.push(0.01, 0.008, 0.02, alpha)
    }
    if (segment === parts) continue
    for (const row of [0, 1]) {
      const first = segment * 3 + row
      index.push(first, first + 1, first + 3, first + 3, first + 1, first + 4)
    }
  }
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3))
  geometry.setAttribute('color', new Float32BufferAttribute(colors, 4))
  geometry.setIndex(index)
  return geometry
}
