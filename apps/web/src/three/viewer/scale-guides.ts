import { type Vector } from '@veranda/core/geometry/vector.ts'
import {
  type Box3,
  BufferGeometry,
  CapsuleGeometry,
  CircleGeometry,
  Group,
  LatheGeometry,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshStandardMaterial,
  ShadowMaterial,
  SphereGeometry,
  Vector2,
  Vector3,
} from 'three'

/** Height of the human figure next to the model. */
const figureHeightMetres = 1.7

/** Guides around the model: a floor that catches its shadow, a human figure for scale, and rulers along its edges. */
export class ScaleGuides {
  readonly group = new Group()
  readonly figure = new Group()
  readonly #floor = new Mesh(new CircleGeometry(1, 48), new ShadowMaterial({ opacity: 0.28 }))
  readonly #rulerMaterial = new LineBasicMaterial({ color: '#76718a' })
  #ruler = new LineSegments(new BufferGeometry(), this.#rulerMaterial)

  constructor() {
    this.#floor.rotation.x = -Math.PI / 2
    this.#floor.receiveShadow = true
    this.figure.add(...figureMeshes())
    this.figure.visible = false
    this.#ruler.visible = false
    this.group.add(this.#floor, this.figure, this.#ruler)
  }

  /** Arranges the guides around a model with this box. */
  fitTo(box: Box3): void {
    const size = box.getSize(new Vector3())
    const center = box.getCenter(new Vector3())
    this.#floor.scale.setScalar(Math.max(size.x, size.z, size.y) * 2.4)
    this.#floor.position.set(center.x, box.min.y - size.y * 0.0005, center.z)
    this.figure.position.set(box.min.x - 0.5, box.min.y, center.z)
    this.#ruler.geometry.dispose()
    this.#ruler.geometry = rulerGeometry(box)
  }

  setVisible(on: boolean): void {
    this.figure.visible = on
    this.#ruler.visible = on
  }

  /** Returns the three lengths of a box, each at the middle of its ruler, and the height of the figure, in metres. */
  dimensionsOf({ min, max }: Box3): { what: 'x' | 'y' | 'z' | 'person'; at: Vector; metres: number }[] {
    const center = new Vector3().addVectors(min, max).multiplyScalar(0.5)
    const gap = rulerGapOf(min, max)
    const { x, y, z } = this.figure.position
    return [
      { what: 'x', at: { x: center.x, y: min.y, z: max.z + gap }, metres: max.x - min.x },
      { what: 'y', at: { x: max.x + gap, y: center.y, z: max.z }, metres: max.y - min.y },
      { what: 'z', at: { x: max.x + gap, y: min.y, z: center.z }, metres: max.z - min.z },
      { what: 'person', at: { x, y: y + figureHeightMetres, z }, metres: figureHeightMetres },
    ]
  }

  /** Adapts lines and shadow to a light or dark background. */
  setDarkBackground(dark: boolean): void {
    this.#rulerMaterial.color.set(dark ? '#a9a4b8' : '#5e5a6b')
    this.#floor.material.opacity = dark ? 0.45 : 0.16
  }

  dispose(): void {
    this.group.traverse((object) => {
      if (!(object instanceof Mesh || object instanceof LineSegments)) return
      object.geometry.dispose()
      object.material.dispose()
    })
  }
}

function rulerGapOf(min: Vector3, max: Vector3): number {
  return min.distanceTo(max) * 0.06
}

function rulerGeometry({ min, max }: Box3): BufferGeometry {
  const gap = rulerGapOf(min, max)
  const points: Vector3[] = []
  const edge = (from: Vector3, to: Vector3, tick: Vector3) => {
    const length = from.distanceTo(to)
    const step = [0.01, 0.05, 0.1, 0.5, 1].find((one) => length / one <= 24) ?? 5
    points.push(from, to)
    for (let position = 0; position <= length + 1e-9; position += step) {
      const foot = from.clone().lerp(to, position / Math.max(length, 1e-9))
      const tickScale = Math.abs(position / step - Math.round(position / step / 5) * 5) < 1e-6 ? 1 : 0.55
      points.push(foot, foot.clone().addScaledVector(tick, tickScale))
    }
  }
  const out = gap * 0.35
  const front = max.z + gap
  const right = max.x + gap
  const at = (x: number, y: number, z: number) => new Vector3(x, y, z)
  edge(at(min.x, min.y, front), at(max.x, min.y, front), at(0, 0, -out))
  edge(at(right, min.y, max.z), at(right, max.y, max.z), at(-out, 0, 0))
  edge(at(right, min.y, min.z), at(right, min.y, max.z), at(-out, 0, 0))
  return new BufferGeometry().setFromPoints(points)
}

/** Returns a simple, friendly figure: a coat and a head. */
function figureMeshes(): Mesh[] {
  const material = new MeshStandardMaterial({ color: '#8f8a9a', roughness: 0.95, transparent: true, opacity: 0.55 })
  const outline = [
    [0.001, 0],
    [0.15, 0],
    [0.16, 0.03],
    [0.15, 0.5],
    [0.17, 0.95],
    [0.2, 1.25],
    [0.19, 1.36],
    [0.1, 1.42],
    [0.055, 1.44],
    [0.05, 1.5],
  ].map(([radius = 0, height = 0]) => new Vector2(radius, height))
  const coat = new Mesh(new LatheGeometry(outline, 32), material)
  coat.scale.z = 0.62
  const head = new Mesh(new SphereGeometry(0.1, 24, 16), material)
  head.scale.set(0.9, 1.15, 1)
  head.position.y = figureHeightMetres - 0.115
  const arms = [-1, 1].map((side) => {
    const arm = new Mesh(new CapsuleGeometry(0.045, 0.56, 6, 12), material)
    arm.position.set(side * 0.235, 1.05, 0)
    arm.rotation.z = side * 0.09
    return arm
  })
  return [coat, head, ...arms]
}
