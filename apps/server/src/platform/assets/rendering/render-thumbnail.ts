import { type BoundingBox } from '@veranda/core/geometry/mesh.ts'
import sharp from 'sharp'
import { type Surface } from '../model/surfaces.ts'
import { frameModel } from './camera.ts'
import { readPaints, renderModel } from './render-model.ts'

/** Size of a thumbnail in pixels. */
export const thumbnailSize = { width: 960, height: 720 } as const

/** Angle of the view, from the front to the right. */
export const thumbnailTurnRadians = 0.62

/**
 * Renders a model in software in a photo studio, seen from slightly above and to the right: 960 × 720 WebP with a
 * transparent background and the model's shadow.
 */
export async function renderThumbnail(surfaces: readonly Surface[], box: BoundingBox): Promise<Buffer> {
  const camera = frameModel(surfaces, box, thumbnailSize, thumbnailTurnRadians)
  const pixels = renderModel(surfaces, await readPaints(surfaces), box, camera)
  return sharp(Buffer.from(pixels.buffer), { raw: { ...thumbnailSize, channels: 4 } })
    .webp({ quality: 82, alphaQuality: 90 })
    .toBuffer()
}
