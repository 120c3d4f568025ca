import { expect, test } from 'vitest'
import { compareParts, largestChangeOf } from './compare-parts.ts'
import { type PartMesh } from './part-meshes.ts'
import { boxPart } from './testing/shapes.ts'

const tolerance = 0.0002
const corners = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1]
const lid = [4, 5, 6, 4, 6, 7]
const others = [0, 2, 1, 0, 3, 2, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7]

const part = (positions: readonly number[], indices: readonly number[]): PartMesh => ({
  name: 'Cabinet',
  positions: Float32Array.from(positions),
  indices: Uint32Array.from(indices),
})
const cabinet = (shelf: number) =>
  part([...corners, 0, 0, shelf, 1, 0, shelf, 1, 1, shelf, 0, 1, shelf], [...others, ...lid, 8, 9, 10, 8, 10, 11])

test('a shelf that moved within its part is detected, although all its corners lie on unchanged walls', () => {
  const [change] = compareParts([cabinet(0.3)], [cabinet(0.6)], tolerance)
  expect(change?.change).toBe('changed')
  expect(change?.largest).toBeCloseTo(0.3, 4)
  expect(change?.at?.z).toBeCloseTo(0.6, 5)
  expect(change?.mean).toBeGreaterThan(0.01)
  // In the heat map the shelf glows and the walls do not.
  expect(Math.min(...(change?.distances?.subarray(8) ?? []))).toBeGreaterThan(0.25)
  expect(Math.max(...(change?.distances?.subarray(0, 8) ?? []))).toBeLessThan(tolerance)
  expect(Math.min(...(change?.previousDistances?.subarray(8) ?? []))).toBeGreaterThan(0.25)
})

test('a removed lid is detected from the previous version', () => {
  const [change] = compareParts([part(corners, [...others, ...lid])], [part(corners, others)], tolerance)
  expect(change).toMatchObject({ change: 'changed', at: { z: 1 } })
  expect(change?.largest).toBeCloseTo(0.5, 2)
  const [back] = compareParts([part(corners, others)], [part(corners, [...others, ...lid])], tolerance)
  expect(back?.largest).toBeCloseTo(0.5, 2)
})

test('a bent square split along its other diagonal is a different shape, by its centre', () => {
  const bent = [0, 0, 0, 1, 0, 0.2, 1, 1, 0, 0, 1, 0.2]
  const [change] = compareParts([part(bent, [0, 1, 2, 0, 2, 3])], [part(bent, [0, 1, 3, 1, 2, 3])], tolerance)
  expect(change?.change).toBe('changed')
  // 200 mm vertically, and slightly less perpendicular to the bent sides.
  expect(change?.largest).toBeGreaterThan(0.18)
  expect(change?.largest).toBeLessThanOrEqual(0.2)
})

test('a hole too small for any sample is detected by its area', () => {
  const places = [0, 0, 0, 400, 0, 0, 0, 400, 0, 101.31, 97.17, 0, 101.61, 97.17, 0, 101.31, 97.47, 0]
  const around = [0, 1, 3, 1, 4, 3, 1, 2, 4, 2, 5, 4, 2, 0, 5, 0, 3, 5]
  const [whole, holed] = [part(places, [...around, 3, 4, 5]), part(places, around)]
  const [change] = compareParts([whole], [holed], 1e-6)
  expect(change?.change).toBe('changed')
  expect(change?.largest).toBeLessThanOrEqual(1e-6)
  expect(compareParts([holed], [holed], 1e-6)[0]?.change).toBe('same')
})

/** Returns a dome of `cuts` rings; fewer rings make it coarser. */
function dome(cuts: number): PartMesh {
  const flat = boxPart('Cabinet', { x: -1, y: 0, z: -1 }, { x: 1, y: 0, z: 1 }, cuts)
  const { positions } = flat
  for (let at = 0; at < positions.length; at += 3) {
    const [x, z] = [positions[at] ?? 0, positions[at + 2] ?? 0]
    positions[at + 1] = Math.cos(x) * Math.cos(z) * 0.3
  }
  return flat
}

test('a fine part and its simplified version are the same within the distance between them, and not below it', () => {
  const [fine, light] = [dome(48), dome(12)]
  const [far] = compareParts([fine], [light], 0)
  const difference = far?.largest ?? 0
  expect(difference).toBeGreaterThan(0.0001)
  expect(compareParts([fine], [light], difference)[0]?.change).toBe('same')
  expect(compareParts([light], [fine], difference)[0]?.change).toBe('same')
  expect(compareParts([fine], [light], difference * 0.9)[0]?.change).toBe('changed')
})

test('comparing the same two parts always gives the same result', () => {
  const once = compareParts([cabinet(0.3)], [cabinet(0.6)], tolerance)
  expect(compareParts([cabinet(0.3)], [cabinet(0.6)], tolerance)).toEqual(once)
})

test('the largest change is that of a part on the map: none that is gone, and none within the tolerance', () => {
  const changes = [
    { change: 'same', largest: 0.0004 },
    { change: 'moved', largest: 0.012 },
    { change: 'changed', largest: 0.003 },
    { change: 'gone', largest: 0.4 },
  ] as const
  expect(largestChangeOf(changes)).toBe(0.012)
  expect(largestChangeOf(changes.slice(0, 1))).toBe(0)
  expect(largestChangeOf([])).toBe(0)
})
