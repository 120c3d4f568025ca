import { type Document, type Material, type Property, Texture } from '@gltf-transform/core'
import { type PartMesh } from '@veranda/core/geometry/part-meshes.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type BoundingBox } from '@veranda/core/geometry/mesh.ts'
import { type ModelFacts, textureMemoryBytes } from '@veranda/core/assets/model-facts.ts'
import { type PartShares } from '@veranda/core/assets/headset-rating.ts'
import { fileLimits } from '../inspection/file-limits.ts'
import { readImageSize } from '../inspection/image-size.ts'
import { listSceneNodes } from './name-parts.ts'
import { measureShading } from './measure-shading.ts'
import { splitIntoParts } from './split-into-parts.ts'
import { type Surface } from './surfaces.ts'
import { listVariantNames } from './variants.ts'

export type ModelMeasurements = {
  readonly facts: Omit<ModelFacts, 'deviation'>
  readonly costs: readonly PartShares[]
  readonly parts: readonly PartMesh[]
}

/**
 * Measures a model: its world surfaces, its cost to draw, and its parts as meshes. `names` lists the parts in order.
 * Error codes: asset.empty, asset.non-finite-numbers and asset.coordinates-too-large (invalid).
 */
export function measureModel(
  document: Document,
  surfaces: readonly Surface[],
  names: readonly string[],
): Result<ModelMeasurements> {
  if (surfaces.length === 0) return refuse('asset.empty', 'invalid')
  const parts = splitIntoParts(surfaces, names)
  const boxes = parts.map(({ positions }) => boundingBox(positions))
  const nonEmptyBoxes = boxes.filter((_, index) => (parts[index]?.positions.length ?? 0) > 0)
  const box = nonEmptyBoxes.reduce(unionBox)
  const maxCoordinate = Math.max(...Object.values(box.min).map(Math.abs), ...Object.values(box.max).map(Math.abs))
  if (!Number.isFinite(maxCoordinate)) return refuse('asset.non-finite-numbers', 'invalid')
  if (maxCoordinate > fileLimits.maxCoordinateMetres)
    return refuse('asset.coordinates-too-large', 'invalid', {
      detail: { kilometres: fileLimits.maxCoordinateMetres / 1_000 },
    })
  const root = document.getRoot()
  const textures = new Map(root.listTextures().map((texture) => [texture, textureSize(texture)]))
  const memory = (list: Iterable<Texture>) =>
    [...list].reduce(
      (sum, texture) => sum + textureMemoryBytes(textures.get(texture)?.width ?? 0, textures.get(texture)?.height ?? 0),
      0,
    )
  const shown = listSceneNodes(root.getDefaultScene()).flatMap((node) => node.getMesh()?.listPrimitives() ?? [])
  const shading = measureShading(surfaces, box)
  const { min, max } = box
  return ok({
    facts: {
      triangles: surfaces.reduce((sum, { indices }) => sum + indices.length / 3, 0),
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
      variants: listVariantNames(document),
      animations: root.listAnimations().map((animation, index) => animation.getName().slice(0, 120) || `${index + 1}`),
    },
    costs: parts.map(({ name, indices }, part) => {
      const partSurfaces = surfaces.filter(({ partIndex }) => partIndex === part)
      const partTextures = texturesOfMaterials(new Set(partSurfaces.flatMap(({ material }) => material ?? [])))
      const edges = [...partTextures].map((texture) => textures.get(texture) ?? { width: 0, height: 0 })
      const triangles = indices.length / 3
      const textureBytes = memory(partTextures)
      return {
        part: name,
        triangles,
        textureBytes,
        shares: {
          triangles,
          draws: partSurfaces.length,
          textures: textureBytes,
          'texture-size': Math.max(0, ...edges.flatMap(({ width, height }) => [width, height])),
          ...shading(partSurfaces),
        },
      }
    }),
    parts,
  })
}

/** Collects the textures of materials, including those of their extensions. */
function texturesOfMaterials(materials: Iterable<Material>): Set<Texture> {
  const found = new Set<Texture>()
  const collect = (property: Property) => {
    for (const child of property.getGraph().listChildren(property)) {
      if (child instanceof Texture) found.add(child)
      else collect(child)
    }
  }
  for (const material of materials) collect(material)
  return found
}

function textureSize(texture: Texture): { width: number; height: number } {
  const image = texture.getImage()
  const size = image && readImageSize(image)
  return { width: size?.width ?? 0, height: size?.height ?? 0 }
}

/** Returns the box around positions; a NaN among them is kept, so that it can be refused. */
export function boundingBox(positions: Float32Array): BoundingBox {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let at = 0; at < positions.length; at += 1) {
    const value = positions[at] ?? 0
    const axis = at % 3
    // Unlike Math.min, this lets NaN through.
    if (!(value >= (low[axis] ?? 0))) low[axis] = value
    if (!(value <= (high[axis] ?? 0))) high[axis] = value
  }
  const [x = 0, y = 0, z = 0] = positions.length === 0 ? [0, 0, 0] : low
  const [maxX = 0, maxY = 0, maxZ = 0] = positions.length === 0 ? [0, 0, 0] : high
  return { min: { x, y, z }, max: { x: maxX, y: maxY, z: maxZ } }
}

export function unionBox(a: BoundingBox, b: BoundingBox): BoundingBox {
  const low = (axis: 'x' | 'y' | 'z') => Math.min(a.min[axis], b.min[axis])
  const high = (axis: 'x' | 'y' | 'z') => Math.max(a.max[axis], b.max[axis])
  return { min: { x: low('x'), y: low('y'), z: low('z') }, max: { x: high('x'), y: high('y'), z: high('z') } }
}
