const startCompression = 0.8 - 0.04
const desaturation = 0.15

/**
 * Maps linear light to what a screen can show, in place, and keeps the colours of materials (Khronos PBR neutral tone
 * mapper).
 */
export function mapTone(light: Float64Array): void {
  let red = light[0] ?? 0
  let green = light[1] ?? 0
  let blue = light[2] ?? 0
  const darkest = Math.min(red, green, blue)
  const offset = darkest < 0.08 ? darkest - 6.25 * darkest * darkest : 0.04
  red -= offset
  green -= offset
  blue -= offset
  const peak = Math.max(red, green, blue)
  if (peak >= startCompression) {
    const range = 1 - startCompression
    const newPeak = 1 - (range * range) / (peak + range - startCompression)
    const scale = newPeak / peak
    const share = 1 - 1 / (desaturation * (peak - newPeak) + 1)
    red = red * scale * (1 - share) + newPeak * share
    green = green * scale * (1 - share) + newPeak * share
    blue = blue * scale * (1 - share) + newPeak * share
  }
  light[0] = red
  light[1] = green
  light[2] = blue
}

const bytesByLight = Uint8Array.from({ length: 4_097 }, (_, step) => {
  const value = step / 4_096
  return Math.round(255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055))
})

/** Converts linear light from 0 to 1 to an sRGB byte. */
export function toByte(light: number): number {
  return bytesByLight[Math.round(Math.min(1, Math.max(0, light)) * 4_096)] ?? 0
}
