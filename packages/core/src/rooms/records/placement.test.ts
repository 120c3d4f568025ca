import { expect, test } from 'vitest'
import {
  floorCircle,
  scaleFactorOf,
  defaultPlacement,
  scaleRatioOf,
  placementMatrix,
  table,
  roundPlacement,
  wrapAngle,
} from './placement.ts'

const chair = { min: { x: -0.3, y: 0.01, z: -0.35 }, max: { x: 0.4, y: 0.83, z: 0.35 } }

function carry(matrix: number[], x: number, y: number, z: number): number[] {
  return [0, 1, 2].map(
    (row) =>
      (matrix[row] ?? NaN) * x +
      (matrix[row + 4] ?? NaN) * y +
      (matrix[row + 8] ?? NaN) * z +
      (matrix[row + 12] ?? NaN),
  )
}

test('a model set to 1.50 m is exactly that high', () => {
  expect(scaleFactorOf({ kind: 'height', metres: 1.5 }, chair) * 0.82).toBeCloseTo(1.5, 12)
  expect(scaleFactorOf({ kind: 'true' }, chair)).toBe(1)
})

test('on the table a product has its own size, and one that does not fit is just as large as fits', () => {
  const kettle = { min: { x: -0.1, y: 0, z: -0.1 }, max: { x: 0.12, y: 0.25, z: 0.1 } }
  expect(scaleFactorOf({ kind: 'doll-house' }, kettle)).toBe(1)
  expect(scaleFactorOf({ kind: 'fill-table' }, kettle) * 0.25).toBeCloseTo(0.62, 6)
  expect(scaleFactorOf({ kind: 'doll-house' }, chair)).toBe(scaleFactorOf({ kind: 'fill-table' }, chair))
})

test('the scale is a ratio with 1 on one side, and there is none at the own size', () => {
  expect(scaleRatioOf(1)).toBeUndefined()
  expect(scaleRatioOf(1.004)).toBeUndefined()
  expect(scaleRatioOf(0.5)).toEqual({ drawn: 1, real: 2 })
  expect(scaleRatioOf(0.62 / 0.82)).toEqual({ drawn: 1, real: 1.32 })
  expect(scaleRatioOf(2.48)).toEqual({ drawn: 2.48, real: 1 })
  for (const factor of [0, -1, NaN]) expect(scaleRatioOf(factor)).toBeUndefined()
})

test('filling the table, a model is as large as fits', () => {
  const factor = scaleFactorOf({ kind: 'fill-table' }, chair)
  const wide = Math.hypot(0.7, 0.7) * factor
  expect(wide).toBeLessThanOrEqual(table.radius * 2)
  expect(0.82 * factor).toBeCloseTo(0.62, 6)
  const flat = { min: { x: -5, y: 0, z: -5 }, max: { x: 5, y: 0.1, z: 5 } }
  expect(Math.hypot(10, 10) * scaleFactorOf({ kind: 'fill-table' }, flat)).toBeCloseTo(table.radius * 1.9, 9)
})

test('a model without extent is not scaled infinitely', () => {
  const none = { min: { x: 1, y: 1, z: 1 }, max: { x: 1, y: 1, z: 1 } }
  for (const kind of ['true', 'doll-house', 'fill-table'] as const)
    expect(scaleFactorOf({ kind }, none)).toBeLessThanOrEqual(1000)
  expect(scaleFactorOf({ kind: 'factor', factor: NaN }, chair)).toBe(1)
})

test('the centre of the base is at the position, and a turn is counterclockwise', () => {
  const placement = {
    position: [1, 0.5, -2] as [number, number, number],
    yaw: Math.PI / 2,
    size: { kind: 'true' } as const,
  }
  const matrix = placementMatrix(placement, chair, [])
  expect(carry(matrix, 0.05, 0.01, 0).map((value) => Number(value.toFixed(9)))).toEqual([1, 0.5, -2])
  // A point to the right is now further away.
  const [x, y, z] = carry(matrix, 1.05, 0.01, 0)
  expect(x).toBeCloseTo(1, 9)
  expect(y).toBeCloseTo(0.5, 9)
  expect(z).toBeCloseTo(-3, 9)
})

test('a height of 3 m scales all axes equally', () => {
  const placement = {
    position: [0, 0, 0] as [number, number, number],
    yaw: 0.7,
    size: { kind: 'height', metres: 3 } as const,
  }
  const matrix = placementMatrix(placement, chair, [])
  const columns = [0, 4, 8].map((at) => Math.hypot(matrix[at] ?? 0, matrix[at + 1] ?? 0, matrix[at + 2] ?? 0))
  for (const column of columns) expect(column).toBeCloseTo(3 / 0.82, 9)
})

test('default placements are the floor circle for large sizes and the table for small ones', () => {
  expect(defaultPlacement({ kind: 'true' }).position).toEqual([floorCircle.x, 0, floorCircle.z])
  for (const kind of ['doll-house', 'fill-table'] as const)
    expect(defaultPlacement({ kind }).position).toEqual([table.x, table.y, table.z])
})

test('a rounded placement is within range, above the floor and in millimetres', () => {
  const rounded = roundPlacement({ position: [99, -3, 0.12345], yaw: 7, size: { kind: 'factor', factor: 123_456 } })
  expect(rounded.position).toEqual([31, 0, 0.123])
  expect(rounded.yaw).toBeCloseTo(7 - 2 * Math.PI, 2)
  expect(rounded.size).toEqual({ kind: 'factor', factor: 1000 })
  for (const yaw of [Math.PI, -Math.PI, Math.PI - 1e-9, 100]) {
    expect(Math.abs(roundPlacement({ position: [0, 0, 0], yaw, size: { kind: 'true' } }).yaw)).toBeLessThanOrEqual(
      Math.PI,
    )
  }
  expect(wrapAngle(3 * Math.PI + 0.1)).toBeCloseTo(-Math.PI + 0.1, 9)
})
