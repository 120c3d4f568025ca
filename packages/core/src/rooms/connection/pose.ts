import { packQuaternion, unpackQuaternion } from './quaternion.ts'

/**
 * Position and rotation of a head, a hand or a pointer target: metres in the room and a quaternion of length 1 (x, y,
 * z, w).
 */
export type PosePoint = {
  px: number
  py: number
  pz: number
  qx: number
  qy: number
  qz: number
  qw: number
}

/** The pose of one device at one moment. */
export type Pose = {
  /** Incremented by each frame; wraps after 65,535. */
  seq: number
  /** The sender's clock in milliseconds, modulo 65,536. */
  time: number
  /** `poseFlag` bits. */
  flags: number
  /** `poseButton` bits. */
  buttons: number
  head: PosePoint
  left: PosePoint
  /** The right hand, or the pointer target of a device without hands. */
  right: PosePoint
}

/** Flags in the first byte of a frame: which points follow, and their kind. */
export const poseFlag = {
  left: 1,
  right: 2,
  /** The hands are tracked, not controllers. */
  fingers: 4,
  /** `right` is the target of a mouse, a finger or the centre of the screen. */
  pointer: 8,
  /** Seated: shown at standing height. */
  seated: 16,
} as const
/** Pressed buttons and audible state. */
export const poseButton = {
  leftTrigger: 1,
  rightTrigger: 2,
  leftGrip: 4,
  rightGrip: 8,
  laser: 16,
  speaking: 32,
  /** The laser is in the left hand. */
  fromLeft: 64,
} as const

const formatVersion = 1 << 6
/** Range of positions on each axis from the centre of the room, in metres. */
export const poseRangeMetres = 32
/** Steps on either side of the centre; both edges are included, so that the error is at most half a step. */
const maxStep = 32_767
const stepsPerMetre = maxStep / poseRangeMetres
const pointBytes = 10
const headerBytes = 5
/** Maximum size of a frame: head, two hands, buttons. */
export const maxPoseBytes = headerBytes + 3 * pointBytes + 1

/** Returns a pose at rest in the centre of the room. */
export function createPose(): Pose {
  return {
    seq: 0,
    time: 0,
    flags: 0,
    buttons: 0,
    head: createPosePoint(),
    left: createPosePoint(),
    right: createPosePoint(),
  }
}

export function createPosePoint(): PosePoint {
  return { px: 0, py: 0, pz: 0, qx: 0, qy: 0, qz: 0, qw: 1 }
}

/** Returns the size in bytes of a frame with these flags. */
export function poseByteLength(flags: number): number {
  return headerBytes + pointBytes * (1 + (flags & 1) + ((flags >> 1) & 1)) + 1
}

/**
 * Writes a frame at `offset` and returns where it ends. Within `poseRangeMetres` on each axis, edges included, it loses
 * at most 0.85 mm of a position and 0.18° of a rotation; a position further away is clamped to the edge.
 */
export function writePose(pose: Pose, target: DataView, offset = 0): number {
  target.setUint8(offset, formatVersion | (pose.flags & 31))
  target.setUint16(offset + 1, pose.seq & 0xffff)
  target.setUint16(offset + 3, pose.time & 0xffff)
  let next = writePoint(pose.head, target, offset + headerBytes)
  if (pose.flags & poseFlag.left) next = writePoint(pose.left, target, next)
  if (pose.flags & poseFlag.right) next = writePoint(pose.right, target, next)
  target.setUint8(next, pose.buttons & 0xff)
  return next + 1
}

/**
 * Returns true if a first byte and a length are those of a valid frame. The content needs no check: every 16 bits
 * decode to a position in range, and every 32 bits to a rotation.
 */
export function isPoseFrame(firstByte: number, length: number): boolean {
  return (firstByte & ~31) === formatVersion && length === poseByteLength(firstByte)
}

/** Reads a frame into an existing pose; returns its end, or -1 if it is invalid. */
export function readPose(from: DataView, offset: number, end: number, target: Pose): number {
  if (offset >= end || end > from.byteLength) return -1
  const firstByte = from.getUint8(offset)
  const size = poseByteLength(firstByte)
  if (!isPoseFrame(firstByte, size) || offset + size > end) return -1
  target.flags = firstByte & 31
  target.seq = from.getUint16(offset + 1)
  target.time = from.getUint16(offset + 3)
  let next = readPoint(from, offset + headerBytes, target.head)
  if (target.flags & poseFlag.left) next = readPoint(from, next, target.left)
  if (target.flags & poseFlag.right) next = readPoint(from, next, target.right)
  target.buttons = from.getUint8(next)
  return next + 1
}

function writePoint(point: PosePoint, target: DataView, offset: number): number {
  target.setInt16(offset, quantize(point.px))
  target.setInt16(offset + 2, quantize(point.py))
  target.setInt16(offset + 4, quantize(point.pz))
  target.setUint32(offset + 6, packQuaternion(point.qx, point.qy, point.qz, point.qw))
  return offset + pointBytes
}

function readPoint(from: DataView, offset: number, target: PosePoint): number {
  target.px = dequantize(from.getInt16(offset))
  target.py = dequantize(from.getInt16(offset + 2))
  target.pz = dequantize(from.getInt16(offset + 4))
  unpackQuaternion(from.getUint32(offset + 6), target)
  return offset + pointBytes
}

function quantize(value: number): number {
  const step = Math.round(value * stepsPerMetre)
  if (!(step > -maxStep)) return Number.isNaN(step) ? 0 : -maxStep
  return Math.min(step, maxStep)
}

/** Clamps the one value beyond the edge, which no valid client writes. */
function dequantize(step: number): number {
  return step < -maxStep ? -poseRangeMetres : step / stepsPerMetre
}
