import { createPose } from '@veranda/core/rooms/connection/pose.ts'
import { expect, test } from 'vitest'
import { PoseInterpolator } from './pose-interpolation.ts'

test('others are drawn between their frames: even motion stays even under jitter, loss and disorder', () => {
  const track = new PoseInterpolator(66)
  const out = createPose()
  const jitter = [0, 12, 3, 25, 7, 0, 18]
  // One metre a second, a frame each 33 ms; every seventh is lost, and one comes after its follower.
  const frames = Array.from({ length: 90 }, (_, n) => ({ seq: n, time: n * 33, at: n * 33 + (jitter[n % 7] ?? 0) }))
    .filter(({ seq }) => seq % 7 !== 6)
    .toSorted((a, b) => a.at - b.at)
  const seen: { now: number; x: number }[] = []
  for (let now = 0; now < 2900; now += 14) {
    for (let next = frames[0]; next && next.at <= now; next = frames[0]) {
      frames.shift()
      const sent = { ...createPose(), seq: next.seq, time: next.time & 0xffff }
      sent.head = { ...sent.head, px: next.time / 1000 }
      track.push(sent, now)
    }
    if (now < 300) continue
    expect(track.sampleAt(now, out)).toBe(1)
    seen.push({ now, x: out.head.px })
  }
  for (const { now, x } of seen) {
    expect(x).toBeLessThanOrEqual(now / 1000)
    expect(x).toBeGreaterThan((now - 130) / 1000)
  }
  for (const [index, { x }] of seen.entries()) {
    const previous = seen[index - 1]
    if (previous) expect(Math.abs(x - previous.x - 0.014)).toBeLessThan(0.012)
  }
})

test('who falls silent goes on for a moment, is held, and fades', () => {
  const track = new PoseInterpolator(60)
  const out = createPose()
  expect(track.sampleAt(0, out)).toBe(0)
  for (let n = 0; n < 5; n += 1) {
    const sent = { ...createPose(), seq: 65_533 + n, time: (65_500 + n * 30) & 0xffff }
    sent.head = { ...sent.head, px: n * 0.03 }
    track.push({ ...sent, seq: sent.seq & 0xffff }, 1000 + n * 30)
  }
  track.sampleAt(1120 + 60, out)
  expect(out.head.px).toBeCloseTo(0.12, 3)
  track.sampleAt(1120 + 60 + 50, out)
  expect(out.head.px).toBeCloseTo(0.17, 3)
  track.sampleAt(1120 + 60 + 1000, out)
  expect(out.head.px).toBeCloseTo(0.22, 3)
  expect(track.sampleAt(1120 + 1000, out)).toBe(1)
  expect(track.sampleAt(1120 + 1700, out)).toBeLessThan(1)
  expect(track.sampleAt(1120 + 2200, out)).toBe(0)
})
