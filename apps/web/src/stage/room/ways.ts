import { type Point } from '@veranda/core/rooms/pose.ts'
import { MathUtils, Vector3 } from 'three'
import { type View } from '../settings.ts'
import { type RoomCore } from './room-core.ts'

const place = new Vector3()
const target = new Vector3()
const up = new Vector3(0, 1, 0)
/** Between two who came in one after the other, about the work, in radians. */
const apart = 0.45

/** Who comes next stands beside who came before, to both sides in turn, so that nobody stands in anybody. */
export function standOf(slot: number): number {
  const steps = Math.ceil(Math.max(0, slot) / 2)
  return (slot % 2 === 1 ? steps : -steps) * apart
}

/** What is seen now; nothing of it while a headset is worn. */
export function picture({ inside, scene, canvas }: RoomCore): Promise<Blob | null> {
  if (inside) return Promise.resolve(null)
  scene.draw()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.82))
}

/** In front of the whole work. */
export function fit(core: RoomCore): void {
  const { camera } = core.scene
  core.work.middle(target)
  const half = MathUtils.degToRad(camera.fov) / 2
  const narrow = Math.min(half, Math.atan(Math.tan(half) * camera.aspect))
  const far = Math.max(0.6, (core.work.radius() / Math.sin(narrow)) * 1.35)
  place.set(0.34, 0.34, 0.88).normalize().applyAxisAngle(up, standOf(core.hold.me)).multiplyScalar(far).add(target)
  place.y = Math.min(2.3, place.y)
  go(core)
}

/** To where a pin was seen from. */
export function goTo(core: RoomCore, { eye, target: at }: View): void {
  const holder = core.work.now
  if (!holder) return
  holder.toRoom({ x: eye[0], y: eye[1], z: eye[2] }, undefined, place)
  holder.toRoom({ x: at[0], y: at[1], z: at[2] }, undefined, target)
  go(core)
}

/** Beside somebody, looking at the work. */
export function joinPerson(core: RoomCore, slot: number): void {
  const somebody = core.people.find(slot)
  if (!somebody || somebody.presence <= 0) return
  beside(core, somebody.pose.head, place)
  place.y = MathUtils.clamp(somebody.pose.head.py, 1.2, 1.8)
  core.work.middle(target)
  go(core)
}

/** At somebody's shoulder as they face the work, on the side where there is more floor. */
export function beside({ work }: Pick<RoomCore, 'work'>, { px, pz }: Point, into: Vector3): Vector3 {
  work.middle(into)
  const [x, z] = [into.x - px, into.z - pz]
  const long = Math.max(0.01, Math.hypot(x, z))
  const side = px * z - pz * x > 0 ? -0.8 : 0.8
  return into.set(px - (z / long) * side, 0, pz + (x / long) * side)
}

/** In a headset one is set down, facing that way; the eyes are never moved by force. */
function go(core: RoomCore): void {
  if (core.inside) {
    const { worn } = core
    // Nobody is set down with their face in the work.
    const room = core.work.radius() + 0.9
    const away = Math.hypot(place.x - target.x, place.z - target.z)
    if (away < room && away > 1e-3)
      place
        .sub(target)
        .multiplyScalar(room / away)
        .add(target)
    worn.carrying.setDown(worn.head, worn.yaw, place.x, place.z, Math.atan2(place.x - target.x, place.z - target.z))
  } else core.flat.eye.fly(place, target)
  core.unfollow()
}
