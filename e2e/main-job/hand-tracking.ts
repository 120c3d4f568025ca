import { expect } from '@playwright/test'
import { type PosePoint, poseFlag } from '@veranda/core/rooms/connection/pose.ts'
import type { PoseRecording } from '../rooms/emulated-devices.ts'
import type { Position, headsetDriver } from '../rooms/headset-driver.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Returns the pose that has hands, which is the headset user's. */
export function headsetPoseOf({ poses }: PoseRecording): { head: PosePoint; right: PosePoint } | undefined {
  return Array.from(poses.values()).find(({ flags }) => (flags & poseFlag.left) !== 0)
}

/** Moves the hand to another height and waits until two poses in a row report the same new position. */
async function moveHandAndWait(
  driver: ReturnType<typeof headsetDriver>,
  observer: PoseRecording,
  to: Position,
): Promise<PosePoint> {
  // Read before the move: with slow frames the new pose may arrive before the call returns.
  const before = headsetPoseOf(observer)?.right
  await driver.moveHand(to)
  let last: PosePoint | undefined
  return waitUntil('the hand to come to rest', async () => {
    const received = headsetPoseOf(observer)?.right
    const isAtRest =
      received !== last &&
      received &&
      last &&
      received.px === last.px &&
      received.py === last.py &&
      received.pz === last.pz
    last = received
    return isAtRest && received.py !== before?.py ? received : undefined
  })
}

/**
 * Expects the hand to move as far for the others as it did on the headset, to 2 mm, and both to see it in the same
 * position.
 */
export async function expectHandWithin2mm(
  driver: ReturnType<typeof headsetDriver>,
  deskPoses: PoseRecording,
  phonePoses: PoseRecording,
): Promise<void> {
  const [from, to] = [
    { x: 0.2, y: 1.11, z: 1.1 },
    { x: 0.31, y: 1.33, z: 0.87 },
  ]
  const before = await moveHandAndWait(driver, deskPoses, from)
  const after = await moveHandAndWait(driver, deskPoses, to)
  expect(Math.abs(after.py - before.py - (to.y - from.y))).toBeLessThan(0.002)
  const distance = Math.hypot(after.px - before.px, after.py - before.py, after.pz - before.pz)
  expect(Math.abs(distance - Math.hypot(to.x - from.x, to.y - from.y, to.z - from.z))).toBeLessThan(0.002)
  await waitUntil('the phone to hear the same', async () => {
    const [desk, phone] = [headsetPoseOf(deskPoses)?.right, headsetPoseOf(phonePoses)?.right]
    return desk && phone && Math.hypot(desk.px - phone.px, desk.py - phone.py, desk.pz - phone.pz) < 0.002
  })
}
