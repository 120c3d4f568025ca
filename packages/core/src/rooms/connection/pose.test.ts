import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { PoseBatchWriter, maxEntryBytes, readPoseBatch } from './pose-batch.ts'
import {
  isPoseFrame,
  maxPoseBytes,
  createPose,
  type PosePoint,
  type Pose,
  poseByteLength,
  poseRangeMetres,
  readPose,
  poseFlag,
  writePose,
} from './pose.ts'
import { angleBetweenDegrees, packQuaternion, unpackQuaternion } from './quaternion.ts'

const inside = fc.double({ min: -poseRangeMetres, max: poseRangeMetres, noNaN: true })
const component = fc.double({ min: -1, max: 1, noNaN: true })
const point: fc.Arbitrary<PosePoint> = fc
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
  flags: fc.integer({ min: 0, max: 31 }),
  buttons: fc.integer({ min: 0, max: 255 }),
  head: point,
  left: point,
  right: point,
})

function distance(a: PosePoint, b: PosePoint): number {
  return Math.hypot(a.px - b.px, a.py - b.py, a.pz - b.pz)
}

test('a pose round-trips within 1 mm and 0.25 degrees, in at most 36 bytes', () => {
  expect(maxPoseBytes).toBe(36)
  expect(maxEntryBytes).toBeLessThanOrEqual(40)
  const view = new DataView(new ArrayBuffer(maxPoseBytes))
  let [far, turned] = [0, 0]
  fc.assert(
    fc.property(pose, (sent) => {
      const end = writePose(sent, view)
      const got = createPose()
      const isSame =
        end === poseByteLength(sent.flags) &&
        readPose(view, 0, end, got) === end &&
        (['seq', 'time', 'flags', 'buttons'] as const).every((field) => got[field] === sent[field])
      if (!isSame) return false
      const points: (keyof Pick<Pose, 'head' | 'left' | 'right'>)[] = ['head']
      if (sent.flags & poseFlag.left) points.push('left')
      if (sent.flags & poseFlag.right) points.push('right')
      for (const which of points) {
        far = Math.max(far, distance(sent[which], got[which]))
        turned = Math.max(turned, angleBetweenDegrees(sent[which], got[which]))
      }
      return true
    }),
    { numRuns: 20_000 },
  )
  expect(far).toBeLessThan(0.001)
  expect(turned).toBeLessThan(0.25)
})

test('NaN and values out of range are clamped', () => {
  const view = new DataView(new ArrayBuffer(maxPoseBytes))
  const odd = createPose()
  Object.assign(odd.head, { px: Number.NaN, py: 1e9, pz: -Infinity, qx: Number.NaN, qw: 0 })
  const got = createPose()
  readPose(view, 0, writePose(odd, view), got)
  expect(got.head.px).toBe(0)
  expect(got.head.py).toBeCloseTo(poseRangeMetres, 2)
  expect(got.head.pz).toBe(-poseRangeMetres)
  expect(Math.hypot(got.head.qx, got.head.qy, got.head.qz, got.head.qw)).toBeCloseTo(1, 6)
})

test('a million random frames are rejected, or read as finite numbers within range', () => {
  let random = 12_345
  const next = () => (random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0)
  const bytes = new Uint8Array(48)
  const view = new DataView(bytes.buffer)
  const got = createPose()
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
      const within =
        Math.abs(px) <= poseRangeMetres && Math.abs(py) <= poseRangeMetres && Math.abs(pz) <= poseRangeMetres
      if (!(within && Math.abs(long - 1) < 0.01)) throw new Error('not a place and a turn')
    }
  }
  expect(taken).toBeGreaterThan(0)
})

test('every 32 bits decode to a rotation that packs to the same value', () => {
  const [once, twice] = [createPose().head, createPose().head]
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffff_ffff }), (bits) => {
      unpackQuaternion(bits, once)
      expect(Math.hypot(once.qx, once.qy, once.qz, once.qw)).toBeCloseTo(1, 5)
      unpackQuaternion(packQuaternion(once.qx, once.qy, once.qz, once.qw), twice)
      expect(angleBetweenDegrees(once, twice)).toBeLessThan(0.25)
    }),
    { numRuns: 5_000 },
  )
})

test('a frame that is truncated, too long or of another version is rejected', () => {
  const view = new DataView(new ArrayBuffer(48))
  const end = writePose({ ...createPose(), flags: poseFlag.left | poseFlag.right }, view)
  const first = view.getUint8(0)
  expect([end - 1, end, end + 1].map((length) => isPoseFrame(first, length))).toEqual([false, true, false])
  expect(readPose(view, 0, end - 1, createPose())).toBe(-1)
  view.setUint8(0, 128 | 3)
  expect(isPoseFrame(128 | 3, end)).toBe(false)
  expect(readPose(view, 0, end, createPose())).toBe(-1)
})

test('a batch carries an entry for each participant; truncated anywhere it is rejected', () => {
  const batch = new PoseBatchWriter(4)
  const frames = [1, 2, 3].map((seq) => {
    const view = new DataView(new ArrayBuffer(maxPoseBytes))
    const end = writePose(
      { ...createPose(), seq, flags: seq === 2 ? poseFlag.right : poseFlag.left | poseFlag.right },
      view,
    )
    return new Uint8Array(view.buffer, 0, end)
  })
  for (const [participantSlot, frame] of frames.entries()) batch.add(participantSlot + 5, frame, frame.length)
  const bytes = batch.take(70_000)
  expect(bytes.length).toBe(4 + 37 + 27 + 37)
  const received: [number, number][] = []
  expect(
    readPoseBatch(new DataView(bytes.buffer), createPose(), (participantSlot, { seq }) =>
      received.push([participantSlot, seq]),
    ),
  ).toBe(true)
  expect(received).toEqual([
    [5, 1],
    [6, 2],
    [7, 3],
  ])
  for (let end = 0; end < bytes.length; end += 1) {
    expect(readPoseBatch(new DataView(bytes.buffer, 0, end), createPose(), () => undefined)).toBe(false)
  }
})
