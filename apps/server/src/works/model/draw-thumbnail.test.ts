import { Document } from '@gltf-transform/core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Model } from '../../../seed/works/model.ts'
import { roundedBox } from '../../../seed/works/shape.ts'
import { drawThumbnail } from './draw-thumbnail.ts'
import { surfacesOf } from './surfaces.ts'

const box = { min: { x: -1, y: -1, z: -1 }, max: { x: 1, y: 1, z: 1 } }

/** A red cube in a larger green one, in this order. */
function cubes(order: readonly ('red' | 'green')[]): Document {
  const model = new Model('Cubes')
  for (const name of order) {
    const edge = name === 'red' ? 0.5 : 2
    const look = model.material({ name, color: name === 'red' ? [1, 0, 0] : [0, 1, 0] })
    model.part(name, roundedBox(edge, edge, edge, 0.01, 1), look)
  }
  return model.document
}

const drawn = async (document: Document) =>
  sharp(await drawThumbnail(surfacesOf(document), box))
    .raw()
    .toBuffer()

test('what is nearer is seen, whichever comes first', async () => {
  const one = await drawn(cubes(['red', 'green']))
  expect(await drawn(cubes(['green', 'red']))).toEqual(one)
  const middle = (180 * 480 + 240) * 4
  const [red = 0, green = 0] = one.subarray(middle, middle + 4)
  expect(green).toBeGreaterThan(red + 60)
})

test('beside the work there is nothing', async () => {
  expect((await drawn(cubes(['red', 'green'])))[3]).toBe(0)
})
