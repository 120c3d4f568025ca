import { expect, test } from 'vitest'
import { type PartMesh } from '@veranda/core/geometry/part-meshes.ts'
import { measureDeviations } from './deviation.ts'

const makeSail = (positions: readonly number[], indices: readonly number[]): PartMesh => ({
  name: 'Sail',
  positions: Float32Array.from(positions),
  indices: Uint32Array.from(indices),
})
const bentCorners = [0, 0, 0, 1, 0, 0.2, 1, 1, 0, 0, 1, 0.2]

test('a quad cut along its other diagonal differs in the middle, where it has no vertex', () => {
  const sail = [makeSail(bentCorners, [0, 1, 2, 0, 2, 3])]
  const [same, off] = measureDeviations(sail, [sail, [makeSail(bentCorners, [0, 1, 3, 1, 2, 3])]])
  expect(same).toBeLessThan(1e-7)
  expect(off).toBeGreaterThan(0.18)
  expect(off).toBeLessThanOrEqual(0.2)
})

test('identical surfaces have no distance, and a part that is not shown is ignored', () => {
  const sail = makeSail(bentCorners, [0, 1, 2, 0, 2, 3])
  expect(measureDeviations([sail], [[sail]])[0]).toBeLessThan(1e-7)
  expect(measureDeviations([sail, sail], [[sail]])[0]).toBeLessThan(1e-7)
})
