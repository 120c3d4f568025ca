import { type Material } from '@gltf-transform/core'
import { readAccessorFloats } from '../model/accessor-floats.ts'
import { isSkinned, posedAttribute } from '../model/skinning.ts'
import { type Surface } from '../model/surfaces.ts'
import { type Camera, projectPositions } from './camera.ts'
import { type Paint, sampleTexels } from './paint.ts'
import { type ImageTriangles } from './rasterize.ts'

/** A surface prepared for one image. Normals have one vector per vertex; colours are linear. */
export type SceneSurface = ImageTriangles & {
  readonly paint: Paint
  readonly positions: Float32Array
  readonly normals: Float32Array
  readonly uvs: Float32Array | null
  readonly colors: Float32Array | null
}

/** Prepares surfaces for an image: projected vertices, normals, and which faces are drawn. */
export function prepareSurfaces(
  surfaces: readonly Surface[],
  paints: ReadonlyMap<Material | null, Paint>,
  camera: Camera,
  fallback: Paint,
): SceneSurface[] {
  return surfaces.map((surface) => {
    const paint = paints.get(surface.material) ?? fallback
    const projected = projectPositions(surface.positions, camera)
    const isMirrored = determinant(surface.node.getWorldMatrix()) < 0 && !isSkinned(surface.node, surface.primitive)
    const color = surface.primitive.getAttribute('COLOR_0')
    const { uvs, indices } = surface
    return {
      paint,
      positions: surface.positions,
      normals: worldNormals(surface) ?? smoothNormals(surface),
      uvs,
      colors: color && readAccessorFloats(color, color.getElementSize() === 4 ? 4 : 3).slice(),
      projected,
      indices,
      facing: paint.isDoubleSided ? 0 : isMirrored ? 1 : -1,
      ...(paint.alphaCutoff > 0 && uvs && paint.colorMap && { isSolid: solidTest(paint, uvs, indices) }),
    }
  })
}

function solidTest({ colorMap, color, alphaCutoff }: Paint, uvs: Float32Array, indices: Uint32Array) {
  const texel = new Float64Array(4)
  return (triangle: number, u: number, v: number): boolean => {
    if (!colorMap) return true
    const [a, b, c] = [(indices[triangle] ?? 0) * 2, (indices[triangle + 1] ?? 0) * 2, (indices[triangle + 2] ?? 0) * 2]
    const mix = (axis: number) =>
      u * (uvs[a + axis] ?? 0) + v * (uvs[b + axis] ?? 0) + (1 - u - v) * (uvs[c + axis] ?? 0)
    sampleTexels(colorMap, mix(0), mix(1), 0, texel)
    return (texel[3] ?? 1) * color[3] >= alphaCutoff
  }
}

function determinant(matrix: readonly number[]): number {
  const [a = 0, b = 0, c = 0, , d = 0, e = 0, f = 0, , g = 0, h = 0, i = 0] = matrix
  return a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e)
}

/** Returns the normals that the file gives, in world space; null when it gives none. */
function worldNormals({ node, primitive, positions }: Surface): Float32Array | null {
  const normals = posedAttribute(node, primitive, 'NORMAL')
  if (!normals || normals.length !== positions.length) return null
  if (isSkinned(node, primitive)) return normals
  const [a, b, c, , d, e, f, , g, h, i] = node.getWorldMatrix()
  // The cofactors of the matrix: its inverse transpose times its determinant, whose sign is that of the winding.
  const sign = Math.sign(determinant(node.getWorldMatrix())) || 1
  const [xx, xy, xz] = [e * i - h * f, h * c - b * i, b * f - e * c]
  const [yx, yy, yz] = [g * f - d * i, a * i - g * c, d * c - a * f]
  const [zx, zy, zz] = [d * h - g * e, g * b - a * h, a * e - d * b]
  const world = new Float32Array(normals.length)
  for (let at = 0; at < normals.length; at += 3) {
    const [x, y, z] = [normals[at] ?? 0, normals[at + 1] ?? 0, normals[at + 2] ?? 0]
    world[at] = sign * (xx * x + xy * y + xz * z)
    world[at + 1] = sign * (yx * x + yy * y + yz * z)
    world[at + 2] = sign * (zx * x + zy * y + zz * z)
  }
  return world
}

/** Returns normals averaged over the faces at each vertex, larger faces counting more. */
function smoothNormals({ positions, indices }: Surface): Float32Array {
  const normals = new Float32Array(positions.length)
  for (let index = 0; index < indices.length; index += 3) {
    const [a, b, c] = [(indices[index] ?? 0) * 3, (indices[index + 1] ?? 0) * 3, (indices[index + 2] ?? 0) * 3]
    const along = (to: number, axis: number) => (positions[to + axis] ?? 0) - (positions[a + axis] ?? 0)
    const [ux, uy, uz, vx, vy, vz] = [along(b, 0), along(b, 1), along(b, 2), along(c, 0), along(c, 1), along(c, 2)]
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
    for (const corner of [a, b, c]) {
      normals[corner] = (normals[corner] ?? 0) + nx
      normals[corner + 1] = (normals[corner + 1] ?? 0) + ny
      normals[corner + 2] = (normals[corner + 2] ?? 0) + nz
    }
  }
  return normals
}
