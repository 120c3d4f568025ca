import { type Material } from '@gltf-transform/core'
import { type BoundingBox } from '@veranda/core/geometry/mesh.ts'
import sharp from 'sharp'
import { rasterize, type VisibilityBuffer, type ProjectVertex, projectSurface } from './rasterize.ts'
import { type Surface } from './surfaces.ts'

const renderWidth = 960
const renderHeight = 720
const fieldOfViewRadians = (28 * Math.PI) / 180

type MaterialPaint = {
  readonly color: readonly [number, number, number]
  readonly textureSize: number
  readonly texels: Buffer | null
}

/**
 * Renders a model in software, seen from slightly above and to the right: 480 × 360 WebP with a transparent background.
 */
export async function renderThumbnail(surfaces: readonly Surface[], box: BoundingBox): Promise<Buffer> {
  const paints = new Map<Material | null, MaterialPaint>()
  for (const { material } of surfaces) if (!paints.has(material)) paints.set(material, await readPaint(material))
  const pixels = new Uint8ClampedArray(renderWidth * renderHeight * 4)
  const project = makeCamera(box)
  const visible = rasterize(surfaces, project, renderWidth, renderHeight)
  const seen = pixelsBySurface(visible, surfaces.length)
  for (const [number, surface] of surfaces.entries()) {
    const surfacePixels = seen.get(number)
    if (surfacePixels)
      shadeSurface(
        surface,
        paints.get(surface.material) ?? defaultPaint,
        project,
        surfacePixels,
        visible.triangle,
        pixels,
      )
  }
  return sharp(Buffer.from(pixels.buffer), { raw: { width: renderWidth, height: renderHeight, channels: 4 } })
    .resize(renderWidth / 2, renderHeight / 2, { kernel: 'lanczos3' })
    .webp({ quality: 82, alphaQuality: 90 })
    .toBuffer()
}

const defaultPaint: MaterialPaint = { color: [0.75, 0.75, 0.75], textureSize: 0, texels: null }

async function readPaint(material: Material | null): Promise<MaterialPaint> {
  if (!material) return defaultPaint
  const [red, green, blue] = material.getBaseColorFactor()
  const color = [red, green, blue] as const
  const image = material.getBaseColorTexture()?.getImage()
  if (!image) return { color, textureSize: 0, texels: null }
  try {
    const size = 256
    const texels = await sharp(image)
      .resize(size, size, { fit: 'fill' })
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer()
    return { color, textureSize: size, texels }
  } catch {
    return { color, textureSize: 0, texels: null }
  }
}

/** Returns a camera that sees the whole box. It writes image x, image y and depth. */
function makeCamera({ min, max }: BoundingBox): ProjectVertex {
  const centre = [(min.x + max.x) / 2, (min.y + max.y) / 2, (min.z + max.z) / 2] as const
  const radius = Math.max(1e-6, Math.hypot(max.x - min.x, max.y - min.y, max.z - min.z) / 2)
  const [turn, rise] = [0.62, 0.38]
  const back = [Math.sin(turn) * Math.cos(rise), Math.sin(rise), Math.cos(turn) * Math.cos(rise)] as const
  const right = [Math.cos(turn), 0, -Math.sin(turn)] as const
  const up = [-Math.sin(turn) * Math.sin(rise), Math.cos(rise), -Math.cos(turn) * Math.sin(rise)] as const
  const distance = radius / Math.sin(fieldOfViewRadians / 2)
  const scale = renderHeight / 2 / Math.tan(fieldOfViewRadians / 2)
  return (positions, vertex, into, at) => {
    const x = (positions[vertex] ?? 0) - centre[0]
    const y = (positions[vertex + 1] ?? 0) - centre[1]
    const z = (positions[vertex + 2] ?? 0) - centre[2]
    const depth = distance - (x * back[0] + y * back[1] + z * back[2])
    into[at] = renderWidth / 2 + ((x * right[0] + z * right[2]) * scale) / depth
    into[at + 1] = renderHeight / 2 - ((x * up[0] + y * up[1] + z * up[2]) * scale) / depth
    into[at + 2] = depth
  }
}

