import { type PartMesh } from '@veranda/core/geometry/part-meshes.ts'
import { type Surface } from './surfaces.ts'

/** What surfaces show part by part, in the order of `names`; a surface in which parts are drawn as one is taken apart. */
export function partsOf(surfaces: readonly Surface[], names: readonly string[]): PartMesh[] {
  const whole = surfaces.flatMap(apart)
  return names.map((name, part) =>
    joined(
      name,
      whole.filter((surface) => surface.part === part),
    ),
  )
}

type Piece = Pick<Surface, 'part' | 'positions' | 'indices'>

/** Each triangle goes to the part of its first corner, with its own vertices. */
function apart(surface: Surface): Piece[] {
  const { parts, positions, indices } = surface
  if (!parts) return [surface]
  const pieces = new Map<number, { positions: number[]; indices: number[]; places: Map<number, number> }>()
  for (const [corner, vertex] of indices.entries()) {
    const part = parts[indices[corner - (corner % 3)] ?? 0] ?? 0
    let piece = pieces.get(part)
    if (!piece) pieces.set(part, (piece = { positions: [], indices: [], places: new Map() }))
    let place = piece.places.get(vertex)
    if (place === undefined) {
      place = piece.positions.length / 3
      piece.places.set(vertex, place)
      for (let axis = 0; axis < 3; axis += 1) piece.positions.push(positions[vertex * 3 + axis] ?? 0)
    }
    piece.indices.push(place)
  }
  return Array.from(pieces, ([part, piece]) => ({
    part,
    positions: Float32Array.from(piece.positions),
    indices: Uint32Array.from(piece.indices),
  }))
}

function joined(name: string, pieces: readonly Piece[]): PartMesh {
  const positions = new Float32Array(pieces.reduce((sum, one) => sum + one.positions.length, 0))
  const indices = new Uint32Array(pieces.reduce((sum, one) => sum + one.indices.length, 0))
  let place = 0
  let corner = 0
  for (const piece of pieces) {
    positions.set(piece.positions, place)
    const base = place / 3
    for (const index of piece.indices) {
      indices[corner] = index + base
      corner += 1
    }
    place += piece.positions.length
  }
  return { name, positions, indices }
}
