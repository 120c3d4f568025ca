import { expect, test } from 'vitest'
import { canStand, carryTo, seatLift, SnapTurn, standAt, throwArc, turnAbout, vignetteStep } from './moving.ts'
import { deck, entrance, table } from './placement.ts'

test('a throw comes down on the floor where its last point is', () => {
  const points = new Float32Array(30 * 3)
  const landing = { x: 0, z: 0, ok: false }
  const way = { x: 0, y: Math.sin(0.2), z: -Math.cos(0.2) }
  throwArc({ x: 0, y: 1.3, z: 2.5 }, way, points, landing)
  expect(points[0]).toBe(0)
  expect(points[1]).toBeCloseTo(1.3, 5)
  expect(points.at(-2)).toBeCloseTo(0, 4)
  expect(points.at(-1)).toBeCloseTo(landing.z, 4)
  expect(landing.z).toBeLessThan(0)
  expect(landing.ok).toBe(true)
})

test('a steeper throw up comes down nearer than a level one, and straight down at the feet', () => {
  const points = new Float32Array(30)
  const far = (angle: number) => {
    const landing = { x: 0, z: 0, ok: false }
    throwArc({ x: 0, y: 1.3, z: 0 }, { x: 0, y: Math.sin(angle), z: -Math.cos(angle) }, points, landing)
    return -landing.z
  }
  expect(far(1.3)).toBeLessThan(far(0.5))
  expect(far(-Math.PI / 2)).toBeCloseTo(0, 5)
})

test('nobody lands beside the deck or in the table', () => {
  expect(canStand(table.x, table.z)).toBe(false)
  expect(canStand(deck.right + 1, 0)).toBe(false)
  expect(canStand(entrance.x, entrance.z)).toBe(true)
  const into = { x: 0, z: 0 }
  for (const [x, z] of [
    [99, -99],
    [table.x, table.z],
    [table.x + 0.1, table.z - 0.1],
  ] as const) {
    standAt(x, z, into)
    expect(canStand(into.x, into.z), `${x}, ${z}`).toBe(true)
  }
})

test('one push of the stick is one turn, however long it is held', () => {
  const turn = new SnapTurn()
  const turns = [0.2, 0.8, 0.9, 0.6, 0.9, 0.1, 0.9, -0.9, 0, -0.9].map((stick) => turn.step(stick, 30))
  const right = -Math.PI / 6
  for (const [at, expected] of [0, right, 0, 0, 0, 0, right, 0, 0, -right].entries()) {
    expect(turns[at]).toBeCloseTo(expected, 12)
  }
})

test('a turn leaves the head where it is', () => {
  const ground = { x: 0, y: 0, z: 0, yaw: 0 }
  // The head stands 1 m to the right of the middle of the play space.
  turnAbout(ground, 1, 0, Math.PI / 2)
  const headX = ground.x + Math.cos(ground.yaw)
  const headZ = ground.z - Math.sin(ground.yaw)
  expect(headX).toBeCloseTo(1, 9)
  expect(headZ).toBeCloseTo(0, 9)
  carryTo(ground, headX, headZ, -2, 3)
  expect(ground.x + Math.cos(ground.yaw)).toBeCloseTo(-2, 9)
  expect(ground.z - Math.sin(ground.yaw)).toBeCloseTo(3, 9)
})

test('who sits sees as one who stands; a child who stands keeps their height where seated is off, a giant is not lowered', () => {
  expect(1.15 + seatLift(1.15)).toBeCloseTo(1.62, 9)
  expect(seatLift(1.95)).toBe(0)
  expect(seatLift(0.2)).toBe(0.9)
})

test('the edge of sight closes quickly, opens slowly, and stays between', () => {
  let now = 0
  for (let frame = 0; frame < 10; frame += 1) now = vignetteStep(now, true, 1 / 72)
  expect(now).toBe(1)
  now = vignetteStep(now, false, 1 / 72)
  expect(now).toBeGreaterThan(0.9)
  for (let frame = 0; frame < 40; frame += 1) now = vignetteStep(now, false, 1 / 72)
  expect(now).toBe(0)
})