const keyLight = normalize([0.45, 0.75, 0.5])
const fillLight = normalize([-0.6, 0.3, 0.4])

/** Groups visible pixels by surface; hidden surfaces are left out. */
function pixelsBySurface({ surface }: VisibilityBuffer, surfaces: number): ReadonlyMap<number, Int32Array> {
  const counts = new Int32Array(surfaces)
  for (const number of surface) if (number >= 0) counts[number] = (counts[number] ?? 0) + 1
  const seen = new Map<number, Int32Array>()
  for (const [number, count] of counts.entries()) if (count > 0) seen.set(number, new Int32Array(count))
  const filled = new Int32Array(surfaces)
  for (const [pixel, number] of surface.entries()) {
    const surfacePixels = seen.get(number)
    if (!surfacePixels) continue
    surfacePixels[filled[number] ?? 0] = pixel
    filled[number] = (filled[number] ?? 0) + 1
  }
  return seen
}

/** Shades the visible pixels of a surface. */
function shadeSurface(
  surface: Surface,
  paint: MaterialPaint,
  project: ProjectVertex,
  surfacePixels: Int32Array,
  triangle: Int32Array,
  pixels: Uint8ClampedArray,
): void {
  const { positions, indices, uvs } = surface
  const at = projectSurface(surface, project)
  const normals = smoothNormals(positions, indices)
  for (const pixel of surfacePixels) {
    const index = triangle[pixel] ?? 0
    const [a, b, c] = [indices[index] ?? 0, indices[index + 1] ?? 0, indices[index + 2] ?? 0]
    const [ax, ay] = [at[a * 3] ?? 0, at[a * 3 + 1] ?? 0]
    const [bx, by] = [at[b * 3] ?? 0, at[b * 3 + 1] ?? 0]
    const [cx, cy] = [at[c * 3] ?? 0, at[c * 3 + 1] ?? 0]
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    const [px, py] = [(pixel % renderWidth) + 0.5, Math.floor(pixel / renderWidth) + 0.5]
    const u = ((bx - px) * (cy - py) - (cx - px) * (by - py)) / area
    const v = ((cx - px) * (ay - py) - (ax - px) * (cy - py)) / area
    const mix = (list: Float32Array, size: number, axis: number) =>
      u * (list[a * size + axis] ?? 0) + v * (list[b * size + axis] ?? 0) + (1 - u - v) * (list[c * size + axis] ?? 0)
    const light = lightIntensity(normalize([mix(normals, 3, 0), mix(normals, 3, 1), mix(normals, 3, 2)]))
    const texel = uvs && paint.texels ? texelOffset(paint.textureSize, mix(uvs, 2, 0), mix(uvs, 2, 1)) : -1
    for (const channel of [0, 1, 2] as const) {
      const base = texel < 0 ? 1 : ((paint.texels?.[texel + channel] ?? 255) / 255) ** 2.2
      pixels[pixel * 4 + channel] = 255 * Math.min(1, base * paint.color[channel] * light) ** (1 / 2.2)
    }
    pixels[pixel * 4 + 3] = 255
  }
}

function texelOffset(size: number, u: number, v: number): number {
  const place = (value: number) => Math.min(size - 1, Math.floor((value - Math.floor(value)) * size))
  return (place(v) * size + place(u)) * 3
}

/** Returns the light on a normal; both sides are lit, because nothing says which one is outside. */
function lightIntensity(normal: readonly [number, number, number]): number {
  const towards = (from: readonly [number, number, number]) =>
    normal[0] * from[0] + normal[1] * from[1] + normal[2] * from[2]
  return 0.3 + 0.12 * normal[1] + 0.72 * Math.max(0, towards(keyLight)) + 0.22 * Math.max(0, towards(fillLight))
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

function normalize([x, y, z]: readonly [number, number, number]): readonly [number, number, number] {
  const length = Math.hypot(x, y, z) || 1
  return [x / length, y / length, z / length]
}
