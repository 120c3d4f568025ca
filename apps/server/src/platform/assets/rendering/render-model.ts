import { type Material } from '@gltf-transform/core'
import { type ImageSize } from '@veranda/core/assets/image-size.ts'
import { type BoundingBox } from '@veranda/core/geometry/mesh.ts'
import { type Surface } from '../model/surfaces.ts'
import { type Camera } from './camera.ts'
import { type GroundShadow, makeGroundShadow } from './ground-shadow.ts'
import { measureOcclusion, type Occlusion } from './occlusion.ts'
import { defaultPaint, type Paint, readPaint } from './paint.ts'
import { rasterize, type VisibilityBuffer } from './rasterize.ts'
import { prepareSurfaces, type SceneSurface } from './scene-surfaces.ts'
import { shadePlace } from './shade.ts'
import { makeShadowLookup } from './shadow-map.ts'
import { keyDirection } from './studio-light.ts'
import { mapTone, toByte } from './tone.ts'
import { smoothStep, type Vector } from './vectors.ts'

/** Samples per pixel edge: edges are smooth, while a pixel inside a triangle is shaded once. */
const samplesPerEdge = 2

/** Layers of transparent surfaces that are seen through each other. */
const maxTransparentLayers = 3

/** Reads the materials of surfaces with their textures, to be used for any number of images. */
export async function readPaints(surfaces: readonly Surface[]): Promise<ReadonlyMap<Material | null, Paint>> {
  const paints = new Map<Material | null, Paint>()
  for (const { material } of surfaces) if (!paints.has(material)) paints.set(material, await readPaint(material))
  return paints
}

/**
 * Renders a model in software on a transparent ground with its shadow, as the camera sees it. Returns RGBA bytes with
 * straight alpha.
 */
export function renderModel(
  surfaces: readonly Surface[],
  paints: ReadonlyMap<Material | null, Paint>,
  box: BoundingBox,
  pixelCamera: Camera,
): Uint8ClampedArray {
  const { width, height } = pixelCamera
  const [wide, high] = [width * samplesPerEdge, height * samplesPerEdge]
  const camera = { ...pixelCamera, width: wide, height: high, focal: pixelCamera.focal * samplesPerEdge }
  const scene = prepareSurfaces(surfaces, paints, camera, defaultPaint)
  const { min, max } = box
  const radius = Math.max(1e-9, Math.hypot(max.x - min.x, max.y - min.y, max.z - min.z) / 2)
  const middle: Vector = [(min.x + max.x) / 2, (min.y + max.y) / 2, (min.z + max.z) / 2]
  const keyLight = makeShadowLookup(scene, keyDirectionInWorld(camera), middle, radius)
  const groundShadow = makeGroundShadow(scene, box, radius, keyLight)

  const solid = scene.map((one) => (one.paint.isTransparent ? { ...one, indices: new Uint32Array(0) } : one))
  const visible = rasterize(solid, wide, high)
  const occlusion = measureOcclusion(pixelDepths(visible, width, height), pixelCamera, radius, keyLight)
  const image: Image = { light: new Float64Array(width * height * 4), width, height, camera }
  addSurfaces(image, scene, visible, occlusion)
  if (scene.some(({ paint }) => paint.isTransparent)) addTransparentLayers(image, scene, visible, occlusion)
  return developImage(image, groundShadow, min.y)
}

type Image = ImageSize & {
  /** Linear light times alpha, and alpha. */
  readonly light: Float64Array
  readonly camera: Camera
}

function keyDirectionInWorld({ right, back }: Camera): Vector {
  const level = Math.hypot(back[0], back[2]) || 1
  const [x, y, z] = keyDirection
  return [right[0] * x + (back[0] / level) * z, y, right[2] * x + (back[2] / level) * z]
}

/** Returns the depth of the nearest sample of each pixel; 0 where there is none. */
function pixelDepths({ nearness }: VisibilityBuffer, width: number, height: number): Float32Array {
  const depths = new Float32Array(width * height)
  const rowStep = width * samplesPerEdge
  for (let pixel = 0; pixel < depths.length; pixel += 1) {
    const first = firstSample(pixel, width)
    const upper = Math.max(nearness[first] ?? 0, nearness[first + 1] ?? 0)
    const lower = Math.max(nearness[first + rowStep] ?? 0, nearness[first + rowStep + 1] ?? 0)
    const nearest = Math.max(upper, lower)
    depths[pixel] = nearest === 0 ? 0 : 1 / nearest
  }
  return depths
}

/** Returns the index of a pixel's upper left sample. */
function firstSample(pixel: number, width: number): number {
  const row = Math.floor(pixel / width)
  return (row * width * samplesPerEdge + (pixel - row * width)) * samplesPerEdge
}

const shaded = new Float64Array(4)

