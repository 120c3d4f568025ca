import { expect, test } from 'vitest'
import { type PartChange } from '../geometry/compare-parts.ts'
import { compareMaterials, countDifferences, type MaterialFacts } from './compare-materials.ts'

const oak: MaterialFacts = {
  color: '#b98a5a',
  colorTexture: null,
  emissive: '#000000',
  emissiveTexture: null,
  surfaceTexture: null,
  normalTexture: null,
  metalness: 0,
  roughness: 0.6,
  opacity: 1,
  transmission: 0,
  emissiveStrength: 1,
  isUnlit: false,
}
const moss = { ...oak, color: '#335522' }
const grain = { width: 512, height: 512, digest: '00c0ffee' }
const part = (...materials: readonly MaterialFacts[]) => [{ name: 'Seat', materials }]
const lookOf = (before: readonly MaterialFacts[], after: readonly MaterialFacts[]) =>
  compareMaterials(part(...before), part(...after)).get('Seat')

test('another base colour is reported with both colours, and nothing else is said of the part', () => {
  expect(lookOf([oak], [moss])).toEqual({ color: { before: '#b98a5a', after: '#335522' }, hasOtherMaterial: false })
  expect(lookOf([oak], [{ ...oak }])).toBeUndefined()
})

test('a texture is another by its size or its image, and has no plain colour to show', () => {
  const grained = { ...oak, colorTexture: grain }
  expect(lookOf([grained], [{ ...oak, colorTexture: { ...grain } }])).toBeUndefined()
  for (const colorTexture of [
    { ...grain, digest: '0badcafe' },
    { ...grain, width: 1_024 },
  ])
    expect(lookOf([grained], [{ ...oak, colorTexture }])).toEqual({
      color: { before: null, after: null },
      hasOtherMaterial: false,
    })
  expect(lookOf([oak], [grained])?.color).toEqual({ before: '#b98a5a', after: null })
})

test.each<Partial<MaterialFacts>>([
  { metalness: 1 },
  { roughness: 0.2 },
  { opacity: 0.5 },
  { transmission: 1 },
  { emissive: '#ffaa00' },
  { emissiveStrength: 4 },
  { isUnlit: true },
  { emissiveTexture: grain },
  { surfaceTexture: grain },
  { normalTexture: grain },
])('another %o is another material of the same colour', (change) => {
  expect(lookOf([oak], [{ ...oak, ...change }])).toEqual({ color: null, hasOtherMaterial: true })
})

test('a factor that differs by less than anyone sees is the same', () => {
  expect(lookOf([oak], [{ ...oak, roughness: 0.604, metalness: 0.004 }])).toBeUndefined()
})

test('materials that changed places are seen; one that came or went is compared with what was there', () => {
  expect(lookOf([oak, moss], [moss, oak])?.color).toEqual({ before: '#b98a5a', after: '#335522' })
  // Another mesh of a material that the part has already changes its shape only.
  expect(lookOf([oak, moss], [oak, moss, oak])).toBeUndefined()
  expect(lookOf([oak], [moss, oak])?.color).toEqual({ before: '#b98a5a', after: '#335522' })
  expect(lookOf([moss, oak], [oak])?.color).toEqual({ before: '#335522', after: '#b98a5a' })
})

test('a part without a counterpart has no other look', () => {
  expect(compareMaterials([], part(moss)).size).toBe(0)
  expect(compareMaterials(part(oak), []).size).toBe(0)
  expect(lookOf([], [oak])).toBeUndefined()
})

test('parts are counted by how they differ, and one that differs in two ways counts in both', () => {
  const look = { color: { before: null, after: null }, hasOtherMaterial: true }
  const difference = (change: PartChange['change'], one: typeof look | null) => {
    const distances = { distances: null, previousDistances: null }
    return { name: '', change, offset: null, largest: 0, mean: 0, at: null, ...distances, look: one }
  }
  expect(countDifferences([difference('moved', null), difference('moved', look), difference('same', look)])).toEqual([
    { kind: 'moved', count: 2 },
    { kind: 'color', count: 2 },
    { kind: 'material', count: 2 },
  ])
  expect(countDifferences([difference('same', null)])).toEqual([])
})
