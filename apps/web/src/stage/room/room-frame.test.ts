import { BatchWriter } from '@veranda/core/rooms/batch.ts'
import { noPoint, noPose, press, tell } from '@veranda/core/rooms/pose.ts'
import { Vector3 } from 'three'
import { expect, test } from 'vitest'
import { Carrying } from './carrying.ts'
import { type Hand } from './headset.ts'
import { OwnPose } from './own-pose.ts'
import { People } from './people.ts'
import { batchOf, comfort, runFrames } from './test-frames.ts'

test('a hand that rests is within 2 mm of where it is, on the other side of the wire', () => {
  const people = new People()
  people.setMe(0)
  people.keep([{ slot: 1, personId: 'anna', device: 'headset' }])
  let last = 0
  let now = 0
  const own = new OwnPose((frame) => {
    const writer = new BatchWriter(4)
    writer.add(1, frame, frame.length)
    const batch = writer.take(now)
    people.hear(new DataView(batch.buffer, batch.byteOffset, batch.byteLength), now + 20)
    last = now
  })
  Object.assign(own.now, { tells: tell.left | tell.right, presses: press.laser })
  Object.assign(own.now.right, { px: 3.2109, py: 1.2345, pz: -2.9876, qx: 0.1, qy: 0.7, qz: -0.1, qw: 0.7 })
  for (; now < 2000; now += 14) own.step(now, 'headset')
  people.step(now + 40)
  const right = people.find(1)?.pose.right ?? noPoint()
  expect(last).toBeGreaterThan(1000)
  expect(Math.hypot(right.px - 3.2109, right.py - 1.2345, right.pz + 2.9876)).toBeLessThan(0.002)
})

test('one who has gone is drawn no more, and oneself never is', () => {
  const people = new People()
  people.setMe(1)
  people.keep([
    { slot: 1, personId: 'anna', device: 'headset' },
    { slot: 2, personId: 'ben', device: 'phone' },
  ])
  expect(people.list.map(({ slot }) => slot)).toEqual([2])
  people.hear(batchOf(noPose(), 10), 10)
  expect(people.step(20)).toBe(false)
  people.keep([])
  expect(people.list).toEqual([])
})

test('a held stick turns once, though the other hand is at rest', () => {
  const carrying = new Carrying()
  const ray = { ox: 0, oy: 1.3, oz: 0, dx: 0, dy: 0, dz: -1 }
  // All of a hand that carrying reads.
  const hand = (x: number) => ({ here: true, fingers: false, stick: { x, y: 0 }, ray }) as Hand
  for (let at = 0; at < 30; at += 1) carrying.step([hand(0.9), hand(0)], new Vector3(0, 1.6, 0), comfort, 0.014)
  expect((carrying.ground.yaw * 180) / Math.PI).toBeCloseTo(-30, 6)
})

test('ten thousand frames with people, tools and both ways of being here leave the heap as it was', () => {
  const { grown, met, sent } = runFrames(10_000)
  expect(met).toBeGreaterThan(10_000)
  expect(sent).toBeGreaterThan(1000)
  expect(grown).toBeLessThan(96 * 1024)
}, 30_000)
