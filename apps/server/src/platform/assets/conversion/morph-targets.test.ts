import { expect, test } from 'vitest'
import { ModelBuilder } from '../../../../seed/assets/model-builder.ts'
import { placeShape, roundedBox } from '../../../../seed/assets/shapes.ts'
import { listSurfaces } from '../model/surfaces.ts'
import { convertInProcess, heightOf } from '../testing/convert-in-process.ts'

/** Builds a box one metre high, two metres at the full weight of its morph target, with a small lid as a child node. */
function makeMorphingBox(weights: { mesh: number; node?: number }) {
  const model = new ModelBuilder('Swelling')
  const clay = model.addMaterial({ name: 'Clay', color: [1, 1, 1] })
  const body = placeShape(roundedBox(1, 1, 1, 0.02, 2), [0, 0.5, 0])
  const node = model.addPart('Body', body, clay)
  model.addPart('Lid', roundedBox(0.1, 0.1, 0.1, 0.01, 2), clay, { parent: node, position: [0, 0.5, 0] })
  const { document } = model
  const up = body.positions.map((value, at) => (at % 3 === 1 ? value : 0))
  const [buffer] = document.getRoot().listBuffers()
  const offsets = document
    .createAccessor()
    .setType('VEC3')
    .setArray(new Float32Array(up))
    .setBuffer(buffer ?? null)
  const mesh = node.getMesh()?.setWeights([weights.mesh])
  for (const primitive of mesh?.listPrimitives() ?? []) {
    primitive.addTarget(document.createPrimitiveTarget().setAttribute('POSITION', offsets))
  }
  if (weights.node !== undefined) node.setWeights([weights.node])
  return model.toGlb()
}

test.each([
  { weights: { mesh: 0 }, tall: 1 },
  { weights: { mesh: 1 }, tall: 2 },
  { weights: { mesh: 1, node: 0.5 }, tall: 1.5 },
])('measurements match the saved pose: $weights', async ({ weights, tall }) => {
  const { facts, model } = await convertInProcess(await makeMorphingBox(weights))
  expect(facts.size.y).toBeCloseTo(tall, 4)
  const shownTall = Math.max(...listSurfaces(model).map(({ positions }) => heightOf(positions)))
  expect(Math.abs(shownTall - tall)).toBeLessThan(0.0002)
  expect(facts.deviation).toBeLessThan(0.0001)
  // As a viewer reads it, node by node.
  const nodes = model.getRoot().listNodes()
  const shown = nodes.find((node) => node.getMesh()?.listPrimitives()[0]?.listTargets().length === 1)
  const drawn = shown?.getWeights()[0] ?? shown?.getMesh()?.getWeights()[0]
  expect(drawn).toBe(weights.node ?? weights.mesh)
})
