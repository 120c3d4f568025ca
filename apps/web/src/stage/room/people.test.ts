import { noPose } from '@veranda/core/rooms/pose.ts'
import { expect, test } from 'vitest'
import { People } from './people.ts'
import { batchOf } from './test-frames.ts'

/** What slot 1 tells of itself: the number of the frame, when, and how far to the right its head is. */
function heard(seq: number, time: number, px: number): DataView {
  const pose = noPose()
  Object.assign(pose, { seq: seq & 0xffff, time: time & 0xffff })
  pose.head.px = px
  return batchOf(pose, time)
}

const anna = { slot: 1, personId: 'anna', device: 'desktop' } as const
const ben = { slot: 1, personId: 'ben', device: 'desktop' } as const

test('whoever comes into a slot that was another’s is seen at once, where they are', () => {
  const people = new People()
  people.setMe(0)
  people.keep([anna])
  people.hear(heard(9_000, 0, -1), 0)
  people.keep([ben])
  people.step(50)
  expect(people.find(1)?.presence).toBe(0)
  people.hear(heard(300, 66, 3), 100)
  people.step(400)
  expect(people.find(1)).toMatchObject({ presence: 1 })
  expect(people.find(1)?.pose.head.px).toBeCloseTo(3, 3)
})

test('the same device that loaded its page anew counts from the start, and is followed', () => {
  const people = new People()
  people.setMe(0)
  people.keep([anna])
  people.hear(heard(9_000, 0, -1), 0)
  // What comes late of what was sent before changes nothing.
  people.hear(heard(8_999, 33, 7), 40)
  people.step(400)
  expect(people.find(1)?.pose.head.px).toBeCloseTo(-1, 3)
  people.hear(heard(1, 20_000, 3), 3_000)
  people.step(3_400)
  expect(people.find(1)?.pose.head.px).toBeCloseTo(3, 3)
})
