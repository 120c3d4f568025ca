import { Document } from '@gltf-transform/core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ModelBuilder } from '../../../../seed/assets/model-builder.ts'
import { roundedBox } from '../../../../seed/assets/shapes.ts'
import { renderThumbnail } from './render-thumbnail.ts'
import { listSurfaces } from './surfaces.ts'

const box = { min: { x: -1, y: -1, z: -1 }, max: { x: 1, y: 1, z: 1 } }

/** Builds a red cube inside a larger green one, in this order. */
function makeCubes(order: readonly ('red' | 'green')[]): Document {
  const model = new ModelBuilder('Cubes')
  for (const name of order) {
    const edge = name === 'red' ? 0.5 : 2
    const look = model.addMaterial({ name, color: name === 'red' ? [1, 0, 0] : [0, 1, 0] })
    model.addPart(name, roundedBox(edge, edge, edge, 0.01, 1), look)
  }
  return model.document
}

const renderPixels = async (document: Document) =>
  sharp(await renderThumbnail(listSurfaces(document), box))
    .raw()
    .toBuffer()

test('the nearer surface is visible, in any drawing order', async () => {
  const one = await renderPixels(makeCubes(['red', 'green']))
  expect(await renderPixels(makeCubes(['green', 'red']))).toEqual(one)
  const middle = (180 * 480 + 240) * 4
  const [red = 0, green = 0] = one.subarray(middle, middle + 4)
  expect(green).toBeGreaterThan(red + 60)
})

test('the background is transparent', async () => {
  expect((await renderPixels(makeCubes(['red', 'green'])))[3]).toBe(0)
})
