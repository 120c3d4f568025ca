import { turntable } from '@veranda/core/assets/turntable.ts'
import { type BoundingBox } from '@veranda/core/geometry/mesh.ts'
import sharp from 'sharp'
import { type Surface } from '../model/surfaces.ts'
import { frameTurntable } from './camera.ts'
import { readPaints, renderModel } from './render-model.ts'
import { thumbnailTurnRadians } from './render-thumbnail.ts'

/** A turntable is loaded when a pointer rests on a picture, so it must arrive in the blink of an eye. */
export const maxTurntableBytes = 200_000

/** The first that is small enough is taken. */
const qualities = [80, 68, 55, 42, 30, 18] as const

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
  let encoded: Buffer = pixels
  for (const quality of qualities) {
    encoded = await sharp(pixels, { raw: sprite })
      .webp({ quality, alphaQuality: Math.max(50, quality) })
      .toBuffer()
    if (encoded.length <= maxTurntableBytes) break
  }
  return encoded
}
