/** From where it stayed, over lantern amber, to where it went furthest; the legend draws the same. */
export const heatStops = [
  [0, [0.66, 0.65, 0.63]],
  [0.08, [0.82, 0.72, 0.5]],
  [0.4, [0.95, 0.58, 0.16]],
  [1, [0.78, 0.12, 0.16]],
] as const satisfies readonly (readonly [number, readonly [number, number, number]])[]

/** Writes the colour of a share of the largest distance (linear light, 0 to 1) into `into` from `at` on. */
export function heatColor(share: number, into: Float32Array, at: number): void {
  const place = Math.min(1, Math.max(0, share))
  const above = heatStops.findIndex(([stop]) => stop >= place)
  const [high, highColor] = heatStops[Math.max(1, above)] ?? heatStops[1]
  const [low, lowColor] = heatStops[Math.max(1, above) - 1] ?? heatStops[0]
  const mix = (place - low) / (high - low)
  for (const channel of [0, 1, 2] as const) {
    const value = lowColor[channel] + (highColor[channel] - lowColor[channel]) * mix
    into[at + channel] = value ** 2.2
  }
}
