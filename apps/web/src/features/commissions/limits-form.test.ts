import { expect, test } from 'vitest'
import { limitsDraftOf, limitsFormOf, noLimits } from './limits-form.ts'

test('an empty form limits nothing', () => {
  expect(limitsDraftOf(noLimits)).toBeNull()
  expect(limitsFormOf(null)).toEqual(noLimits)
})

test('limits come back the same from their form', () => {
  const limits = {
    maxTriangles: 150_000,
    maxTextureEdge: 2_048,
    maxTextures: 0,
    maxBytes: 20 * 1_048_576,
    format: 'model' as const,
    size: { x: null, y: 762, z: null, tolerance: 3 },
    frameRate: 'amber' as const,
  }
  expect(limitsDraftOf(limitsFormOf(limits))).toEqual(limits)
})

test('numbers are read as people write them, and what is none is not taken for free', () => {
  const read = (maxTriangles: string) => limitsDraftOf({ ...noLimits, maxTriangles })?.maxTriangles
  expect([read('150 000'), read('150,000'), read('150.000'), read('١٥٠')]).toEqual([150_000, 150_000, 150_000, 150])
  expect(read('many')).toBe(-1)
})
