import { createPose } from '@veranda/core/rooms/connection/pose.ts'
import { expect, test } from 'vitest'
import { nextIntervalStart, poseIntervalMs, shouldSendPose } from './pose-send-rate.ts'

test('nothing is sent below 1 mm and 0.5 degrees, but twice a second', () => {
  const [now, last] = [createPose(), createPose()]
  expect(shouldSendPose(now, last, 100, 33)).toBe(false)
  expect(shouldSendPose(now, last, 500, 33)).toBe(true)
  now.head.px = 0.0009
  expect(shouldSendPose(now, last, 100, 33)).toBe(false)
  now.head.px = 0.0011
  expect(shouldSendPose(now, last, 100, 33)).toBe(true)
  expect(shouldSendPose(now, last, 20, 33)).toBe(false)
  now.head.px = 0
  now.right.qy = Math.sin((0.3 * Math.PI) / 180)
  now.right.qw = Math.cos((0.3 * Math.PI) / 180)
  expect(shouldSendPose(now, last, 100, 33)).toBe(true)
  expect(shouldSendPose({ ...createPose(), buttons: 2 }, last, 1, 33)).toBe(true)
})

test.each([60, 72, 90, 120])('at %i frames per second, a movement is sent 30 times a second, evenly', (fps) => {
  const every = poseIntervalMs.headset
  const [now, last] = [createPose(), createPose()]
  const sent: number[] = []
  let from = -Infinity
  for (let n = 0; n < fps * 10; n += 1) {
    const time = (n * 1_000) / fps
    now.head.px = n * 0.01
    if (!shouldSendPose(now, last, time - from, every)) continue
    from = nextIntervalStart(from, time, every)
    last.head.px = now.head.px
    sent.push(time)
  }
  expect(sent.length / 10).toBeGreaterThan(29.5)
  expect(sent.length / 10).toBeLessThan(30.5)
  const gaps = sent.slice(1).map((time, n) => time - (sent[n] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThan(20)
  // After a rest nothing is made up for.
  expect(nextIntervalStart(0, 400, every)).toBe(400)
  expect(nextIntervalStart(100, 101, every)).toBe(101)
})
