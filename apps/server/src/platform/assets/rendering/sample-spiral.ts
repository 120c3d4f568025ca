const goldenAngle = Math.PI * (3 - Math.sqrt(5))

/** Turns of the spiral; neighbouring pixels use different ones, so that an average over them sees more samples. */
export const spiralTurnCount = 16

/** Returns the x and y of every sample of each turn, in a disc of radius 1, denser in the middle by `power` below 1. */
export function makeSpiral(samples: number, power: number): Float64Array {
  const places = new Float64Array(spiralTurnCount * samples * 2)
  for (let turn = 0; turn < spiralTurnCount; turn += 1) {
    for (let sample = 0; sample < samples; sample += 1) {
      const reach = ((sample + 0.5) / samples) ** power
      const angle = (turn / spiralTurnCount) * Math.PI * 2 + sample * goldenAngle
      places[(turn * samples + sample) * 2] = Math.cos(angle) * reach
      places[(turn * samples + sample) * 2 + 1] = Math.sin(angle) * reach
    }
  }
  return places
}
