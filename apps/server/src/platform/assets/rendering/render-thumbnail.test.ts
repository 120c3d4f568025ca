import { Document } from '@gltf-transform/core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ModelBuilder } from '../../../../seed/assets/model-builder.ts'
import { roundedBox } from '../../../../seed/assets/shapes.ts'
import { usedPaint } from '../../../../seed/assets/surface-textures.ts'
import { frameModel } from './camera.ts'
import { readPaints, renderModel } from './render-model.ts'
import { renderThumbnail, thumbnailTurnRadians } from './render-thumbnail.ts'
import { listSurfaces } from '../model/surfaces.ts'

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

/** A quarter of a thumbnail, which shows the same in a sixteenth of the time. */
const size = { width: 240, height: 180 } as const

/** Renders what a thumbnail shows, as the four channels of each pixel. */
async function renderPixels(document: Document, bounds = box): Promise<Buffer> {
  const surfaces = listSurfaces(document)
  const camera = frameModel(surfaces, bounds, size, thumbnailTurnRadians)
  return Buffer.from(renderModel(surfaces, await readPaints(surfaces), bounds, camera).buffer)
}

test('the nearer surface is visible, in any drawing order', async () => {
  const one = await renderPixels(makeCubes(['red', 'green']))
  expect((await renderPixels(makeCubes(['green', 'red']))).equals(one)).toBe(true)
  const middle = (90 * size.width + 120) * 4
  const [red = 0, green = 0] = one.subarray(middle, middle + 4)
  expect(green).toBeGreaterThan(red + 60)
  // The background is transparent.
  expect(one[3]).toBe(0)
})

const pixelAt = (pixels: Buffer, x: number, y: number) => {
  const at = (y * size.width + x) * 4
  return [...pixels.subarray(at, at + 4)]
}

test('a model stands in a soft shadow that is dark on a light page and adds nothing to a dark one', async () => {
  const pixels = await renderPixels(makeCubes(['green']))
  const shadows = Array.from({ length: size.width }, (_, x) => pixelAt(pixels, x, 150)).filter(
    ([, , , alpha = 0]) => alpha > 20 && alpha < 200,
  )
  expect(shadows.length).toBeGreaterThan(10)
  for (const [red = 255, green = 255, blue = 255] of shadows.slice(-5))
    expect(Math.max(red, green, blue)).toBeLessThan(60)
})

test('polished metal mirrors the studio, and the same colour without gloss does not', async () => {
  const spreadOf = async (roughness: number, metalness: number) => {
    const model = new ModelBuilder('Ball')
    const look = model.addMaterial({ name: 'Look', color: [0.5, 0.5, 0.5], roughness, metalness })
    model.addPart('Ball', roundedBox(2, 2, 2, 0.99, 12), look)
    const pixels = await renderPixels(model.document)
    const middle = Array.from({ length: 75 }, (_, x) => pixelAt(pixels, x + 82, 75)[1] ?? 0)
    return Math.max(...middle) - Math.min(...middle)
  }
  expect(await spreadOf(0.1, 1)).toBeGreaterThan((await spreadOf(1, 0)) + 60)
})

test('what is behind glass is seen through it', async () => {
  const withGlass = async (alpha: number) => {
    const model = new ModelBuilder('Showcase')
    const red = model.addMaterial({ name: 'Red', color: [0.8, 0.05, 0.05] })
    const glass = model.addMaterial({ name: 'Glass', color: [0.9, 0.95, 1], roughness: 0.1 })
    glass.setAlphaMode(alpha < 1 ? 'BLEND' : 'OPAQUE').setBaseColorFactor([0.9, 0.95, 1, alpha])
    model.addPart('Inside', roundedBox(1, 1, 1, 0.01, 1), red)
    model.addPart('Outside', roundedBox(2, 2, 2, 0.01, 1), glass)
    const [r = 0, g = 0] = pixelAt(await renderPixels(model.document), 120, 90)
    return r - g
  }
  expect(await withGlass(0.15)).toBeGreaterThan((await withGlass(1)) + 50)
})

test('a model of any size fills the picture and is not cut off', async () => {
  for (const half of [0.01, 1, 300]) {
    const model = new ModelBuilder('Bar')
    model.addPart(
      'Bar',
      roundedBox(half * 2, half * 0.3, half * 0.3, half * 0.02, 2),
      model.addMaterial({ name: 'Red', color: [1, 0, 0] }),
    )
    const max = { x: half, y: half * 0.15, z: half * 0.15 }
    const bar = { min: { x: -max.x, y: -max.y, z: -max.z }, max }
    const pixels = await renderPixels(model.document, bar)
    const isBar = (at: number) => (pixels[at + 3] ?? 0) > 200 && (pixels[at] ?? 0) > (pixels[at + 1] ?? 0) + 40
    const rows = Array.from({ length: size.height }, (_, y) => y)
    const columns = Array.from({ length: size.width }, (_, x) => rows.some((y) => isBar((y * size.width + x) * 4)))
    expect(columns.indexOf(true), `${half}`).toBeGreaterThan(5)
    expect(columns.lastIndexOf(true) - columns.indexOf(true), `${half}`).toBeGreaterThan(195)
    expect(columns.lastIndexOf(true), `${half}`).toBeLessThan(235)
  }
})

test('a model with broken normals and texture coordinates still gets a picture', async () => {
  const model = new ModelBuilder('Broken')
  const shape = roundedBox(2, 2, 2, 0.1, 2)
  const normals = shape.normals.map((value, at) => (at % 7 === 0 ? NaN : at % 5 === 0 ? 0 : value))
  const uvs = shape.uvs.map((_, at) => (at % 3 === 0 ? NaN : at % 2 === 0 ? 1e30 : -Infinity))
  const textures = await usedPaint([0.8, 0.2, 0.2])
  model.addPart('Box', { ...shape, normals, uvs }, model.addMaterial({ name: 'Paint', color: [1, 1, 1], textures }))
  model.addPart(
    'Nothing',
    { ...shape, positions: shape.positions.map(() => 0) },
    model.addMaterial({ name: 'Red', color: [1, 0, 0] }),
  )
  const thumbnail = await renderThumbnail(listSurfaces(model.document), box)
  const { data, info } = await sharp(thumbnail).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 960, height: 720, channels: 4 })
  expect(data[(360 * 960 + 480) * 4 + 3]).toBe(255)
})
