import { createPose } from '@veranda/core/rooms/connection/pose.ts'
import { expect, test } from 'vitest'
import { RemoteParticipants } from './remote-participants.ts'
import { poseBatch } from '../testing/frame-run.ts'

/** Returns a pose batch of participant slot 1 with a sequence number, a time and the x position of the head. */
function poseBatchAt(seq: number, time: number, px: number): DataView {
  const pose = createPose()
  Object.assign(pose, { seq: seq & 0xffff, time: time & 0xffff })
  pose.head.px = px
  return poseBatch(pose, time)
}

const anna = { participantSlot: 1, userId: 'anna', device: 'desktop' } as const
const ben = { participantSlot: 1, userId: 'ben', device: 'desktop' } as const

test('a new participant in a reused participant slot appears at once, at their own position', () => {
  const participants = new RemoteParticipants()
  participants.setLocalParticipantSlot(0)
  participants.setParticipants([anna])
  participants.receiveBatch(poseBatchAt(9_000, 0, -1), 0)
  participants.setParticipants([ben])
  participants.update(50)
  expect(participants.find(1)?.presence).toBe(0)
  participants.receiveBatch(poseBatchAt(300, 66, 3), 100)
  participants.update(400)
  expect(participants.find(1)).toMatchObject({ presence: 1 })
  expect(participants.find(1)?.pose.head.px).toBeCloseTo(3, 3)
})

test('a device that reloaded its page restarts its sequence and is followed', () => {
  const participants = new RemoteParticipants()
  participants.setLocalParticipantSlot(0)
  participants.setParticipants([anna])
  participants.receiveBatch(poseBatchAt(9_000, 0, -1), 0)
  // A late pose changes nothing.
  participants.receiveBatch(poseBatchAt(8_999, 33, 7), 40)
  participants.update(400)
  expect(participants.find(1)?.pose.head.px).toBeCloseTo(-1, 3)
  participants.receiveBatch(poseBatchAt(1, 20_000, 3), 3_000)
  participants.update(3_400)
  expect(participants.find(1)?.pose.head.px).toBeCloseTo(3, 3)
})
