import { type PosePoint, type Pose } from '@veranda/core/rooms/connection/pose.ts'
import { angleBetweenDegrees } from '@veranda/core/rooms/connection/quaternion.ts'

/** Milliseconds between frames while the user moves, by device, and while idle. */
export const poseIntervalMs = { headset: 1000 / 30, desktop: 1000 / 15, phone: 1000 / 15, idle: 500 } as const

const minMoveMetres = 0.001
const minTurnDegrees = 0.5

/**
 * Returns true if a pose should be sent: a part moved by 1 mm or turned by 0.5° since the last frame, a button or flag
 * changed, or half a second has passed.
 */
export function shouldSendPose(now: Pose, last: Pose, elapsedMs: number, intervalMs: number): boolean {
  if (elapsedMs >= poseIntervalMs.idle) return true
  if (now.buttons !== last.buttons || now.flags !== last.flags) return true
  if (elapsedMs < intervalMs - 1) return false
  return hasMoved(now.head, last.head) || hasMoved(now.left, last.left) || hasMoved(now.right, last.right)
}

/**
 * Returns the start of the next interval, in milliseconds, after a frame sent at `now`. Lateness is made up for, so
 * that 72 frames a second yield 30 sent frames and not 24; after a rest the interval starts at `now`.
 */
export function nextIntervalStart(intervalStart: number, now: number, intervalMs: number): number {
  return now - intervalStart >= 2 * intervalMs ? now : Math.min(now, intervalStart + intervalMs)
}

function hasMoved(now: PosePoint, last: PosePoint): boolean {
  const distance = Math.hypot(now.px - last.px, now.py - last.py, now.pz - last.pz)
  return distance >= minMoveMetres || angleBetweenDegrees(now, last) >= minTurnDegrees
}
