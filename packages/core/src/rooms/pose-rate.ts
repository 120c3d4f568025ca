import { type Point, type Pose } from './pose.ts'
import { angleBetween } from './quaternion.ts'

/** How often a device sends while its person moves, in milliseconds between frames; and while nothing moves. */
export const sendEvery = { headset: 1000 / 30, desktop: 1000 / 15, phone: 1000 / 15, idle: 500 } as const

const leastMove = 0.001
const leastTurn = 0.5

/**
 * Whether a pose is worth a frame: something moved by 1 mm or turned by 0.5° since the last frame sent, or was
 * pressed, or half a second has passed.
 */
export function isWorthSending(now: Pose, last: Pose, since: number, every: number): boolean {
  if (since >= sendEvery.idle) return true
  if (now.presses !== last.presses || now.tells !== last.tells) return true
  if (since < every - 1) return false
  return hasMoved(now.head, last.head) || hasMoved(now.left, last.left) || hasMoved(now.right, last.right)
}

/**
 * From when the next frame is counted, in milliseconds, after one was sent at `now` that was counted from `from`. What
 * came late by a picture is made up for by the next one, so that 72 pictures a second give 30 frames and not 24; what
 * came early, or after a rest, begins anew.
 */
export function countedFrom(from: number, now: number, every: number): number {
  return now - from >= 2 * every ? now : Math.min(now, from + every)
}

function hasMoved(now: Point, last: Point): boolean {
  const far = Math.hypot(now.px - last.px, now.py - last.py, now.pz - last.pz)
  return far >= leastMove || angleBetween(now, last) >= leastTurn
}
