import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPosePoint, type PosePoint } from '@veranda/core/rooms/connection/pose.ts'
import { placeEdgeArrow, spreadEdgePlaces } from './edge-arrow.ts'

const tanUp = Math.tan((29 * Math.PI) / 180)
const tanAcross = tanUp * 1.2

/** Returns a head 1.6 m up in the middle of the room that looks towards -z, turned to the left by an angle. */
function headTurnedBy(yaw: number): PosePoint {
  return { ...createPosePoint(), py: 1.6, qy: Math.sin(yaw / 2), qw: Math.cos(yaw / 2) }
}

function arrowTo(head: PosePoint, px: number, py: number, pz: number) {
  const place = { x: 0, y: 0 }
  return placeEdgeArrow(head, { px, py, pz }, tanUp, tanAcross, place) ? place : undefined
}

test('who is in view has no arrow, and who is not has one at their side', () => {
  const ahead = headTurnedBy(0)
  expect(arrowTo(ahead, 0, 1.6, -2)).toBeUndefined()
  expect(arrowTo(ahead, 0.9, 1.6, -2)).toBeUndefined()
  expect(arrowTo(ahead, -1.5, 1.6, 0.1)?.x).toBeCloseTo(-0.92, 9)
  expect(arrowTo(ahead, 3, 1.6, -1)).toEqual({ x: expect.closeTo(0.92, 9), y: expect.closeTo(0, 9) })
  expect(arrowTo(ahead, 0, 0, -0.5)).toEqual({ x: expect.closeTo(0, 9), y: expect.closeTo(-0.92, 9) })
  // Straight behind is to the right.
  expect(arrowTo(ahead, 0, 1.6, 3)?.x).toBeCloseTo(0.92, 9)
})

test('the arrow is on the side to which the head has to turn', () => {
  const turned = headTurnedBy(Math.PI / 2)
  expect(arrowTo(turned, -2, 1.6, 0)).toBeUndefined()
  expect(arrowTo(turned, 0, 1.6, -2)?.x).toBeCloseTo(0.92, 9)
  expect(arrowTo(turned, 0.1, 1.6, 2)?.x).toBeCloseTo(-0.92, 9)
})

test('an arrow is always at an edge, wherever someone is', () => {
  const metres = fc.double({ min: -4, max: 4, noNaN: true })
  const angle = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true })
  fc.assert(
    fc.property(angle, metres, metres, metres, (yaw, x, y, z) => {
      const place = arrowTo(headTurnedBy(yaw), x, y, z)
      if (!place) return
      expect(Math.max(Math.abs(place.x), Math.abs(place.y))).toBeCloseTo(0.92, 6)
    }),
  )
})

test('arrows at the same edge do not cover each other and stay in their order', () => {
  const places = [0.9, 0.88, 0.1, 0.05, -0.91].map((y) => ({ x: 0.92, y }))
  const other = { x: -0.92, y: 0.1 }
  spreadEdgePlaces([...places, other], 0.2)
  expect(other.y).toBe(0.1)
  for (const [index, { y }] of places.entries()) {
    expect(Math.abs(y)).toBeLessThanOrEqual(0.92)
    const next = places[index + 1]
    if (next) expect(y - next.y).toBeGreaterThanOrEqual(0.2 - 1e-9)
  }
})
