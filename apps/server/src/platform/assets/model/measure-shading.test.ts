import { rateForHeadset } from '@veranda/core/assets/headset-rating.ts'
import { expect, test } from 'vitest'
import { ModelBuilder } from '../../../../seed/assets/model-builder.ts'
import { ball, box } from '../../../../seed/assets/solids.ts'
import { makeMaterialsBoard } from '../testing/materials-board.ts'
import { makeSkinnedFigure } from '../testing/skinned-figure.ts'
import { loadGlb } from './load-glb.ts'
import { measureModel } from './measure-model.ts'
import { nameParts } from './name-parts.ts'
import { listSurfaces } from './surfaces.ts'

async function measure(bytes: Uint8Array) {
  const loaded = await loadGlb(bytes)
  if (!loaded.ok) throw new Error(loaded.refusal.code)
  const names = nameParts(loaded.value)
  const measured = measureModel(loaded.value, listSurfaces(loaded.value), names)
  if (!measured.ok) throw new Error(measured.refusal.code)
  return measured.value
}

async function rate(bytes: Uint8Array) {
  const { facts, costs } = await measure(bytes)
  const { level, reasons } = rateForHeadset(facts, costs)
  return { level, reasons: reasons.map(({ what, value, parts }) => [what, value, parts?.map(({ name }) => name)]) }
}

test('a board of materials is amber, because its two glass balls let light through', async () => {
  expect(await rate(await makeMaterialsBoard())).toEqual({
    level: 'amber',
    reasons: [['transmission', 2, ['Clear glass', 'Amber glass']]],
  })
})

test('see-through layers count as often as they lie over one another, and the thickest stack is named first', async () => {
  const builder = new ModelBuilder('Veils')
  const veil = builder.addMaterial({ name: 'Veil', color: [1, 1, 1], opacity: 0.2, isDoubleSided: true })
  const solid = builder.addMaterial({ name: 'Solid', color: [1, 1, 1] })
  builder.addPart('Frame', box(1, 1, 0.5), solid)
  for (const [index, depth] of [-0.2, 0, 0.2].entries())
    builder.addPart(`Veil ${index + 1}`, box(1, 1, 0.01, 0.001), veil, { position: [0, 0, depth] })
  builder.addPart('Small veil', box(0.5, 0.5, 0.01, 0.001), veil)
  // Each pane has a front and a back, and both are drawn: two layers for a large one, a quarter of that for the small.
  const { level, reasons } = await rate(await builder.toGlb())
  expect(level).toBe('red')
  expect(reasons.map(([what]) => what)).toEqual(['blending'])
  expect(reasons[0]?.[1]).toBeCloseTo(6.5, 1)
  expect(reasons[0]?.[2]).toHaveLength(3)
  expect(reasons[0]?.[2]).not.toContain('Small veil')
})

test('a see-through ball alone is a single layer, since only its nearer half is drawn', async () => {
  const builder = new ModelBuilder('Bubble')
  builder.addPart('Bubble', ball(0.5, 60), builder.addMaterial({ name: 'Soap', color: [1, 1, 1], opacity: 0.3 }))
  const { costs } = await measure(await builder.toGlb())
  expect(costs[0]?.shares.blending).toBeCloseTo(Math.PI / 4, 1)
})

test('cut-out leaves count half as much as see-through ones, and what is solid not at all', async () => {
  const builder = new ModelBuilder('Hedge')
  const leaf = builder.addMaterial({ name: 'Leaf', color: [1, 1, 1], isDoubleSided: true })
  leaf.setAlphaMode('MASK')
  builder.addPart('Box', box(1, 1, 0.5), builder.addMaterial({ name: 'Clay', color: [1, 1, 1] }))
  for (const [index, depth] of [-0.2, 0, 0.2].entries())
    builder.addPart(`Leaves ${index + 1}`, box(1, 1, 0.01, 0.001), leaf, { position: [0, 0, depth] })
  const { level, reasons } = await rate(await builder.toGlb())
  expect(level).toBe('amber')
  // Each has a front and a back, so that there are six layers.
  expect(reasons).toEqual([['blending', expect.closeTo(3, 1), ['Leaves 1', 'Leaves 2', 'Leaves 3']]])
})

test('coats count by the share of the surface that has them, and bones by the vertices that they move', async () => {
  const board = await measure(await makeMaterialsBoard())
  const coatOf = (name: string) => board.costs.find(({ part }) => part === name)?.shares.coating ?? 0
  expect(coatOf('Lacquered ball')).toBeGreaterThan(0.03)
  expect(coatOf('Lacquered ball')).toBeCloseTo(coatOf('Cloth ball'), 2)
  expect(coatOf('Gold')).toBe(0)
  const figure = await measure(await makeSkinnedFigure({ matrices: true, rigidPartName: 'Hat' }))
  const moved = figure.costs.map(({ part, shares }) => [part, shares.skinning > 0])
  expect(moved).toContainEqual(['Hat', false])
  expect(moved.some(([, isMoved]) => isMoved)).toBe(true)
})
