import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { BatchWriter, mostRecordBytes, readBatch } from './batch.ts'
import { countedFrom, isWorthSending, sendEvery } from './pose-rate.ts'
import { PoseTrack } from './pose-track.ts'
import {
  isPose,
  mostPoseBytes,
  noPose,
  type Point,
  type Pose,
  poseBytes,
  reach,
  readPose,
  tell,
  writePose,
} from './pose.ts'
import { angleBetween, packQuaternion, unpackQuaternion } from './quaternion.ts'

const inside = fc.double({ min: -reach, max: reach, noNaN: true })
const component = fc.double({ min: -1, max: 1, noNaN: true })
const point: fc.Arbitrary<Point> = fc
  .record({ px: inside, py: inside, pz: inside, qx: component, qy: component, qz: component, qw: component })
  .filter(({ qx, qy, qz, qw }) => Math.hypot(qx, qy, qz, qw) > 0.01)
  .map(({ qx, qy, qz, qw, ...place }) => {
    const long = Math.hypot(qx, qy, qz, qw)
    return { ...place, qx: qx / long, qy: qy / long, qz: qz / long, qw: qw / long }
  })
const u16 = fc.integer({ min: 0, max: 65_535 })
const pose: fc.Arbitrary<Pose> = fc.record({
  seq: u16,
  time: u16,
  tells: fc.integer({ min: 0, max: 31 }),
  presses: fc.integer({ min: 0, max: 255 }),
  head: point,
  left: point,
  right: point,
})

function distance(a: Point, b: Point): number {
  return Math.hypot(a.px - b.px, a.py - b.py, a.pz - b.pz)
}

test('a pose comes back within 1 mm and 0.25 degrees, in at most 36 bytes', () => {
  expect(mostPoseBytes).toBe(36)
  expect(mostRecordBytes).toBeLessThanOrEqual(40)
  const view = new DataView(new ArrayBuffer(mostPoseBytes))
  let [far, turned] = [0, 0]
  fc.assert(
    fc.property(pose, (sent) => {
      const end = writePose(sent, view)
      expect(end).toBe(poseBytes(sent.tells))
      const got = noPose()
      expect(readPose(view, 0, end, got)).toBe(end)
      expect(got).toMatchObject({ seq: sent.seq, time: sent.time, tells: sent.tells, presses: sent.presses })
      const told: (keyof Pick<Pose, 'head' | 'left' | 'right'>)[] = ['head']
      if (sent.tells & tell.left) told.push('left')
      if (sent.tells & tell.right) told.push('right')
      for (const which of told) {
        far = Math.max(far, distance(sent[which], got[which]))
        turned = Math.max(turned, angleBetween(sent[which], got[which]))
      }
    }),
    { numRuns: 20_000 },
  )
  expect(far).toBeLessThan(0.001)
  expect(turned).toBeLessThan(0.25)
})

test('what is no number or out of reach is brought to where it can be', () => {
  const view = new DataView(new ArrayBuffer(mostPoseBytes))
  const odd = noPose()
  Object.assign(odd.head, { px: Number.NaN, py: 1e9, pz: -Infinity, qx: Number.NaN, qw: 0 })
  const got = noPose()
  readPose(view, 0, writePose(odd, view), got)
  expect(got.head.px).toBe(0)
  expect(got.head.py).toBeCloseTo(reach, 2)
  expect(got.head.pz).toBe(-reach)
  expect(Math.hypot(got.head.qx, got.head.qy, got.head.qz, got.head.qw)).toBeCloseTo(1, 6)
})

test('of a million malformed frames none is taken, or it reads as finite numbers within reach', () => {
  let random = 12_345
  const next = () => (random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0)
  const bytes = new Uint8Array(48)
  const view = new DataView(bytes.buffer)
  const got = noPose()
  let taken = 0
  for (let turn = 0; turn < 1_000_000; turn += 1) {
    for (let at = 0; at < 40; at += 4) view.setUint32(at, next())
    const end = next() % 48
    const read = readPose(view, 0, end, got)
    if (read === -1) continue
    taken += 1
    if (read > end) throw new Error('read beyond the end')
    for (const { px, py, pz, qx, qy, qz, qw } of [got.head, got.left, got.right]) {
      const long = Math.hypot(qx, qy, qz, qw)
      const within = Math.abs(px) <= reach && Math.abs(py) <= reach && Math.abs(pz) <= reach
      if (!(within && Math.abs(long - 1) < 0.01)) throw new Error('not a place and a turn')
    }
  }
  expect(taken).toBeGreaterThan(0)
})

test('every thirty-two bits are a turn, and packing it again leaves it where it is', () => {
  const [once, twice] = [noPose().head, noPose().head]
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffff_ffff }), (bits) => {
      unpackQuaternion(bits, once)
      expect(Math.hypot(once.qx, once.qy, once.qz, once.qw)).toBeCloseTo(1, 5)
      unpackQuaternion(packQuaternion(once.qx, once.qy, once.qz, once.qw), twice)
      expect(angleBetween(once, twice)).toBeLessThan(0.25)
    }),
    { numRuns: 5_000 },
  )
})

test('a frame that is cut, too long or of another version is none', () => {
  const view = new DataView(new ArrayBuffer(48))
  const end = writePose({ ...noPose(), tells: tell.left | tell.right }, view)
  const first = view.getUint8(0)
  expect([end - 1, end, end + 1].map((length) => isPose(first, length))).toEqual([false, true, false])
  expect(readPose(view, 0, end - 1, noPose())).toBe(-1)
  view.setUint8(0, 128 | 3)
  expect(isPose(128 | 3, end)).toBe(false)
  expect(readPose(view, 0, end, noPose())).toBe(-1)
})

