import { type Document, type Material, type Property, Texture } from '@gltf-transform/core'
import { type PartMesh } from '@veranda/core/geometry/part-meshes.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Box } from '@veranda/core/geometry/mesh.ts'
import { type ModelFacts, textureMemory } from '@veranda/core/works/facts.ts'
import { type PartCost } from '@veranda/core/works/gate.ts'
import { fileLimits } from '../check/limits.ts'
import { pictureSize } from '../check/picture-size.ts'
import { nodesOf } from './name-parts.ts'
import { partsOf } from './parts-of.ts'
import { type Surface } from './surfaces.ts'

export type Measured = {
  readonly facts: Omit<ModelFacts, 'tolerance'>
  readonly costs: readonly PartCost[]
  readonly parts: readonly PartMesh[]
}

/**
 * Measures a model: its surfaces in the world, what it would cost to draw, and its parts as meshes. `names` are the
 * parts in their order. Refuses work.empty, work.broken-numbers and work.out-of-reach (invalid).
 */
export function measure(document: Document, surfaces: readonly Surface[], names: readonly string[]): Result<Measured> {
  if (surfaces.length === 0) return refuse('work.empty', 'invalid')
  const parts = partsOf(surfaces, names)
  const boxes = parts.map(({ positions }) => boxOf(positions))
  const filled = boxes.filter((_, index) => (parts[index]?.positions.length ?? 0) > 0)
  const box = filled.reduce(around)
  const reach = Math.max(...Object.values(box.min).map(Math.abs), ...Object.values(box.max).map(Math.abs))
  if (!Number.isFinite(reach)) return refuse('work.broken-numbers', 'invalid')
  if (reach > fileLimits.reach)
    return refuse('work.out-of-reach', 'invalid', { detail: { kilometres: fileLimits.reach / 1_000 } })
  const root = document.getRoot()
  const textures = new Map(root.listTextures().map((texture) => [texture, sizeOf(texture)]))
  const memory = (list: Iterable<Texture>) =>
    [...list].reduce(
      (sum, texture) => sum + textureMemory(textures.get(texture)?.width ?? 0, textures.get(texture)?.height ?? 0),
      0,
    )
  const shown = nodesOf(root.getDefaultScene()).flatMap((node) => node.getMesh()?.listPrimitives() ?? [])
  const { min, max } = box
  return ok({
    facts: {
      triangles: surfaces.reduce((sum, { indices }) => sum + indices.length / 3, 0),
      vertices: surfaces.reduce((sum, { positions }) => sum + positions.length / 3, 0),
      materials: new Set(surfaces.map(({ material }) => material)).size,
      draws: shown.length,
      textures: [...textures.values()],
      textureBytes: memory(textures.keys()),
      size: { x: max.x - min.x, y: max.y - min.y, z: max.z - min.z },
      box,
      parts: parts.map(({ name, indices }, index) => ({
        name,
        triangles: indices.length / 3,
        box: boxes[index] ?? box,
      })),
      animations: root.listAnimations().map((animation, index) => animation.getName().slice(0, 120) || `${index + 1}`),
    },
    costs: parts.map(({ name, indices }, part) => {
      const materials = new Set(surfaces.flatMap((one) => (one.part === part && one.material ? [one.material] : [])))
      return { part: name, triangles: indices.length / 3, textureBytes: memory(texturesOf(materials)) }
    }),
    parts,
  })
}

/** The textures of materials, those of their extensions too. */
function texturesOf(materials: Iterable<Material>): Set<Texture> {
  const found = new Set<Texture>()
  const look = (property: Property) => {
    for (const child of property.getGraph().listChildren(property)) {
      if (child instanceof Texture) found.add(child)
      else look(child)
    }
  }
  for (const material of materials) look(material)
  return found
}

function sizeOf(texture: Texture): { width: number; height: number } {
  const image = texture.getImage()
  const size = image && pictureSize(image)
  return { width: size?.width ?? 0, height: size?.height ?? 0 }
}

function boxOf(positions: Float32Array): Box {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let at = 0; at < positions.length; at += 1) {
    const value = positions[at] ?? 0
    const axis = at % 3
    // Not Math.min alone: a NaN must come through.
    if (!(value >= (low[axis] ?? 0))) low[axis] = value
    if (!(value <= (high[axis] ?? 0))) high[axis] = value
  }
  const [x = 0, y = 0, z = 0] = positions.length === 0 ? [0, 0, 0] : low
  const [X = 0, Y = 0, Z = 0] = positions.length === 0 ? [0, 0, 0] : high
  return { min: { x, y, z }, max: { x: X, y: Y, z: Z } }
}

function around(a: Box, b: Box): Box {
  const low = (axis: 'x' | 'y' | 'z') => Math.min(a.min[axis], b.min[axis])
  const high = (axis: 'x' | 'y' | 'z') => Math.max(a.max[axis], b.max[axis])
  return { min: { x: low('x'), y: low('y'), z: low('z') }, max: { x: high('x'), y: high('y'), z: high('z') } }
}
