import { ModelBuilder, paintTexture } from './model-builder.ts'
import { roundedBox, latheSurface } from './shapes.ts'

/**
 * Builds a small library, 4.2 × 2.6 × 3.4 m, with a table, a bench and shelves of single books: many draw calls, few
 * triangles.
 */
export async function makeLibrary(): Promise<Uint8Array> {
  const model = new ModelBuilder('Small library')
  const boards = await paintTexture(512, (u, v) => {
    const board = Math.floor(u * 8)
    const joint = (u * 8) % 1 < 0.02 ? -0.2 : 0
    const tone = 0.05 * Math.sin(board * 12.9) + 0.02 * Math.sin(v * 300 + board)
    return [0.52 + tone + joint, 0.38 + tone + joint, 0.26 + tone + joint]
  })
  const floor = model.addMaterial({ name: 'Boards', color: [1, 1, 1], roughness: 0.6, texture: boards })
  const plaster = model.addMaterial({ name: 'Plaster', color: [0.88, 0.85, 0.78], roughness: 0.95 })
  const walnut = model.addMaterial({ name: 'Walnut', color: [0.3, 0.19, 0.12], roughness: 0.5 })
  const wool = model.addMaterial({ name: 'Green wool', color: [0.16, 0.3, 0.24], roughness: 0.95 })
  const cloths = [
    [0.55, 0.16, 0.14],
    [0.14, 0.24, 0.42],
    [0.74, 0.6, 0.3],
    [0.2, 0.36, 0.26],
    [0.82, 0.78, 0.7],
  ].map(([red = 0, green = 0, blue = 0], index) =>
    model.addMaterial({ name: `Cloth ${index + 1}`, color: [red, green, blue], roughness: 0.8 }),
  )

  model.addPart('Floor', roundedBox(4.2, 0.05, 3.4, 0.005, 1), floor, { position: [0, -0.025, 0] })
  model.addPart('Wall north', roundedBox(4.2, 2.6, 0.1, 0.005, 1), plaster, { position: [0, 1.3, -1.75] })
  model.addPart('Wall west', roundedBox(0.1, 2.6, 3.4, 0.005, 1), plaster, { position: [-2.15, 1.3, 0] })
  model.addPart('Table top', roundedBox(1.4, 0.04, 0.8, 0.015, 4), walnut, { position: [0.5, 0.72, 0.5] })
  const leg = latheSurface(
    [
      [0, 0],
      [0.02, 0],
      [0.03, 0.5],
      [0.034, 0.7],
      [0, 0.7],
    ],
    24,
  )
  for (const [index, [x, z]] of (
    [
      [-0.1, 0.2],
      [1.1, 0.2],
      [-0.1, 0.8],
      [1.1, 0.8],
    ] as const
  ).entries()) {
    model.addPart(`Table leg ${index + 1}`, leg, walnut, { position: [x, 0, z] })
  }
  model.addPart('Bench', roundedBox(1.2, 0.08, 0.36, 0.03, 4), wool, { position: [0.5, 0.42, 1.25] })
  model.addPart('Bench frame', roundedBox(1.1, 0.38, 0.28, 0.01, 2), walnut, { position: [0.5, 0.19, 1.25] })
  for (const board of [0, 1, 2, 3, 4]) {
    model.addPart(`Shelf ${board + 1}`, roundedBox(2.4, 0.03, 0.3, 0.006, 2), walnut, {
      position: [-0.6, 0.3 + board * 0.42, -1.54],
    })
  }
  for (let book = 0; book < 52; book += 1) {
    const [shelf, place] = [book % 4, Math.floor(book / 4)]
    const height = 0.22 + 0.03 * Math.sin(book * 7.3)
    const cloth = cloths[book % cloths.length] ?? plaster
    model.addPart(`Book ${book + 1}`, roundedBox(0.04 + 0.012 * Math.sin(book * 3.1), height, 0.17, 0.006, 2), cloth, {
      position: [-1.7 + place * 0.085, 0.315 + shelf * 0.42 + height / 2, -1.52],
    })
  }
  return model.toGlb()
}
