import { expect, test } from 'vitest'
import { Model } from '../../../seed/works/model.ts'
import { placed, roundedBox } from '../../../seed/works/shape.ts'
import { surfacesOf } from '../model/surfaces.ts'
import { converted, tallOf } from '../testing/converted.ts'

/** A metre high, twice that at the full weight of its one morph target, with a small lid below its node. */
function swelling(weights: { mesh: number; node?: number }) {
  const model = new Model('Swelling')
  const clay = model.material({ name: 'Clay', color: [1, 1, 1] })
  const body = placed(roundedBox(1, 1, 1, 0.02, 2), [0, 0.5, 0])
  const node = model.part('Body', body, clay)
  model.part('Lid', roundedBox(0.1, 0.1, 0.1, 0.01, 2), clay, { below: node, at: [0, 0.5, 0] })
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
  return model.bytes()
}

test.each([
  { weights: { mesh: 0 }, tall: 1 },
  { weights: { mesh: 1 }, tall: 2 },
  { weights: { mesh: 1, node: 0.5 }, tall: 1.5 },
])('what is measured is as it is drawn at rest: $weights', async ({ weights, tall }) => {
  const { facts, model } = await converted(await swelling(weights))
  expect(facts.size.y).toBeCloseTo(tall, 4)
  const shownTall = Math.max(...surfacesOf(model).map(({ positions }) => tallOf(positions)))
  expect(Math.abs(shownTall - tall)).toBeLessThan(0.0002)
  expect(facts.tolerance).toBeLessThan(0.0001)
  // As a viewer reads it, node by node.
  const nodes = model.getRoot().listNodes()
  const shown = nodes.find((node) => node.getMesh()?.listPrimitives()[0]?.listTargets().length === 1)
  const drawn = shown?.getWeights()[0] ?? shown?.getMesh()?.getWeights()[0]
  expect(drawn).toBe(weights.node ?? weights.mesh)
})
