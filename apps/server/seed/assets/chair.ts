import { ModelBuilder, paintTexture, rotationAboutX } from './model-builder.ts'
import { roundedBox, latheSurface } from './shapes.ts'

/** Height in metres by which version 2 raises the top rail of the back. */
export const railRaiseMetres = 0.012

/** The part that version 2 moves. */
export const raisedPartName = 'Top rail'

const seatHeightMetres = 0.44
const backLeanRadians = (-12 * Math.PI) / 180

/**
 * Builds the reading chair: 440 mm to the seat, its back at 102 degrees. Version 2 differs in two things: its top rail
 * is exactly 12 mm higher, and its oak is warmer.
 */
export async function makeChair(version: 1 | 2): Promise<Uint8Array> {
  const model = new ModelBuilder('Reading chair')
  const warmth = version === 1 ? 0 : 0.05
  const grain = await paintTexture(512, (u, v) => {
    const line = 0.5 + 0.5 * Math.sin(u * 190 + 9 * Math.sin(v * 5) + 3 * Math.sin(v * 23 + u * 11))
    const pore = 0.03 * Math.sin(v * 700 + u * 40)
    return [0.66 + 0.12 * line + warmth + pore, 0.47 + 0.11 * line + pore, 0.29 + 0.09 * line - warmth + pore]
  })
  const weave = await paintTexture(256, (u, v) => {
    const thread = 0.05 * (Math.sin(u * 400) * Math.sin(v * 400))
    return [0.27 + thread, 0.3 + thread, 0.38 + thread]
  })
  const oak = model.addMaterial({ name: 'Oak', color: [1, 1, 1], roughness: 0.55, texture: grain })
  const wool = model.addMaterial({ name: 'Wool', color: [1, 1, 1], roughness: 0.95, texture: weave })

  const leg = latheSurface(legProfile, 28)
  for (const [side, x] of [
    ['left', -0.23],
    ['right', 0.23],
  ] as const) {
    model.addPart(`Front leg ${side}`, leg, oak, { position: [x, 0, 0.22] })
    model.addPart(`Back leg ${side}`, leg, oak, { position: [x, 0, -0.2] })
    model.addPart(`Back post ${side}`, roundedBox(0.036, 0.44, 0.03, 0.012, 4), oak, {
      position: [x * 0.96, seatHeightMetres + 0.205, -0.25],
      rotation: rotationAboutX(backLeanRadians),
    })
    model.addPart(`Side stretcher ${side}`, roundedBox(0.022, 0.03, 0.4, 0.009, 4), oak, { position: [x, 0.17, 0.01] })
  }
  model.addPart('Seat', roundedBox(0.54, 0.032, 0.5, 0.012, 5), oak, { position: [0, seatHeightMetres - 0.016, 0.01] })
  model.addPart('Cushion', roundedBox(0.49, 0.05, 0.45, 0.022, 6), wool, {
    position: [0, seatHeightMetres + 0.025, 0.015],
  })
  model.addPart('Front stretcher', roundedBox(0.43, 0.03, 0.022, 0.009, 4), oak, { position: [0, 0.25, 0.22] })
  for (const [name, height, depth] of [
    ['Lower rail', 0.12, -0.232],
    ['Middle rail', 0.24, -0.2575],
    [raisedPartName, 0.36, -0.283],
  ] as const) {
    const raise = name === raisedPartName && version === 2 ? railRaiseMetres : 0
    model.addPart(name, roundedBox(0.42, 0.062, 0.018, 0.008, 5), oak, {
      position: [0, seatHeightMetres + height + raise, depth],
      rotation: rotationAboutX(backLeanRadians),
    })
  }
  return model.toGlb()
}

const legProfile: readonly (readonly [number, number])[] = [
  [0, 0],
  [0.012, 0],
  [0.0145, 0.004],
  [0.019, 0.16],
  [0.021, 0.3],
  [0.02, seatHeightMetres - 0.032],
  [0, seatHeightMetres - 0.032],
]
