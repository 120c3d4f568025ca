import sharp from 'sharp'

/** The difference of a picture from the reference, over the pixels of the work without its edge. */
export type Difference = {
  /** Mean lightness of both, CIE L*, 0 to 100. */
  readonly lightness: number
  readonly reference: number
  /** Mean of the differences in lightness of all pixels, whatever their sign. */
  readonly meanGap: number
  /** Share of the work's pixels in the reference that the picture has too; close to 1 if both show it from one place. */
  readonly overlap: number
}

type Pixels = { readonly data: Buffer; readonly width: number; readonly height: number }

const channels = 4
/** Alpha from which a pixel belongs to the work, 0 to 255. */
const minAlpha = 250
/** Ground of the pictures beside each other. */
const ground = '#8a8780'

/** Compares a picture on a transparent ground with the reference. */
export async function comparePictures(png: Buffer, reference: Buffer): Promise<Difference> {
  const [ours, theirs] = [await readPixels(png), await readPixels(reference)]
  let [count, both, sumOurs, sumTheirs, sumGaps] = [0, 0, 0, 0, 0]
  for (let y = 1; y < theirs.height - 1; y += 1) {
    for (let x = 1; x < theirs.width - 1; x += 1) {
      if (!isInside(theirs, x, y)) continue
      count += 1
      if (alphaAt(ours, x, y) < minAlpha) continue
      both += 1
      const [a, b] = [lightnessAt(ours, x, y), lightnessAt(theirs, x, y)]
      sumOurs += a
      sumTheirs += b
      sumGaps += Math.abs(a - b)
    }
  }
  return { lightness: sumOurs / both, reference: sumTheirs / both, meanGap: sumGaps / both, overlap: both / count }
}

/** Puts pictures of the same size beside each other. */
export async function joinPictures(pictures: readonly Buffer[], edge: number): Promise<Buffer> {
  const canvas = { width: edge * pictures.length, height: edge, channels: 3, background: ground } as const
  return sharp({ create: canvas })
    .composite(pictures.map((input, index) => ({ input, left: index * edge, top: 0 })))
    .png({ palette: true, quality: 95 })
    .toBuffer()
}

async function readPixels(png: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Returns whether a pixel and its eight neighbours belong to the work. */
function isInside(pixels: Pixels, x: number, y: number): boolean {
  for (let dy = -1; dy <= 1; dy += 1) {
    for (let dx = -1; dx <= 1; dx += 1) if (alphaAt(pixels, x + dx, y + dy) < minAlpha) return false
  }
  return true
}

function alphaAt({ data, width }: Pixels, x: number, y: number): number {
  return data[(y * width + x) * channels + 3] ?? 0
}

/** Returns CIE L* of a pixel, from the relative luminance of sRGB. */
function lightnessAt({ data, width }: Pixels, x: number, y: number): number {
  const at = (y * width + x) * channels
  const [red, green, blue] = [0, 1, 2].map((channel) => toLinear((data[at + channel] ?? 0) / 255))
  const luminance = 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
  return luminance > 0.008856 ? 116 * Math.cbrt(luminance) - 16 : 903.3 * luminance
}

function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
