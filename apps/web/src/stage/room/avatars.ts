import { type Ray } from '@veranda/core/rooms/gizmo.ts'
import { press, type Point, tell } from '@veranda/core/rooms/pose.ts'
import {
  type BufferGeometry,
  Color,
  CylinderGeometry,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  type Material,
  Matrix4,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Quaternion,
  TorusGeometry,
  Vector3,
} from 'three'
import { bodyShape, dotShape, handShape, headShape, peopleColors } from './avatar-shapes.ts'
import { type People } from './people.ts'
import { type RayCast } from './ray-cast.ts'

const most = 41
/** Squared, in metres. */
export const tooClose = 0.3 ** 2
const at = new Vector3()
const end = new Vector3()
const size = new Vector3()
const turn = new Quaternion()
const upright = new Quaternion()
const matrix = new Matrix4()
const way = new Vector3()
const up = new Vector3(0, 1, 0)
const hues = peopleColors.map((hue) => new Color(hue))
const plain = new Color('#e8a13c')
let color = plain
const line: Ray = { ox: 0, oy: 0, oz: 0, dx: 0, dy: 0, dz: -1 }

/** Heads, shoulders, hands, beams and rings of all people: one draw each, however many there are. */
export class Avatars {
  readonly group = new Group()
  readonly #lit = new MeshStandardMaterial({ vertexColors: true, roughness: 0.82 })
  readonly #glow = new MeshBasicMaterial({ toneMapped: false, transparent: true, opacity: 0.85, depthWrite: false })
  readonly #plain = new MeshBasicMaterial({ toneMapped: false })
  readonly #heads = many(headShape(), this.#lit)
  readonly #bodies = many(bodyShape(), this.#lit)
  readonly #left = many(handShape(-1), this.#lit)
  readonly #right = many(handShape(1), this.#lit)
  readonly #beams = many(new CylinderGeometry(0.0016, 0.0034, 1, 8, 1, true).translate(0, 0.5, 0), this.#glow)
  readonly #dots = many(dotShape(), this.#plain)
  readonly #rings = many(new TorusGeometry(0.152, 0.0075, 8, 48), this.#glow)
  readonly #all = [this.#heads, this.#bodies, this.#left, this.#right, this.#beams, this.#dots, this.#rings]

  constructor() {
    this.group.add(...this.#all)
  }

  /** Puts everybody where they are in this frame; `eye` is one's own head, which rings face. */
  step(people: People, eye: Vector3, beams: RayCast): void {
    for (const mesh of this.#all) mesh.count = 0
    for (const one of people.list) {
      const { pose, presence } = one
      if (presence <= 0) continue
      color = hueOf(one.slot)
      placeOf(pose.head)
      // Who sees with somebody's eyes does not see their head from inside.
      const inside = at.distanceToSquared(eye) < tooClose
      size.setScalar(inside ? 0 : presence)
      put(this.#heads, matrix.compose(at, turn, size), color)
      // Shoulders follow the way the head is turned, not how it nods.
      way.set(0, 0, -1).applyQuaternion(turn)
      upright.setFromAxisAngle(up, Math.atan2(-way.x, -way.z))
      put(this.#bodies, matrix.compose(at, upright, size), color)
      if (one.level > 0.04 && !inside) this.#ring(one.level, eye, presence)
      const hands = (pose.tells & tell.pointer) === 0
      if (pose.tells & tell.left) put(this.#left, this.#hand(pose.left, presence), color)
      if (hands && pose.tells & tell.right) put(this.#right, this.#hand(pose.right, presence), color)
      if (!hands && !inside) this.#point(pose.head, pose.right)
      else if (hands && pose.presses & press.laser)
        this.#laser(pose.presses & press.fromLeft ? pose.left : pose.right, beams)
    }
    for (const mesh of this.#all) finish(mesh)
  }

  /** One's own hands in a headset, where they are now. */
  own(slot: number, side: 'left' | 'right', point: Point): void {
    const mesh = side === 'left' ? this.#left : this.#right
    put(mesh, this.#hand(point, 1), hueOf(slot))
    finish(mesh)
  }

  dispose(): void {
    for (const mesh of this.#all) {
      mesh.geometry.dispose()
      mesh.dispose()
    }
    for (const material of [this.#lit, this.#glow, this.#plain]) material.dispose()
  }

  #hand(point: Point, presence: number): Matrix4 {
    placeOf(point)
    return matrix.compose(at, turn, size.setScalar(presence))
  }

  #ring(level: number, eye: Vector3, presence: number): void {
    matrix.lookAt(eye, at, up)
    turn.setFromRotationMatrix(matrix)
    size.setScalar((1 + Math.min(1, level) * 0.22) * presence)
    put(this.#rings, matrix.compose(at, turn, size), color)
  }

  /** From beside the head to the place that is pointed at. */
  #point(head: Point, place: Point): void {
    placeOf(head)
    way.set(0.11, -0.2, -0.06).applyQuaternion(turn)
    at.add(way)
    this.#beam(end.set(place.px, place.py, place.pz))
  }

  /** From the hand to the work, or a little way into the air. */
  #laser(hand: Point, beams: RayCast): void {
    placeOf(hand)
    way.set(0, 0, -1).applyQuaternion(turn)
    line.ox = at.x
    line.oy = at.y
    line.oz = at.z
    line.dx = way.x
    line.dy = way.y
    line.dz = way.z
    this.#beam(end.copy(at).addScaledVector(way, beams.cast(line, 8) ? beams.far : 1.6))
  }

  #beam(to: Vector3): void {
    way.subVectors(to, at)
    const long = way.length()
    if (long < 0.02) return
    turn.setFromUnitVectors(up, way.divideScalar(long))
    put(this.#beams, matrix.compose(at, turn, size.set(1, long, 1)), color)
    put(this.#dots, matrix.compose(to, turn, size.setScalar(0.011)), color)
  }
}

/** The colour of whoever holds a slot. */
export function colorOf(slot: number): string {
  return `#${hueOf(slot).getHexString()}`
}

function hueOf(slot: number): Color {
  return hues[slot % hues.length] ?? plain
}

function placeOf(point: Point): void {
  at.set(point.px, point.py, point.pz)
  turn.set(point.qx, point.qy, point.qz, point.qw)
}

function many(geometry: BufferGeometry, material: Material): InstancedMesh {
  const mesh = new InstancedMesh(geometry, material, most)
  mesh.instanceMatrix.setUsage(DynamicDrawUsage)
  mesh.setColorAt(0, color)
  mesh.frustumCulled = false
  mesh.count = 0
  return mesh
}

function put(mesh: InstancedMesh, matrix: Matrix4, color: Color): void {
  if (mesh.count >= most) return
  mesh.setMatrixAt(mesh.count, matrix)
  mesh.setColorAt(mesh.count, color)
  mesh.count += 1
}

function finish(mesh: InstancedMesh): void {
  mesh.visible = mesh.count > 0
  if (!mesh.visible) return
  mesh.instanceMatrix.needsUpdate = true
  if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true
}
