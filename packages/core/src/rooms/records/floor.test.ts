import { expect, test } from 'vitest'
import { poseRangeMetres } from '../connection/pose.ts'
import { arrivalOn, deckFloor, floorFor, isOnFloor } from './floor.ts'
import { type Placement } from './placement.ts'

const placement: Placement = { position: [0, 0, -0.6], yaw: 0, size: { kind: 'true' } }
const boxOf = (width: number, depth: number) => {
  return { min: { x: -width / 2, y: 0, z: -depth / 2 }, max: { x: width / 2, y: 3, z: depth / 2 } }
}

test('an asset that fits on the deck leaves it where it is, also turned, and a larger one does not', () => {
  expect(floorFor(placement, undefined)).toBe(deckFloor)
  expect(floorFor(placement, boxOf(9, 7.5))).toBe(deckFloor)
  expect(floorFor({ ...placement, yaw: Math.PI / 2 }, boxOf(9, 7.5)).isDeck).toBe(false)
  expect(floorFor({ ...placement, size: { kind: 'doll-house' } }, boxOf(60, 60))).toBe(deckFloor)
  expect(floorFor(placement, boxOf(20, 12))).toEqual({
    left: -16,
    right: 16,
    garden: -12.6,
    house: 11.4,
    isDeck: false,
  })
})

test('before a 60 m asset everyone arrives within reach of each other, where poses are exact', () => {
  const floor = floorFor(placement, boxOf(60, 60))
  for (const edge of [floor.left, floor.right, floor.garden, floor.house])
    expect(Math.abs(edge)).toBeLessThan(poseRangeMetres)
  const places = [0, 1, 2, 3, 4].map((participantSlot) => arrivalOn(floor, participantSlot))
  for (const { x, z } of places) {
    expect(isOnFloor(floor, x, z)).toBe(true)
    for (const other of places) expect(Math.hypot(other.x - x, other.z - z)).toBeLessThan(4)
  }
  expect(new Set(places.map(({ x }) => x)).size).toBe(5)
})