/** Adds the visible surfaces behind what the image shows already. Samples of one triangle are shaded together. */
function addSurfaces(image: Image, scene: readonly SceneSurface[], visible: VisibilityBuffer, occlusion: Occlusion) {
  const { light, width, height, camera } = image
  const samples = samplesPerEdge ** 2
  const wide = width * samplesPerEdge
  const numbers = new Int32Array(samples)
  const triangles = new Int32Array(samples)
  const place: [number, number] = [0, 0]
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const first = firstSample(pixel, width)
    let isCovered = false
    for (let sample = 0; sample < samples; sample += 1) {
      const index = first + (sample >> 1) * wide + (sample & 1)
      numbers[sample] = visible.surface[index] ?? -1
      triangles[sample] = visible.triangle[index] ?? 0
      isCovered ||= (numbers[sample] ?? -1) >= 0
    }
    if (!isCovered) continue
    const through = 1 - (light[pixel * 4 + 3] ?? 0)
    if (through < 0.002) continue
    const row = Math.floor(pixel / width)
    const left = (pixel - row * width) * samplesPerEdge
    const top = row * samplesPerEdge
    let red = 0
    let green = 0
    let blue = 0
    let alpha = 0
    for (let sample = 0; sample < samples; sample += 1) {
      const number = numbers[sample] ?? -1
      if (number < 0) continue
      const triangle = triangles[sample] ?? 0
      let count = 0
      let px = 0
      let py = 0
      for (let other = sample; other < samples; other += 1) {
        if (numbers[other] !== number || triangles[other] !== triangle) continue
        // Shaded together with this one.
        numbers[other] = -1
        count += 1
        px += left + (other & 1) + 0.5
        py += top + (other >> 1) + 0.5
      }
      const surface = scene[number]
      if (!surface) continue
      place[0] = px / count
      place[1] = py / count
      shadePlace(surface, triangle, place, camera, occlusion.ambient[pixel] ?? 1, occlusion.key[pixel] ?? 1, shaded)
      const share = count / samples
      const shownAlpha = shaded[3] ?? 1
      mapTone(shaded)
      red += (shaded[0] ?? 0) * share
      green += (shaded[1] ?? 0) * share
      blue += (shaded[2] ?? 0) * share
      alpha += shownAlpha * share
    }
    light[pixel * 4] = (light[pixel * 4] ?? 0) + red * through
    light[pixel * 4 + 1] = (light[pixel * 4 + 1] ?? 0) + green * through
    light[pixel * 4 + 2] = (light[pixel * 4 + 2] ?? 0) + blue * through
    light[pixel * 4 + 3] = (light[pixel * 4 + 3] ?? 0) + alpha * through
  }
}

/** Adds the transparent surfaces, layer by layer from the nearest, before the solid ones. */
function addTransparentLayers(
  image: Image,
  scene: readonly SceneSurface[],
  solid: VisibilityBuffer,
  occlusion: Occlusion,
): void {
  const { width, height } = image
  const behind = image.light.slice()
  image.light.fill(0)
  const clear = scene.map((one) => (one.paint.isTransparent ? one : { ...one, indices: new Uint32Array(0) }))
  const unshaded = { ambient: new Float32Array(0), key: new Float32Array(0) }
  let nearLimit: Float32Array | undefined
  for (let layer = 0; layer < maxTransparentLayers; layer += 1) {
    const visible = rasterize(clear, width * samplesPerEdge, height * samplesPerEdge, {
      farLimit: solid.nearness,
      ...(nearLimit && { nearLimit }),
    })
    if (visible.surface.every((number) => number < 0)) break
    addSurfaces(image, scene, visible, layer === 0 ? unshaded : occlusion)
    nearLimit = visible.nearness.map((near, sample) => ((visible.surface[sample] ?? -1) < 0 ? 0 : near))
  }
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const through = 1 - (image.light[pixel * 4 + 3] ?? 0)
    for (let channel = 0; channel < 4; channel += 1) {
      image.light[pixel * 4 + channel] =
        (image.light[pixel * 4 + channel] ?? 0) + (behind[pixel * 4 + channel] ?? 0) * through
    }
  }
}

/** Colour of the shadow on the ground: dark enough for a light page, invisible on a dark one. */
const shadowColor = [14, 12, 22] as const

/** Turns light into bytes and lays the shadow on the ground under the model. */
function developImage({ light, width, height, camera }: Image, groundShadow: GroundShadow, groundY: number) {
  const bytes = new Uint8ClampedArray(width * height * 4)
  const { eye, right, up, back, focal } = camera
  for (let row = 0; row < height; row += 1) {
    const y = (camera.height / 2 - (row + 0.5) * samplesPerEdge) / focal
    for (let column = 0; column < width; column += 1) {
      const at = (row * width + column) * 4
      const alpha = Math.min(1, light[at + 3] ?? 0)
      let shadow = 0
      if (alpha < 0.998) {
        const x = ((column + 0.5) * samplesPerEdge - camera.width / 2) / focal
        const dy = right[1] * x + up[1] * y - back[1]
        const distance = (groundY - eye[1]) / dy
        if (dy < 0 && distance > 0) {
          const dx = right[0] * x + up[0] * y - back[0]
          const dz = right[2] * x + up[2] * y - back[2]
          const border = Math.min(column, width - 1 - column, row, height - 1 - row) / height
          const darkness = groundShadow(eye[0] + dx * distance, eye[2] + dz * distance)
          // Fades at the edges of the picture, so that none is seen on a page of the same colour.
          shadow = darkness * smoothStep(0, 0.1, border) * (1 - alpha)
        }
      }
      const covered = alpha + shadow
      if (covered < 0.004) continue
      for (let channel = 0; channel < 3; channel += 1) {
        const modelColor = alpha === 0 ? 0 : toByte((light[at + channel] ?? 0) / alpha)
        bytes[at + channel] = (modelColor * alpha + (shadowColor[channel] ?? 0) * shadow) / covered
      }
      bytes[at + 3] = covered * 255
    }
  }
  return bytes
}