test('a batch carries a record for each, as it came; cut anywhere it is refused', () => {
  const batch = new BatchWriter(4)
  const frames = [1, 2, 3].map((seq) => {
    const view = new DataView(new ArrayBuffer(mostPoseBytes))
    const end = writePose({ ...noPose(), seq, tells: seq === 2 ? tell.right : tell.left | tell.right }, view)
    return new Uint8Array(view.buffer, 0, end)
  })
  for (const [slot, frame] of frames.entries()) batch.add(slot + 5, frame, frame.length)
  const bytes = batch.take(70_000)
  expect(bytes.length).toBe(4 + 37 + 27 + 37)
  const heard: [number, number][] = []
  expect(readBatch(new DataView(bytes.buffer), noPose(), (slot, { seq }) => heard.push([slot, seq]))).toBe(true)
  expect(heard).toEqual([
    [5, 1],
    [6, 2],
    [7, 3],
  ])
  for (let end = 0; end < bytes.length; end += 1) {
    expect(readBatch(new DataView(bytes.buffer, 0, end), noPose(), () => undefined)).toBe(false)
  }
})

test('nothing is sent below 1 mm and 0.5 degrees, but twice a second', () => {
  const [now, last] = [noPose(), noPose()]
  expect(isWorthSending(now, last, 100, 33)).toBe(false)
  expect(isWorthSending(now, last, 500, 33)).toBe(true)
  now.head.px = 0.0009
  expect(isWorthSending(now, last, 100, 33)).toBe(false)
  now.head.px = 0.0011
  expect(isWorthSending(now, last, 100, 33)).toBe(true)
  expect(isWorthSending(now, last, 20, 33)).toBe(false)
  now.head.px = 0
  now.right.qy = Math.sin((0.3 * Math.PI) / 180)
  now.right.qw = Math.cos((0.3 * Math.PI) / 180)
  expect(isWorthSending(now, last, 100, 33)).toBe(true)
  expect(isWorthSending({ ...noPose(), presses: 2 }, last, 1, 33)).toBe(true)
})

test.each([60, 72, 90, 120])('at %i pictures a second, who moves is told 30 times a second, never bunched', (fps) => {
  const every = sendEvery.headset
  const [now, last] = [noPose(), noPose()]
  const sent: number[] = []
  let from = -Infinity
  for (let n = 0; n < fps * 10; n += 1) {
    const time = (n * 1_000) / fps
    now.head.px = n * 0.01
    if (!isWorthSending(now, last, time - from, every)) continue
    from = countedFrom(from, time, every)
    last.head.px = now.head.px
    sent.push(time)
  }
  expect(sent.length / 10).toBeGreaterThan(29.5)
  expect(sent.length / 10).toBeLessThan(30.5)
  const gaps = sent.slice(1).map((time, n) => time - (sent[n] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThan(20)
  // After a rest nothing is made up for.
  expect(countedFrom(0, 400, every)).toBe(400)
  expect(countedFrom(100, 101, every)).toBe(101)
})

test('others are drawn between their frames: even motion stays even under jitter, loss and disorder', () => {
  const track = new PoseTrack(66)
  const out = noPose()
  const jitter = [0, 12, 3, 25, 7, 0, 18]
  // One metre a second, a frame each 33 ms; every seventh is lost, and one comes after its follower.
  const frames = Array.from({ length: 90 }, (_, n) => ({ seq: n, time: n * 33, at: n * 33 + (jitter[n % 7] ?? 0) }))
    .filter(({ seq }) => seq % 7 !== 6)
    .toSorted((a, b) => a.at - b.at)
  const seen: { now: number; x: number }[] = []
  for (let now = 0; now < 2900; now += 14) {
    for (let next = frames[0]; next && next.at <= now; next = frames[0]) {
      frames.shift()
      const sent = { ...noPose(), seq: next.seq, time: next.time & 0xffff }
      sent.head = { ...sent.head, px: next.time / 1000 }
      track.push(sent, now)
    }
    if (now < 300) continue
    expect(track.show(now, out)).toBe(1)
    seen.push({ now, x: out.head.px })
  }
  for (const { now, x } of seen) {
    expect(x).toBeLessThanOrEqual(now / 1000)
    expect(x).toBeGreaterThan((now - 130) / 1000)
  }
  for (const [at, { x }] of seen.entries()) {
    const former = seen[at - 1]
    if (former) expect(Math.abs(x - former.x - 0.014)).toBeLessThan(0.012)
  }
})

test('who falls silent goes on for a moment, is held, and fades', () => {
  const track = new PoseTrack(60)
  const out = noPose()
  expect(track.show(0, out)).toBe(0)
  for (let n = 0; n < 5; n += 1) {
    const sent = { ...noPose(), seq: 65_533 + n, time: (65_500 + n * 30) & 0xffff }
    sent.head = { ...sent.head, px: n * 0.03 }
    track.push({ ...sent, seq: sent.seq & 0xffff }, 1000 + n * 30)
  }
  track.show(1120 + 60, out)
  expect(out.head.px).toBeCloseTo(0.12, 3)
  track.show(1120 + 60 + 50, out)
  expect(out.head.px).toBeCloseTo(0.17, 3)
  track.show(1120 + 60 + 1000, out)
  expect(out.head.px).toBeCloseTo(0.22, 3)
  expect(track.show(1120 + 1000, out)).toBe(1)
  expect(track.show(1120 + 1700, out)).toBeLessThan(1)
  expect(track.show(1120 + 2200, out)).toBe(0)
})
