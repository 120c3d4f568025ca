import { turntable } from '@veranda/core/assets/turntable.ts'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { ModelBuilder } from '../../../../seed/assets/model-builder.ts'
import { roundedBox } from '../../../../seed/assets/shapes.ts'
import { listSurfaces } from '../model/surfaces.ts'
import { encodeTurntable, maxTurntableBytes, renderTurntable } from './render-turntable.ts'
import { isMatrixRun } from '../../../testing/test-scope.ts'

const { frames, columns, rows, frameWidthPixels: width, frameHeightPixels: height } = turntable

let pictures: Buffer[]
beforeAll(async () => {
  pictures = await renderSignpost()
})

/** Renders a red bar that reaches from the axis to one side, on a thin green pole. Returns the pixels of each frame. */
async function renderSignpost(): Promise<Buffer[]> {
  const model = new ModelBuilder('Signpost')
  const pole = roundedBox(0.1, 2, 0.1, 0.01, 1)
  model.addPart('Pole', pole, model.addMaterial({ name: 'Green', color: [0, 1, 0] }))
  const bar = roundedBox(1, 0.2, 0.1, 0.01, 1)
  const positions = bar.positions.map((value, at) => (at % 3 === 0 ? value + 0.6 : value))
  model.addPart('Bar', { ...bar, positions }, model.addMaterial({ name: 'Red', color: [1, 0, 0] }))
  const box = { min: { x: -0.05, y: -1, z: -0.05 }, max: { x: 1.1, y: 1, z: 0.05 } }
  const image = await renderTurntable(listSurfaces(model.document), box)
  expect(image.length).toBeLessThan(maxTurntableBytes)
  return Promise.all(
    Array.from({ length: frames }, (_, frame) =>
      sharp(image)
        .extract({ left: (frame % columns) * width, top: Math.floor(frame / columns) * height, width, height })
        .raw()
        .toBuffer(),
    ),
  )
}

type Color = 'red' | 'green'

/** Returns the mean column, the highest row and the number of pixels of a colour. */
function placeOf(pixels: Buffer, color: Color) {
  const found: { x: number; y: number }[] = []
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, , alpha = 0] = pixels.subarray(at, at + 4)
    const isColor = color === 'red' ? red > green + 60 : green > red + 60
    if (alpha > 200 && isColor) found.push({ x: (at / 4) % width, y: Math.floor(at / 4 / width) })
  }
  const rows = found.map(({ y }) => y)
  const x = found.reduce((sum, one) => sum + one.x, 0) / found.length
  return { x, top: Math.min(...rows), count: found.length }
}

test('a whole turn shows the model from all sides, none of them cut off', () => {
  const sides = pictures.map((pixels) => Math.sign(placeOf(pixels, 'red').x - placeOf(pixels, 'green').x))
  // Half of the turn on each side of the pole: it changes sides twice.
  expect(sides.filter((side, frame) => side !== sides.at(frame - 1)).length).toBe(2)
  for (const [frame, pixels] of pictures.entries()) {
    const border = Array.from({ length: height }, (_, y) => [y * width, y * width + width - 1]).flat()
    for (const pixel of border) expect(pixels[pixel * 4 + 3], `frame ${frame}`).toBe(0)
  }
})

test('the camera keeps its distance, so that the model turns without growing', () => {
  const poles = pictures.map((pixels) => placeOf(pixels, 'green'))
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values)
  expect(spread(poles.map(({ top }) => top))).toBeLessThan(height * 0.08)
})

test('the model turns to its right from the view of the thumbnail', () => {
  const [first, next] = pictures.map((pixels) => placeOf(pixels, 'red'))
  // The bar points to the right; seen from the right of the model, it looks short and then longer.
  expect(next?.count ?? 0).toBeGreaterThan(first?.count ?? 0)
})

test.runIf(isMatrixRun)(
  'no model is too large for its turntable, not even leaves before the sky, and its frames keep their places',
  async () => {
    const sprite = { width: columns * width, height: rows * height, channels: 4 } as const
    const pixels = Buffer.alloc(sprite.width * sprite.height * 4)
    for (let at = 0; at < pixels.length; at += 1) pixels[at] = at % 4 === 3 ? 255 * (noiseAt(at) & 1) : noiseAt(at)
    const image = await encodeTurntable(pixels, sprite)
    expect(image.length).toBeLessThanOrEqual(maxTurntableBytes)
    const size = await sharp(image).metadata()
    expect([size.width % columns, size.height % rows]).toEqual([0, 0])
    expect(size.width / size.height).toBe(sprite.width / sprite.height)
  },
)

/** Returns a byte that looks like chance and is the same in every run. */
function noiseAt(index: number): number {
  const mixed = Math.imul(index ^ (index >>> 15), 0x2c1b3c6d)
  return ((mixed ^ (mixed >>> 12)) >>> 8) & 255
}
