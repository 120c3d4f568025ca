import {
  type CompressedPixelFormat,
  RGB_ETC2_Format,
  RGB_S3TC_DXT1_Format,
  RGBA_ASTC_4x4_Format,
  RGBA_BPTC_Format,
  RGBA_ETC2_EAC_Format,
  RGBA_S3TC_DXT5_Format,
  RGBAFormat,
} from 'three'

/** The two codecs of Basis Universal in a KTX2 file: small, or fine enough for normal maps. */
export const basisCodecs = ['etc1s', 'uastc'] as const
export type BasisCodec = (typeof basisCodecs)[number]

/** A format that a texture can be transcoded to: its number in the transcoder and in three, without and with alpha. */
export type BasisTarget = {
  readonly codes: readonly [opaque: number, alpha: number]
  readonly formats: readonly [
    opaque: CompressedPixelFormat | typeof RGBAFormat,
    alpha: CompressedPixelFormat | typeof RGBAFormat,
  ]
  /** Width and height must be multiples of four. */
  readonly wholeBlocks: boolean
}

const astc: BasisTarget = {
  codes: [10, 10],
  formats: [RGBA_ASTC_4x4_Format, RGBA_ASTC_4x4_Format],
  wholeBlocks: false,
}
const etc2: BasisTarget = { codes: [0, 1], formats: [RGB_ETC2_Format, RGBA_ETC2_EAC_Format], wholeBlocks: false }
const bptc: BasisTarget = { codes: [7, 7], formats: [RGBA_BPTC_Format, RGBA_BPTC_Format], wholeBlocks: true }
const s3tc: BasisTarget = { codes: [2, 3], formats: [RGB_S3TC_DXT1_Format, RGBA_S3TC_DXT5_Format], wholeBlocks: true }
const uncompressed: BasisTarget = { codes: [13, 13], formats: [RGBAFormat, RGBAFormat], wholeBlocks: false }

/**
 * Returns what a graphics card can draw from, best first for each codec: of equal quality what takes the least memory.
 * On desktop Linux, drivers also report formats of phones, which they unpack in software; these are not used.
 */
export function basisTargetsFor(
  extensions: ReadonlySet<string>,
  platform: string,
): Readonly<Record<BasisCodec, readonly BasisTarget[]>> {
  const has = {
    astc: extensions.has('WEBGL_compressed_texture_astc'),
    etc2: extensions.has('WEBGL_compressed_texture_etc'),
    bptc: extensions.has('EXT_texture_compression_bptc'),
    s3tc: extensions.has('WEBGL_compressed_texture_s3tc'),
  }
  if (platform.startsWith('Linux x86') && has.bptc && has.s3tc) has.astc = has.etc2 = false
  const supported = (...targets: (readonly [BasisTarget, boolean])[]) => [
    ...targets.flatMap(([target, isSupported]) => (isSupported ? [target] : [])),
    uncompressed,
  ]
  return {
    etc1s: supported([etc2, has.etc2], [bptc, has.bptc], [s3tc, has.s3tc]),
    uastc: supported([astc, has.astc], [bptc, has.bptc], [etc2, has.etc2], [s3tc, has.s3tc]),
  }
}
