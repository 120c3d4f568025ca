import sharp from 'sharp'
import { loadGlb } from '../../src/platform/assets/model/load-glb.ts'
import { encodeGlb, removeRedundancy, resizeTextures } from '../../src/platform/assets/model/optimise.ts'
import { makeChair } from './chair.ts'

const textureEdgePixels = 512
const stillQualityPercent = 52

/** Builds version 1 of the reading chair as the sign-in pages load it: small, with named parts. */
export async function makeFrontDoorChair(): Promise<Uint8Array> {
  const loaded = await loadGlb(await makeChair(1))
  if (!loaded.ok) throw new Error(`the reading chair is not valid: ${loaded.refusal.code}`)
  await removeRedundancy(loaded.value)
  await resizeTextures(loaded.value, textureEdgePixels)
  return encodeGlb(loaded.value)
}

/** Encodes a screenshot as AVIF of the given width in pixels. */
export function encodeStill(png: Uint8Array, width: number): Promise<Buffer> {
  return sharp(png).resize({ width }).avif({ quality: stillQualityPercent, effort: 6 }).toBuffer()
}
