import { RGBA_ASTC_4x4_Format, RGBA_BPTC_Format, RGBA_ETC2_EAC_Format, RGBAFormat } from 'three'
import { expect, test } from 'vitest'
import { basisCodecs, basisTargetsFor } from './basis-targets.ts'

const all = new Set([
  'WEBGL_compressed_texture_astc',
  'WEBGL_compressed_texture_etc',
  'EXT_texture_compression_bptc',
  'WEBGL_compressed_texture_s3tc',
])
const first = (extensions: ReadonlySet<string>, platform: string) => {
  const targets = basisTargetsFor(extensions, platform)
  return basisCodecs.map((codec) => targets[codec][0]?.formats[1])
}

test('each codec becomes what the graphics card draws best from', () => {
  const phone = new Set(['WEBGL_compressed_texture_astc', 'WEBGL_compressed_texture_etc'])
  expect(first(phone, 'Linux armv8l')).toEqual([RGBA_ETC2_EAC_Format, RGBA_ASTC_4x4_Format])
  expect(first(new Set(['EXT_texture_compression_bptc']), 'Win32')).toEqual([RGBA_BPTC_Format, RGBA_BPTC_Format])
  expect(first(new Set(), 'MacIntel')).toEqual([RGBAFormat, RGBAFormat])
})

test('formats of phones that a Linux desktop only pretends to have are left out', () => {
  expect(first(all, 'Linux x86_64')).toEqual([RGBA_BPTC_Format, RGBA_BPTC_Format])
  // A headset has none of the others.
  expect(first(all, 'Linux aarch64')).toEqual([RGBA_ETC2_EAC_Format, RGBA_ASTC_4x4_Format])
})

test('there is always a format for a texture of any size', () => {
  for (const extensions of [new Set<string>(), all])
    for (const codec of basisCodecs)
      expect(basisTargetsFor(extensions, 'Win32')[codec].some(({ wholeBlocks }) => !wholeBlocks)).toBe(true)
})
