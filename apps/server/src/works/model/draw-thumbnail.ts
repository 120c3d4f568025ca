import { type Material } from '@gltf-transform/core'
import { type Box } from '@veranda/core/geometry/mesh.ts'
import sharp from 'sharp'
import { cover, type Covered, type Project, projected } from './cover.ts'
import { type Surface } from './surfaces.ts'

const width = 960
const height = 720
const fieldOfView = (28 * Math.PI) / 180

type Paint = {
  readonly color: readonly [number, number, number]
  readonly size: number
  readonly texels: Buffer | null
}

/**
 * A picture of a model from slightly above and to the right, drawn by a z-buffer of our own: 480 × 360 WebP on a
 * transparent ground.
 */
export async function drawThumbnail(surfaces: readonly Surface[], box: Box): Promise<Buffer> {
  const paints = new Map<Material | null, Paint>()
  for (const { material } of surfaces) if (!paints.has(material)) paints.set(material, await paintOf(material))
  const pixels = new Uint8ClampedArray(width * height * 4)
  const project = cameraOn(box)
  const covered = cover(surfaces, project, width, height)
  const seen = pixelsOf(covered, surfaces.length)
  for (const [number, surface] of surfaces.entries()) {
    const own = seen.get(number)
    if (own) shade(surface, paints.get(surface.material) ?? plain, project, own, covered.triangle, pixels)
  }
  return sharp(Buffer.from(pixels.buffer), { raw: { width, height, channels: 4 } })
    .resize(width / 2, height / 2, { kernel: 'lanczos3' })
    .webp({ quality: 82, alphaQuality: 90 })
    .toBuffer()
}

const plain: Paint = { color: [0.75, 0.75, 0.75], size: 0, texels: null }

async function paintOf(material: Material | null): Promise<Paint> {
  if (!material) return plain
  const [red, green, blue] = material.getBaseColorFactor()
  const color = [red, green, blue] as const
  const image = material.getBaseColorTexture()?.getImage()
  if (!image) return { color, size: 0, texels: null }
  try {
    const size = 256
    const texels = await sharp(image)
      .resize(size, size, { fit: 'fill' })
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer()
    return { color, size, texels }
  } catch {
    return { color, size: 0, texels: null }
  }
}

/** A camera that sees the whole box. Writes picture x, picture y and distance. */
function cameraOn({ min, max }: Box): Project {
  const centre = [(min.x + max.x) / 2, (min.y + max.y) / 2, (min.z + max.z) / 2] as const
  const radius = Math.max(1e-6, Math.hypot(max.x - min.x, max.y - min.y, max.z - min.z) / 2)
  const [turn, rise] = [0.62, 0.38]
  const back = [Math.sin(turn) * Math.cos(rise), Math.sin(rise), Math.cos(turn) * Math.cos(rise)] as const
  const right = [Math.cos(turn), 0, -Math.sin(turn)] as const
  const up = [-Math.sin(turn) * Math.sin(rise), Math.cos(rise), -Math.cos(turn) * Math.sin(rise)] as const
  const distance = radius / Math.sin(fieldOfView / 2)
  const scale = height / 2 / Math.tan(fieldOfView / 2)
  return (positions, vertex, into, at) => {
    const x = (positions[vertex] ?? 0) - centre[0]
    const y = (positions[vertex + 1] ?? 0) - centre[1]
    const z = (positions[vertex + 2] ?? 0) - centre[2]
    const away = distance - (x * back[0] + y * back[1] + z * back[2])
    into[at] = width / 2 + ((x * right[0] + z * right[2]) * scale) / away
    into[at + 1] = height / 2 - ((x * up[0] + y * up[1] + z * up[2]) * scale) / away
    into[at + 2] = away
  }
}

const key = unit([0.45, 0.75, 0.5])
const fill = unit([-0.6, 0.3, 0.4])

/** The pixels in which each surface is seen; those that are not seen are not there. */
function pixelsOf({ surface }: Covered, surfaces: number): ReadonlyMap<number, Int32Array> {
  const counts = new Int32Array(surfaces)
  for (const number of surface) if (number >= 0) counts[number] = (counts[number] ?? 0) + 1
  const seen = new Map<number, Int32Array>()
  for (const [number, count] of counts.entries()) if (count > 0) seen.set(number, new Int32Array(count))
  const filled = new Int32Array(surfaces)
  for (const [pixel, number] of surface.entries()) {
    const own = seen.get(number)
    if (!own) continue
    own[filled[number] ?? 0] = pixel
    filled[number] = (filled[number] ?? 0) + 1
  }
  return seen
}

/** Lights and paints the pixels in which a surface is seen. */
function shade(
  surface: Surface,
  paint: Paint,
  project: Project,
  own: Int32Array,
  triangle: Int32Array,
  pixels: Uint8ClampedArray,
): void {
  const { positions, indices, uvs } = surface
  const at = projected(surface, project)
  const normals = smoothNormals(positions, indices)
  for (const pixel of own) {
    const index = triangle[pixel] ?? 0
    const [a, b, c] = [indices[index] ?? 0, indices[index + 1] ?? 0, indices[index + 2] ?? 0]
    const [ax, ay] = [at[a * 3] ?? 0, at[a * 3 + 1] ?? 0]
    const [bx, by] = [at[b * 3] ?? 0, at[b * 3 + 1] ?? 0]
    const [cx, cy] = [at[c * 3] ?? 0, at[c * 3 + 1] ?? 0]
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    const [px, py] = [(pixel % width) + 0.5, Math.floor(pixel / width) + 0.5]
    const u = ((bx - px) * (cy - py) - (cx - px) * (by - py)) / area
    const v = ((cx - px) * (ay - py) - (ax - px) * (cy - py)) / area
    const mix = (list: Float32Array, size: number, axis: number) =>
      u * (list[a * size + axis] ?? 0) + v * (list[b * size + axis] ?? 0) + (1 - u - v) * (list[c * size + axis] ?? 0)
    const light = lightOn(unit([mix(normals, 3, 0), mix(normals, 3, 1), mix(normals, 3, 2)]))
    const texel = uvs && paint.texels ? texelAt(paint.size, mix(uvs, 2, 0), mix(uvs, 2, 1)) : -1
    for (const channel of [0, 1, 2] as const) {
      const base = texel < 0 ? 1 : ((paint.texels?.[texel + channel] ?? 255) / 255) ** 2.2
      pixels[pixel * 4 + channel] = 255 * Math.min(1, base * paint.color[channel] * light) ** (1 / 2.2)
    }
    pixels[pixel * 4 + 3] = 255
  }
}

function texelAt(size: number, u: number, v: number): number {
  const place = (value: number) => Math.min(size - 1, Math.floor((value - Math.floor(value)) * size))
  return (place(v) * size + place(u)) * 3
}

/** Both sides are lit, for nothing says which one is meant. */
function lightOn(normal: readonly [number, number, number]): number {
  const towards = (from: readonly [number, number, number]) =>
    normal[0] * from[0] + normal[1] * from[1] + normal[2] * from[2]
  return 0.3 + 0.12 * normal[1] + 0.72 * Math.max(0, towards(key)) + 0.22 * Math.max(0, towards(fill))
}

function smoothNormals(positions: Float32Array, indices: Uint32Array): Float32Array {
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

function unit([x, y, z]: readonly [number, number, number]): readonly [number, number, number] {
  const length = Math.hypot(x, y, z) || 1
  return [x / length, y / length, z / length]
}
