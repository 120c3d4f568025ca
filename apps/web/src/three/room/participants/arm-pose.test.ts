import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { distance } from '@veranda/core/geometry/vector.ts'
import { armLengths, isBlinking, mouthOpening, placeElbow } from './arm-pose.ts'

const shoulder = { x: 0.17, y: 1.37, z: 0 }
const down = { x: 0.3, y: -1, z: 0.4 }
const elbowFor = (hand: { x: number; y: number; z: number }) => placeElbow(shoulder, hand, down, { x: 0, y: 0, z: 0 })

test('both parts of an arm keep their lengths while the hand is within reach, and the elbow hangs down', () => {
  const metres = fc.double({ min: -0.3, max: 0.3, noNaN: true })
  fc.assert(
    fc.property(metres, metres, metres, (x, y, z) => {
      const hand = { x: shoulder.x + x, y: shoulder.y + y, z: shoulder.z + z }
      const reach = distance(shoulder, hand)
      fc.pre(reach > 0.05 && reach < 0.52)
      const elbow = elbowFor(hand)
      expect(distance(shoulder, elbow)).toBeCloseTo(armLengths.upper, 6)
      expect(distance(elbow, hand)).toBeCloseTo(armLengths.lower, 6)
    }),
  )
  expect(elbowFor({ x: 0.2, y: 1.3, z: -0.35 }).y).toBeLessThan(1.3)
})

test('an arm that is too short is straight, and a hand in the shoulder is no number out of range', () => {
  const hand = { x: 0.17, y: 1.37, z: -2 }
  const elbow = elbowFor(hand)
  expect([elbow.x, elbow.y]).toEqual([0.17, 1.37])
  expect(elbow.z).toBeCloseTo((-2 * 0.27) / 0.53, 6)
  for (const value of Object.values(elbowFor(shoulder))) expect(Number.isFinite(value)).toBe(true)
})

test('eyes close for a moment every few seconds, not all at once, and a mouth opens with the voice', () => {
  const times = Array.from({ length: 1_000 }, (_, at) => at * 41)
  const closedShare = times.filter((now) => isBlinking(now, 3)).length / times.length
  expect(closedShare).toBeGreaterThan(0.01)
  expect(closedShare).toBeLessThan(0.08)
  expect(times.some((now) => isBlinking(now, 0) && isBlinking(now, 1))).toBe(false)
  expect([0, 0.4, 5].map(mouthOpening)).toEqual([0, 1, 1])
  expect(mouthOpening(0.1)).toBeLessThan(mouthOpening(0.2))
})
