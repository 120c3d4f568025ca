import { type Material } from '@gltf-transform/core'
import {
  type Anisotropy,
  type Clearcoat,
  type Iridescence,
  type Sheen,
  type Transmission,
} from '@gltf-transform/extensions'
import { type HeadsetMetric } from '@veranda/core/assets/headset-rating.ts'
import { type BoundingBox } from '@veranda/core/geometry/mesh.ts'
import { isSkinned } from './skinning.ts'
import { type Surface } from './surfaces.ts'

type ShadingCost = Pick<Record<HeadsetMetric, number>, 'transmission' | 'blending' | 'coating' | 'skinning'>
type Areas = readonly [x: number, y: number, z: number, whole: number]

/** Sides of the box that are thinner than this share of the widest count as that wide, so that a pane has sides too. */
const minSideShare = 0.02
/**
 * Cost of a cut-out layer as a share of that of a see-through one. A pixel of a leaf is shaded before it is known
 * whether it is kept, so a headset cannot sort out hidden ones beforehand; but a leaf that was drawn hides those that
 * are drawn behind it later, which in any order is about half of a few layers.
 */
const cutOutLayerShare = 0.5

/**
 * Measures what shading costs beyond triangles and textures, in the metrics of the core. Returns a function that gives
 * the share of some of the surfaces; those of all parts add up to that of the model.
 */
export function measureShading(
  surfaces: readonly Surface[],
  { min, max }: BoundingBox,
): (of: readonly Surface[]) => ShadingCost {
  const areas = new Map(surfaces.map((surface) => [surface, areasOf(surface)]))
  const widest = Math.max(max.x - min.x, max.y - min.y, max.z - min.z)
  const [x, y, z] = [max.x - min.x, max.y - min.y, max.z - min.z].map((side) => Math.max(side, widest * minSideShare))
  const faces = [(y ?? 0) * (z ?? 0), (x ?? 0) * (z ?? 0), (x ?? 0) * (y ?? 0)]
  const wholeArea = surfaces.reduce((sum, surface) => sum + (areas.get(surface)?.[3] ?? 0), 0)

  function layersAlong(axis: 0 | 1 | 2, of: readonly Surface[]): number {
    const projected = of.reduce((sum, surface) => {
      const { material } = surface
      // Of a closed surface only the nearer half is drawn, of one with two sides all of it.
      const drawn = material?.getDoubleSided() === true ? 1 : 0.5
      return sum + (areas.get(surface)?.[axis] ?? 0) * drawn * overdrawOf(material)
    }, 0)
    return projected / Math.max(faces[axis] ?? 0, Number.EPSILON)
  }
  const axes = [0, 1, 2] as const
  const [worstAxis = 0] = axes.toSorted((a, b) => layersAlong(b, surfaces) - layersAlong(a, surfaces))

  return (of) => ({
    transmission: of.filter(({ material }) => material && transmits(material)).length,
    blending: round(layersAlong(worstAxis, of)),
    coating: round(
      of.reduce((sum, surface) => sum + (areas.get(surface)?.[3] ?? 0) * layersOf(surface.material), 0) /
        Math.max(wholeArea, Number.EPSILON),
    ),
    skinning: of
      .filter(({ node, primitive }) => isSkinned(node, primitive))
      .reduce((sum, { positions }) => sum + positions.length / 3, 0),
  })
}

/** Returns the cost of drawing a layer of a material over or under others; nothing hidden is shaded of solid ones. */
function overdrawOf(material: Material | null): number {
  const mode = material?.getAlphaMode()
  return mode === 'BLEND' ? 1 : mode === 'MASK' ? cutOutLayerShare : 0
}

function transmits(material: Material): boolean {
  const transmission = material.getExtension<Transmission>('KHR_materials_transmission')
  return transmission !== null && transmission.getTransmissionFactor() > 0
}

/** Counts the layers that a material adds to its base. */
function layersOf(material: Material | null): number {
  if (!material) return 0
  const clearcoat = material.getExtension<Clearcoat>('KHR_materials_clearcoat')
  const sheen = material.getExtension<Sheen>('KHR_materials_sheen')
  const iridescence = material.getExtension<Iridescence>('KHR_materials_iridescence')
  const anisotropy = material.getExtension<Anisotropy>('KHR_materials_anisotropy')
  return [
    clearcoat !== null && clearcoat.getClearcoatFactor() > 0,
    sheen?.getSheenColorFactor().some((channel) => channel > 0) === true,
    iridescence !== null && iridescence.getIridescenceFactor() > 0,
    anisotropy !== null && anisotropy.getAnisotropyStrength() > 0,
  ].filter(Boolean).length
}

/** Returns the area of a surface as seen along each axis, from both directions, and as a whole, in square metres. */
function areasOf({ positions, indices }: Surface): Areas {
  let [alongX, alongY, alongZ, whole] = [0, 0, 0, 0]
  for (let corner = 0; corner + 2 < indices.length; corner += 3) {
    const [a, b, c] = [(indices[corner] ?? 0) * 3, (indices[corner + 1] ?? 0) * 3, (indices[corner + 2] ?? 0) * 3]
    const [ax, ay, az] = [positions[a] ?? 0, positions[a + 1] ?? 0, positions[a + 2] ?? 0]
    const [ux, uy, uz] = [(positions[b] ?? 0) - ax, (positions[b + 1] ?? 0) - ay, (positions[b + 2] ?? 0) - az]
    const [vx, vy, vz] = [(positions[c] ?? 0) - ax, (positions[c + 1] ?? 0) - ay, (positions[c + 2] ?? 0) - az]
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
    alongX += Math.abs(nx) / 2
    alongY += Math.abs(ny) / 2
    alongZ += Math.abs(nz) / 2
    whole += Math.hypot(nx, ny, nz) / 2
  }
  return [alongX, alongY, alongZ, whole]
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
