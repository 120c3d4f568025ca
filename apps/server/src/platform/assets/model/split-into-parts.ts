import { type PartMesh } from '@veranda/core/geometry/part-meshes.ts'
import { type Surface } from './surfaces.ts'

/** Groups surfaces by part, in the order of `names`, and splits surfaces that merge several parts. */
export function splitIntoParts(surfaces: readonly Surface[], names: readonly string[]): PartMesh[] {
  const partPieces = surfaces.flatMap(splitSurface)
  return names.map((name, part) =>
    joinPieces(
      name,
      partPieces.filter((surface) => surface.partIndex === part),
    ),
  )
}

type PartPiece = Pick<Surface, 'partIndex' | 'positions' | 'indices'>

/** Splits a surface by the part of each triangle's first corner, with separate vertices per part. */
function splitSurface(surface: Surface): PartPiece[] {
  const { vertexParts, positions, indices } = surface
  if (!vertexParts) return [surface]
  const pieces = new Map<number, { positions: number[]; indices: number[]; places: Map<number, number> }>()
  for (const [corner, vertex] of indices.entries()) {
    const part = vertexParts[indices[corner - (corner % 3)] ?? 0] ?? 0
    let piece = pieces.get(part)
    if (!piece) pieces.set(part, (piece = { positions: [], indices: [], places: new Map() }))
    let offset = piece.places.get(vertex)
    if (offset === undefined) {
      offset = piece.positions.length / 3
      piece.places.set(vertex, offset)
      for (let axis = 0; axis < 3; axis += 1) piece.positions.push(positions[vertex * 3 + axis] ?? 0)
    }
    piece.indices.push(offset)
  }
  return Array.from(pieces, ([partIndex, piece]) => ({
    partIndex,
    positions: Float32Array.from(piece.positions),
    indices: Uint32Array.from(piece.indices),
  }))
}

function joinPieces(name: string, pieces: readonly PartPiece[]): PartMesh {
  const positions = new Float32Array(pieces.reduce((sum, one) => sum + one.positions.length, 0))
  const indices = new Uint32Array(pieces.reduce((sum, one) => sum + one.indices.length, 0))
  let offset = 0
  let corner = 0
  for (const piece of pieces) {
    positions.set(piece.positions, offset)
    const base = offset / 3
    for (const index of piece.indices) {
      indices[corner] = index + base
      corner += 1
    }
    offset += piece.positions.length
  }
  return { name, positions, indices }
}
