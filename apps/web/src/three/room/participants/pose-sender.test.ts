import { poseFlag } from '@veranda/core/rooms/connection/pose.ts'
import { expect, test } from 'vitest'
import { PoseSender } from './pose-sender.ts'

test.each([60, 72, 90, 120])('at %i frames per second in a headset, 30 poses are sent per second', (fps) => {
  let sent = 0
  const sender = new PoseSender(() => (sent += 1))
  sender.current.flags = poseFlag.left | poseFlag.right
  for (let frame = 0; frame < fps * 10; frame += 1) {
    sender.current.head.px = frame * 0.01
    sender.sendIfDue((frame * 1_000) / fps, 'headset')
  }
  expect(Math.round(sent / 10)).toBe(30)
})
