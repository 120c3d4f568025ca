import { packQuaternion, unpackQuaternion } from './quaternion.ts'

/** Where a head, a hand or a pointed-at place is: metres in the room, and a turn of length 1 (x, y, z, w). */
export type Point = {
  px: number
  py: number
  pz: number
  qx: number
  qy: number
  qz: number
  qw: number
}

/** What one device tells of its person at one moment. */
export type Pose = {
  /** Counts up with each frame sent, and begins anew after 65 535. */
  seq: number
  /** The sender's clock in milliseconds, modulo 65 536. */
  time: number
  /** `Tell` and `Press` bits. */
  tells: number
  presses: number
  head: Point
  left: Point
  /** The right hand; for who has no hands, the place pointed at. */
  right: Point
}

/** What the first byte of a frame says: which points follow, and what kind they are. */
export const tell = {
  left: 1,
  right: 2,
  /** The hands are tracked fingers, not controllers. */
  fingers: 4,
  /** `right` is the place that a mouse, a finger or the middle of the screen points at. */
  pointer: 8,
  /** Sits: shown with the height of a standing person. */
  seated: 16,
} as const
/** What is pressed and what is heard. */
export const press = {
  leftTrigger: 1,
  rightTrigger: 2,
  leftGrip: 4,
  rightGrip: 8,
  laser: 16,
  speaking: 32,
  /** The laser is in the left hand. */
  fromLeft: 64,
} as const

const version = 1 << 6
/** Positions reach this far from the middle of the room, in metres, on each axis. */
export const reach = 32
/** Steps on either side of the middle; both edges are reached, so that nothing within loses more than half a step. */
const edge = 32_767
const steps = edge / reach
const pointBytes = 10
const headBytes = 5
/** A frame is never longer: head, two hands, what is pressed. */
export const mostPoseBytes = headBytes + 3 * pointBytes + 1

/** A pose at rest in the middle of the room. */
export function noPose(): Pose {
  return { seq: 0, time: 0, tells: 0, presses: 0, head: noPoint(), left: noPoint(), right: noPoint() }
}

export function noPoint(): Point {
  return { px: 0, py: 0, pz: 0, qx: 0, qy: 0, qz: 0, qw: 1 }
}

/** How many bytes a frame with these tells has. */
export function poseBytes(tells: number): number {
  return headBytes + pointBytes * (1 + (tells & 1) + ((tells >> 1) & 1)) + 1
}

/**
 * Writes a frame at `at` and answers where it ends. Within `reach` on each axis, its edges included, at most 0.85 mm are
 * lost, and at most 0.18° of any turn; what is further away is brought back to the edge.
 */
export function writePose(pose: Pose, into: DataView, at = 0): number {
  into.setUint8(at, version | (pose.tells & 31))
  into.setUint16(at + 1, pose.seq & 0xffff)
  into.setUint16(at + 3, pose.time & 0xffff)
  let next = writePoint(pose.head, into, at + headBytes)
  if (pose.tells & tell.left) next = writePoint(pose.left, into, next)
  if (pose.tells & tell.right) next = writePoint(pose.right, into, next)
  into.setUint8(next, pose.presses & 0xff)
  return next + 1
}

/**
 * Whether so many bytes with this first one are a frame that a sound client would write. Nothing more has to be looked
 * at: whatever sixteen bits hold is read as a place within reach, and every thirty-two bits are a turn.
 */
export function isPose(first: number, length: number): boolean {
  return (first & ~31) === version && length === poseBytes(first)
}

/** Reads a frame into a pose that exists already; answers where it ends, or -1 when it is no frame. */
export function readPose(from: DataView, at: number, end: number, into: Pose): number {
  if (at >= end || end > from.byteLength) return -1
  const first = from.getUint8(at)
  const size = poseBytes(first)
  if (!isPose(first, size) || at + size > end) return -1
  into.tells = first & 31
  into.seq = from.getUint16(at + 1)
  into.time = from.getUint16(at + 3)
  let next = readPoint(from, at + headBytes, into.head)
  if (into.tells & tell.left) next = readPoint(from, next, into.left)
  if (into.tells & tell.right) next = readPoint(from, next, into.right)
  into.presses = from.getUint8(next)
  return next + 1
}

function writePoint(point: Point, into: DataView, at: number): number {
  into.setInt16(at, whole(point.px))
  into.setInt16(at + 2, whole(point.py))
  into.setInt16(at + 4, whole(point.pz))
  into.setUint32(at + 6, packQuaternion(point.qx, point.qy, point.qz, point.qw))
  return at + pointBytes
}

function readPoint(from: DataView, at: number, into: Point): number {
  into.px = metres(from.getInt16(at))
  into.py = metres(from.getInt16(at + 2))
  into.pz = metres(from.getInt16(at + 4))
  unpackQuaternion(from.getUint32(at + 6), into)
  return at + pointBytes
}

function whole(place: number): number {
  const near = Math.round(place * steps)
  if (!(near > -edge)) return Number.isNaN(near) ? 0 : -edge
  return Math.min(near, edge)
}

/** No sound client writes the one step beyond the edge. */
function metres(bits: number): number {
  return bits < -edge ? -reach : bits / steps
}
