import { type Material, type Texture, type TextureInfo } from '@gltf-transform/core'
import { type EmissiveStrength, type Transform, type Transmission } from '@gltf-transform/extensions'
import sharp from 'sharp'

/** Longest edge of a texture in the image; the thumbnail shows no more. */
const maxTextureEdge = 512

/** A texture with its mipmaps, the largest first: RGBA bytes, each half as large as the one before. */
export type Texels = {
  readonly levels: readonly { readonly width: number; readonly height: number; readonly bytes: Uint8Array }[]
  /** Offset and scale of KHR_texture_transform. */
  readonly offset: readonly [u: number, v: number]
  readonly scale: readonly [u: number, v: number]
}

/** Properties of a material that shape its light, from glTF's metallic-roughness model. */
export type Paint = {
  readonly color: readonly [red: number, green: number, blue: number, alpha: number]
  readonly metalness: number
  readonly roughness: number
  readonly emission: readonly [red: number, green: number, blue: number]
  readonly normalScale: number
  readonly transmission: number
  readonly isUnlit: boolean
  readonly isDoubleSided: boolean
  /** Alpha below which nothing is drawn; 0 for materials without holes. */
  readonly alphaCutoff: number
  readonly isTransparent: boolean
  readonly colorMap: Texels | null
  readonly surfaceMap: Texels | null
  readonly normalMap: Texels | null
  readonly emissionMap: Texels | null
}

export const defaultPaint: Paint = {
  color: [0.75, 0.75, 0.75, 1],
  metalness: 0,
  roughness: 0.7,
  emission: [0, 0, 0],
  normalScale: 1,
  transmission: 0,
  isUnlit: false,
  isDoubleSided: true,
  alphaCutoff: 0,
  isTransparent: false,
  colorMap: null,
  surfaceMap: null,
  normalMap: null,
  emissionMap: null,
}

/** Reads a material with its textures; a texture that cannot be decoded is left out. */
export async function readPaint(material: Material | null): Promise<Paint> {
  if (!material) return defaultPaint
  const [red, green, blue, alpha] = material.getBaseColorFactor()
  const strength =
    material.getExtension<EmissiveStrength>('KHR_materials_emissive_strength')?.getEmissiveStrength() ?? 1
  const [glowRed, glowGreen, glowBlue] = material.getEmissiveFactor()
  const transmission = material.getExtension<Transmission>('KHR_materials_transmission')?.getTransmissionFactor() ?? 0
  const mode = material.getAlphaMode()
  return {
    color: [red, green, blue, mode === 'OPAQUE' ? 1 : alpha],
    metalness: material.getMetallicFactor(),
    roughness: material.getRoughnessFactor(),
    emission: [glowRed * strength, glowGreen * strength, glowBlue * strength],
    normalScale: material.getNormalScale(),
    transmission,
    isUnlit: material.getExtension('KHR_materials_unlit') !== null,
    isDoubleSided: material.getDoubleSided(),
    alphaCutoff: mode === 'MASK' ? material.getAlphaCutoff() : 0,
    isTransparent: mode === 'BLEND' || transmission > 0,
    colorMap: await readTexels(material.getBaseColorTexture(), material.getBaseColorTextureInfo()),
    surfaceMap: await readTexels(material.getMetallicRoughnessTexture(), material.getMetallicRoughnessTextureInfo()),
    normalMap: await readTexels(material.getNormalTexture(), material.getNormalTextureInfo()),
    emissionMap: await readTexels(material.getEmissiveTexture(), material.getEmissiveTextureInfo()),
  }
}

async function readTexels(texture: Texture | null, info: TextureInfo | null): Promise<Texels | null> {
  const image = texture?.getImage()
  if (!image) return null
  const transform = info?.getExtension<Transform>('KHR_texture_transform')
  const [offsetU = 0, offsetV = 0] = transform?.getOffset() ?? []
  const [scaleU = 1, scaleV = 1] = transform?.getScale() ?? []
  try {
    const { data, info: size } = await sharp(image)
      .resize({ width: maxTextureEdge, height: maxTextureEdge, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const levels: Texels['levels'][number][] = [{ width: size.width, height: size.height, bytes: new Uint8Array(data) }]
    for (let last = levels[0]; last && Math.max(last.width, last.height) > 1; last = levels.at(-1)) {
      levels.push(halve(last))
    }
    return { levels, offset: [offsetU, offsetV], scale: [scaleU, scaleV] }
  } catch {
    return null
  }
}

function halve({ width, height, bytes }: Texels['levels'][number]): Texels['levels'][number] {
  const [nextWidth, nextHeight] = [Math.max(1, width >> 1), Math.max(1, height >> 1)]
  const next = new Uint8Array(nextWidth * nextHeight * 4)
  for (let y = 0; y < nextHeight; y += 1) {
    const [row, below] = [Math.min(height - 1, y * 2) * width, Math.min(height - 1, y * 2 + 1) * width]
    for (let x = 0; x < nextWidth; x += 1) {
      const [left, right] = [Math.min(width - 1, x * 2), Math.min(width - 1, x * 2 + 1)]
      for (let channel = 0; channel < 4; channel += 1) {
        const sum =
          (bytes[(row + left) * 4 + channel] ?? 0) +
          (bytes[(row + right) * 4 + channel] ?? 0) +
          (bytes[(below + left) * 4 + channel] ?? 0) +
          (bytes[(below + right) * 4 + channel] ?? 0)
        next[(y * nextWidth + x) * 4 + channel] = sum >> 2
      }
    }
  }
  return { width: nextWidth, height: nextHeight, bytes: next }
}

/**
 * Writes a texture's value at u and v to `into`, as four numbers from 0 to 1. `spread` is how much of the texture one
 * pixel of the image covers, as a share of its edge.
 */
export function sampleTexels(texels: Texels, u: number, v: number, spread: number, into: Float64Array): void {
  const { levels, offset, scale } = texels
  const largest = levels[0]
  if (!largest) return
  const covered = spread * Math.max(Math.abs(scale[0]), Math.abs(scale[1])) * Math.max(largest.width, largest.height)
  const level = levels[Math.min(levels.length - 1, Math.max(0, Math.round(Math.log2(covered))))] ?? largest
  const { width, height, bytes } = level
  const s = u * scale[0] + offset[0]
  const t = v * scale[1] + offset[1]
  const x = (s - Math.floor(s)) * width - 0.5
  const y = (t - Math.floor(t)) * height - 0.5
  const column = Math.floor(x)
  const row = Math.floor(y)
  const across = x - column
  const down = y - row
  const left = (column + width) % width
  const right = (column + 1) % width
  const above = ((row + height) % height) * width
  const below = ((row + 1) % height) * width
  for (let channel = 0; channel < 4; channel += 1) {
    const upper =
      (bytes[(above + left) * 4 + channel] ?? 0) * (1 - across) + (bytes[(above + right) * 4 + channel] ?? 0) * across
    const lower =
      (bytes[(below + left) * 4 + channel] ?? 0) * (1 - across) + (bytes[(below + right) * 4 + channel] ?? 0) * across
    into[channel] = (upper * (1 - down) + lower * down) / 255
  }
}

const linearByByte = Float64Array.from({ length: 1_025 }, (_, step) => {
  const value = step / 1_024
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
})

/** Converts an sRGB value from 0 to 1 to linear light. */
export function toLinear(value: number): number {
  return linearByByte[Math.round(value * 1_024)] ?? 0
}
