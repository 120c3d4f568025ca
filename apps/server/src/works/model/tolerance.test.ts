import { expect, test } from 'vitest'
import { type PartMesh } from '@veranda/core/geometry/part-meshes.ts'
import { tolerancesOf } from './tolerance.ts'

const part = (positions: readonly number[], indices: readonly number[]): PartMesh => ({
  name: 'Sail',
  positions: Float32Array.from(positions),
  indices: Uint32Array.from(indices),
})
const bent = [0, 0, 0, 1, 0, 0.2, 1, 1, 0, 0, 1, 0.2]

test('a sail cut along its other diagonal is off by what lies between in the middle, where no corner is', () => {
  const sail = [part(bent, [0, 1, 2, 0, 2, 3])]
  const [same, off] = tolerancesOf(sail, [sail, [part(bent, [0, 1, 3, 1, 2, 3])]])
  expect(same).toBeLessThan(1e-7)
  expect(off).toBeGreaterThan(0.18)
  expect(off).toBeLessThanOrEqual(0.2)
})

test('the same surface is nowhere off, and a part that is not shown counts for nothing', () => {
  const sail = part(bent, [0, 1, 2, 0, 2, 3])
  expect(tolerancesOf([sail], [[sail]])[0]).toBeLessThan(1e-7)
  expect(tolerancesOf([sail, sail], [[sail]])[0]).toBeLessThan(1e-7)
})
