import { expect, test } from 'vitest'
import {
  canStand,
  moveRigTo,
  seatedLift,
  SnapTurn,
  clampToFloor,
  computeTeleportArc,
  rotateRigAround,
  stepVignette,
} from './locomotion-math.ts'
import { deck, entrance, table } from '@veranda/core/rooms/records/placement.ts'

test('a teleport arc lands on the floor at its last point', () => {
  const points = new Float32Array(30 * 3)
  const landing = { x: 0, z: 0, isValid: false }
  const way = { x: 0, y: Math.sin(0.2), z: -Math.cos(0.2) }
  computeTeleportArc({ x: 0, y: 1.3, z: 2.5 }, way, points, landing)
  expect(points[0]).toBe(0)
  expect(points[1]).toBeCloseTo(1.3, 5)
  expect(points.at(-2)).toBeCloseTo(0, 4)
  expect(points.at(-1)).toBeCloseTo(landing.z, 4)
  expect(landing.z).toBeLessThan(0)
  expect(landing.isValid).toBe(true)
})

test('a steep arc lands nearer than a flat one, and straight down at the feet', () => {
  const points = new Float32Array(30)
  const far = (angle: number) => {
    const landing = { x: 0, z: 0, isValid: false }
    computeTeleportArc({ x: 0, y: 1.3, z: 0 }, { x: 0, y: Math.sin(angle), z: -Math.cos(angle) }, points, landing)
    return -landing.z
  }
  expect(far(1.3)).toBeLessThan(far(0.5))
  expect(far(-Math.PI / 2)).toBeCloseTo(0, 5)
})

test('no one lands outside the deck or in the table', () => {
  expect(canStand(table.x, table.z)).toBe(false)
  expect(canStand(deck.right + 1, 0)).toBe(false)
  expect(canStand(entrance.x, entrance.z)).toBe(true)
  const into = { x: 0, z: 0 }
  for (const [x, z] of [
    [99, -99],
    [table.x, table.z],
    [table.x + 0.1, table.z - 0.1],
  ] as const) {
    clampToFloor(x, z, into)
    expect(canStand(into.x, into.z), `${x}, ${z}`).toBe(true)
  }
})

test('one push of the stick turns once, however long it is held', () => {
  const turn = new SnapTurn()
  const turns = [0.2, 0.8, 0.9, 0.6, 0.9, 0.1, 0.9, -0.9, 0, -0.9].map((stick) => turn.step(stick, 30))
  const right = -Math.PI / 6
  for (const [at, expected] of [0, right, 0, 0, 0, 0, right, 0, 0, -right].entries()) {
    expect(turns[at]).toBeCloseTo(expected, 12)
  }
})

test('a turn keeps the head in place', () => {
  const ground = { x: 0, y: 0, z: 0, yaw: 0 }
  // The head is 1 m to the right of the centre of the play space.
  rotateRigAround(ground, 1, 0, Math.PI / 2)
  const headX = ground.x + Math.cos(ground.yaw)
  const headZ = ground.z - Math.sin(ground.yaw)
  expect(headX).toBeCloseTo(1, 9)
  expect(headZ).toBeCloseTo(0, 9)
  moveRigTo(ground, headX, headZ, -2, 3)
  expect(ground.x + Math.cos(ground.yaw)).toBeCloseTo(-2, 9)
  expect(ground.z - Math.sin(ground.yaw)).toBeCloseTo(3, 9)
})

test('a seated user is lifted to standing eye height, by a limited amount, and a tall one is not lowered', () => {
  expect(1.15 + seatedLift(1.15)).toBeCloseTo(1.62, 9)
  expect(seatedLift(1.95)).toBe(0)
  expect(seatedLift(0.2)).toBe(0.9)
})

test('the vignette closes quickly, opens slowly, and stays between 0 and 1', () => {
  let now = 0
  for (let frame = 0; frame < 10; frame += 1) now = stepVignette(now, true, 1 / 72)
  expect(now).toBe(1)
  now = stepVignette(now, false, 1 / 72)
  expect(now).toBeGreaterThan(0.9)
  for (let frame = 0; frame < 40; frame += 1) now = stepVignette(now, false, 1 / 72)
  expect(now).toBe(0)
})
