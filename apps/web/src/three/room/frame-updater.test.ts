import { PoseBatchWriter } from '@veranda/core/rooms/connection/pose-batch.ts'
import { createPosePoint, createPose, poseButton, poseFlag } from '@veranda/core/rooms/connection/pose.ts'
import { Vector3 } from 'three'
import { expect, test } from 'vitest'
import { Locomotion } from '../xr/locomotion.ts'
import { type HandInput } from '../xr/hand-input.ts'
import { PoseSender } from './participants/pose-sender.ts'
import { RemoteParticipants } from './participants/remote-participants.ts'
import { poseBatch, comfort, runFrames } from './testing/frame-run.ts'

test('a resting hand arrives within 2 mm of its position at the receiver', () => {
  const participants = new RemoteParticipants()
  participants.setLocalParticipantSlot(0)
  participants.setParticipants([{ participantSlot: 1, userId: 'anna', device: 'headset' }])
  let last = 0
  let now = 0
  const sender = new PoseSender((frame) => {
    const writer = new PoseBatchWriter(4)
    writer.add(1, frame, frame.length)
    const batch = writer.take(now)
    participants.receiveBatch(new DataView(batch.buffer, batch.byteOffset, batch.byteLength), now + 20)
    last = now
  })
  Object.assign(sender.current, { flags: poseFlag.left | poseFlag.right, buttons: poseButton.laser })
  Object.assign(sender.current.right, { px: 3.2109, py: 1.2345, pz: -2.9876, qx: 0.1, qy: 0.7, qz: -0.1, qw: 0.7 })
  for (; now < 2000; now += 14) sender.sendIfDue(now, 'headset')
  participants.update(now + 40)
  const right = participants.find(1)?.pose.right ?? createPosePoint()
  expect(last).toBeGreaterThan(1000)
  expect(Math.hypot(right.px - 3.2109, right.py - 1.2345, right.pz + 2.9876)).toBeLessThan(0.002)
})

test('a participant who left is no longer drawn, and the local user never is', () => {
  const participants = new RemoteParticipants()
  participants.setLocalParticipantSlot(1)
  participants.setParticipants([
    { participantSlot: 1, userId: 'anna', device: 'headset' },
    { participantSlot: 2, userId: 'ben', device: 'phone' },
  ])
  expect(participants.list.map(({ participantSlot }) => participantSlot)).toEqual([2])
  participants.receiveBatch(poseBatch(createPose(), 10), 10)
  expect(participants.update(20)).toBe(false)
  participants.setParticipants([])
  expect(participants.list).toEqual([])
})

test('a held thumbstick turns once while the other hand rests', () => {
  const locomotion = new Locomotion()
  const ray = { ox: 0, oy: 1.3, oz: 0, dx: 0, dy: 0, dz: -1 }
  // All that locomotion reads of a hand.
  const hand = (x: number) => ({ isTracked: true, isTrackedHand: false, thumbstick: { x, y: 0 }, ray }) as HandInput
  for (let index = 0; index < 30; index += 1)
    locomotion.update([hand(0.9), hand(0)], new Vector3(0, 1.6, 0), comfort, 0.014)
  expect((locomotion.origin.yaw * 180) / Math.PI).toBeCloseTo(-30, 6)
})

test('ten thousand frames with participants, tools, screen and headset controls do not grow the heap', () => {
  const { heapGrowthBytes, pointerHits, posesSent } = runFrames(10_000)
  expect(pointerHits).toBeGreaterThan(10_000)
  expect(posesSent).toBeGreaterThan(1000)
  expect(heapGrowthBytes).toBeLessThan(96 * 1024)
}, 30_000)
