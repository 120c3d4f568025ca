import { turntable } from '@veranda/core/assets/turntable.ts'
import { type BoundingBox } from '@veranda/core/geometry/mesh.ts'
import sharp from 'sharp'
import { type Surface } from '../model/surfaces.ts'
import { frameTurntable } from './camera.ts'
import { readPaints, renderModel } from './render-model.ts'
import { thumbnailTurnRadians } from './render-thumbnail.ts'

/** A turntable is loaded when a pointer rests on a picture, so it must arrive in the blink of an eye. */
export const maxTurntableBytes = 200_000

/**
 * Encodings of the image, of which the first that is small enough is taken. Foliage and nets, whose edges are everywhere, cost
 * more for their transparency than for their colours, and at last their frames get smaller.
 */
const encodings = [
  { quality: 80, alphaQuality: 80, scale: 1 },
  { quality: 68, alphaQuality: 68, scale: 1 },
  { quality: 55, alphaQuality: 55, scale: 1 },
  { quality: 42, alphaQuality: 50, scale: 1 },
  { quality: 30, alphaQuality: 50, scale: 1 },
  { quality: 18, alphaQuality: 50, scale: 1 },
  { quality: 18, alphaQuality: 20, scale: 1 },
  { quality: 30, alphaQuality: 50, scale: 0.75 },
  { quality: 18, alphaQuality: 20, scale: 0.75 },
  { quality: 30, alphaQuality: 50, scale: 0.5 },
  { quality: 18, alphaQuality: 20, scale: 0.5 },
  { quality: 30, alphaQuality: 30, scale: 0.25 },
] as const

/** Renders a model on a turntable as one WebP with a transparent background of at most `maxTurntableBytes`. */
export async function renderTurntable(surfaces: readonly Surface[], box: BoundingBox): Promise<Buffer> {
  const { frames, columns, rows, frameWidthPixels: width, frameHeightPixels: height } = turntable
  // The camera goes to the left, so the model turns to the right.
  const turns = Array.from({ length: frames }, (_, frame) => thumbnailTurnRadians - (frame * 2 * Math.PI) / frames)
  const paints = await readPaints(surfaces)
  const sprite = { width: width * columns, height: height * rows, channels: 4 } as const
  const pixels = Buffer.alloc(sprite.width * sprite.height * 4)
  for (const [frame, camera] of frameTurntable(surfaces, box, { width, height }, turns).entries()) {
    const picture = renderModel(surfaces, paints, box, camera)
    const corner = (Math.floor(frame / columns) * height * sprite.width + (frame % columns) * width) * 4
    for (let row = 0; row < height; row += 1) {
      pixels.set(picture.subarray(row * width * 4, (row + 1) * width * 4), corner + row * sprite.width * 4)
    }
  }
  return encodeTurntable(pixels, sprite)
}

/** Encodes the pixels of all frames as one WebP of at most `maxTurntableBytes`. Smaller frames keep their shape. */
export async function encodeTurntable(
  pixels: Buffer,
  sprite: { readonly width: number; readonly height: number; readonly channels: 4 },
): Promise<Buffer> {
  let encoded: Buffer = pixels
  for (const { quality, alphaQuality, scale } of encodings) {
    const image = sharp(pixels, { raw: sprite })
    if (scale < 1) image.resize(sprite.width * scale, sprite.height * scale)
    encoded = await image.webp({ quality, alphaQuality }).toBuffer()
    if (encoded.length <= maxTurntableBytes) break
  }
  return encoded
}
