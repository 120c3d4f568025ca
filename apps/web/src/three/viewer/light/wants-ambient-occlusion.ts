import { savesData } from '../../../lib/device/saves-data.ts'
import { type RenderQuality } from '../../../lib/device/webgl-support.ts'

/** With fewer, the browser says that the device is a weak one. */
const minProcessorCores = 4

/**
 * Returns whether creases are darkened on this device, which draws the model twice in each frame: in full quality, with
 * a mouse, which phones and headsets do not have, on a machine that is not weak, and unless less data is wanted.
 */
export function wantsAmbientOcclusion(quality: RenderQuality): boolean {
  if (quality !== 'full' || savesData()) return false
  return navigator.hardwareConcurrency >= minProcessorCores && matchMedia('(any-pointer: fine)').matches
}
