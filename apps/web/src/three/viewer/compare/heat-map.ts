/** Colour stops by the share of the largest distance: grey, amber, red. Shared with the legend. */
export const heatMapStops = [
  [0, [0.66, 0.65, 0.63]],
  [0.08, [0.82, 0.72, 0.5]],
  [0.4, [0.95, 0.58, 0.16]],
  [1, [0.78, 0.12, 0.16]],
] as const satisfies readonly (readonly [number, readonly [number, number, number]])[]

/** Writes the colour of a share of the largest distance (linear light, 0 to 1) into `into` at `offset`. */
export function writeHeatMapColor(share: number, into: Float32Array, offset: number): void {
  const clamped = Math.min(1, Math.max(0, share))
  const above = Math.max(
    1,
    heatMapStops.findIndex(([stop]) => stop >= clamped),
  )
  const [high, highColor] = heatMapStops[above] ?? heatMapStops[1]
  const [low, lowColor] = heatMapStops[above - 1] ?? heatMapStops[0]
  const mix = (clamped - low) / (high - low)
  for (const channel of [0, 1, 2] as const) {
    const value = lowColor[channel] + (highColor[channel] - lowColor[channel]) * mix
    into[offset + channel] = value ** 2.2
  }
}
