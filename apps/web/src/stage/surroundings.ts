import { type Vector } from '@veranda/core/geometry/vector.ts'
import {
  type Box3,
  BufferGeometry,
  CapsuleGeometry,
  CircleGeometry,
  Float32BufferAttribute,
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

/** How tall the figure is that stands beside the work, in metres. */
const personHeight = 1.7

/** What stands around the work: the floor that takes its shadow, a figure for size, and a rule along its edges. */
export class Surroundings {
  readonly group = new Group()
  readonly person = new Group()
  readonly #floor = new Mesh(new CircleGeometry(1, 48), new ShadowMaterial({ opacity: 0.28 }))
  readonly #line = new LineBasicMaterial({ color: '#76718a' })
  #rule = new LineSegments(new BufferGeometry(), this.#line)

  constructor() {
    this.#floor.rotation.x = -Math.PI / 2
    this.#floor.receiveShadow = true
    this.person.add(...figure())
    this.person.visible = false
    this.#rule.visible = false
    this.group.add(this.#floor, this.person, this.#rule)
  }

  /** Puts them around a work that fills `box`. */
  around(box: Box3): void {
    const size = box.getSize(new Vector3())
    const middle = box.getCenter(new Vector3())
    this.#floor.scale.setScalar(Math.max(size.x, size.z, size.y) * 2.4)
    this.#floor.position.set(middle.x, box.min.y - size.y * 0.0005, middle.z)
    this.person.position.set(box.min.x - 0.5, box.min.y, middle.z)
    this.#rule.geometry.dispose()
    this.#rule.geometry = ruleAlong(box)
  }

  showSizes(on: boolean): void {
    this.person.visible = on
    this.#rule.visible = on
  }

  /** The three lengths of a box, each at the middle of the edge that its rule follows, and the figure's height. */
  sizesOf({ min, max }: Box3): { what: 'x' | 'y' | 'z' | 'person'; at: Vector; metres: number }[] {
    const middle = new Vector3().addVectors(min, max).multiplyScalar(0.5)
    const off = gapOf(min, max)
    const { x, y, z } = this.person.position
    return [
      { what: 'x', at: { x: middle.x, y: min.y, z: max.z + off }, metres: max.x - min.x },
      { what: 'y', at: { x: max.x + off, y: middle.y, z: max.z }, metres: max.y - min.y },
      { what: 'z', at: { x: max.x + off, y: min.y, z: middle.z }, metres: max.z - min.z },
      { what: 'person', at: { x, y: y + personHeight, z }, metres: personHeight },
    ]
  }

  /** Lines and shadow that stand out from a light or a dark ground. */
  ground(dark: boolean): void {
    this.#line.color.set(dark ? '#a9a4b8' : '#5e5a6b')
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

function gapOf(min: Vector3, max: Vector3): number {
  return min.distanceTo(max) * 0.06
}

function ruleAlong({ min, max }: Box3): BufferGeometry {
  const off = gapOf(min, max)
  const points: Vector3[] = []
  const edge = (from: Vector3, to: Vector3, tick: Vector3) => {
    const long = from.distanceTo(to)
    const step = [0.01, 0.05, 0.1, 0.5, 1].find((one) => long / one <= 24) ?? 5
    points.push(from, to)
    for (let at = 0; at <= long + 1e-9; at += step) {
      const foot = from.clone().lerp(to, at / Math.max(long, 1e-9))
      const high = Math.abs(at / step - Math.round(at / step / 5) * 5) < 1e-6 ? 1 : 0.55
      points.push(foot, foot.clone().addScaledVector(tick, high))
    }
  }
  const out = off * 0.35
  edge(new Vector3(min.x, min.y, max.z + off), new Vector3(max.x, min.y, max.z + off), new Vector3(0, 0, -out))
  edge(new Vector3(max.x + off, min.y, max.z), new Vector3(max.x + off, max.y, max.z), new Vector3(-out, 0, 0))
  edge(new Vector3(max.x + off, min.y, min.z), new Vector3(max.x + off, min.y, max.z), new Vector3(-out, 0, 0))
  const geometry = new BufferGeometry()
  geometry.setAttribute(
    'position',
    new Float32BufferAttribute(
      points.flatMap((point) => point.toArray()),
      3,
    ),
  )
  return geometry
}

/** A simple, friendly figure: a coat and a head. */
function figure(): Mesh[] {
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
  head.position.y = personHeight - 0.115
  const arms = [-1, 1].map((side) => {
    const arm = new Mesh(new CapsuleGeometry(0.045, 0.56, 6, 12), material)
    arm.position.set(side * 0.235, 1.05, 0)
    arm.rotation.z = side * 0.09
    return arm
  })
  return [coat, head, ...arms]
}
