import { type Camera } from './camera.ts'
import { sampleTexels, toLinear } from './paint.ts'
import { type SceneSurface } from './scene-surfaces.ts'
import { ambientLight, keyDirection, keyStrength, mirroredRadiance } from './studio-light.ts'

/** Light that leaves a place towards the camera: linear red, green and blue, each times the alpha, and the alpha. */
export type ShadedLight = Float64Array

const baseColor = new Float64Array(4)
const texel = new Float64Array(4)
const weights = new Float64Array(3)
const tangents = new Float64Array(6)

/**
 * Computes the light from one place of a triangle that the image shows at `px`, `py` (pixels of the projection), and
 * writes it to `into`. `ambient` and `key` are the shares of the light around and of the key light that reach it.
 * The model is glTF's: metallic-roughness with the split-sum approximation (Karis 2014).
 */
export function shadePlace(
  surface: SceneSurface,
  triangle: number,
  [px, py]: readonly [number, number],
  camera: Camera,
  ambient: number,
  key: number,
  into: ShadedLight,
): void {
  const { paint, indices, projected, normals, uvs, colors } = surface
  const a = indices[triangle] ?? 0
  const b = indices[triangle + 1] ?? 0
  const c = indices[triangle + 2] ?? 0
  const area = perspectiveWeights(projected, a, b, c, px, py)
  const wa = weights[0] ?? 0
  const wb = weights[1] ?? 0
  const wc = weights[2] ?? 0
  const mix = (list: Float32Array, size: number, axis: number): number =>
    wa * (list[a * size + axis] ?? 0) + wb * (list[b * size + axis] ?? 0) + wc * (list[c * size + axis] ?? 0)
  const { right, up, back, focal, width, height } = camera
  // Towards the viewer.
  const sx = -(px - width / 2) / focal
  const sy = (py - height / 2) / focal
  const away = 1 / Math.sqrt(sx * sx + sy * sy + 1)
  const vx = (right[0] * sx + up[0] * sy + back[0]) * away
  const vy = (right[1] * sx + up[1] * sy + back[1]) * away
  const vz = (right[2] * sx + up[2] * sy + back[2]) * away
  let nx = mix(normals, 3, 0)
  let ny = mix(normals, 3, 1)
  let nz = mix(normals, 3, 2)
  const length = Math.hypot(nx, ny, nz)
  // Broken normals are treated as if they looked at the viewer.
  const isNormal = length > 0 && length < Infinity
  nx = isNormal ? nx / length : vx
  ny = isNormal ? ny / length : vy
  nz = isNormal ? nz / length : vz

  for (let channel = 0; channel < 4; channel += 1) baseColor[channel] = paint.color[channel] ?? 1
  let { roughness, metalness } = paint
  const u = uvs ? finite(mix(uvs, 2, 0)) : 0
  const v = uvs ? finite(mix(uvs, 2, 1)) : 0
  const spread = uvs ? Math.sqrt(Math.abs(textureArea(uvs, a, b, c) / (area || 1))) : 0
  if (uvs && paint.colorMap) {
    sampleTexels(paint.colorMap, u, v, spread, texel)
    for (let channel = 0; channel < 3; channel += 1) {
      baseColor[channel] = (baseColor[channel] ?? 0) * toLinear(texel[channel] ?? 0)
    }
    if (paint.isTransparent) baseColor[3] = (baseColor[3] ?? 1) * (texel[3] ?? 1)
  }
  if (colors) {
    const size = colors.length / (normals.length / 3)
    for (let channel = 0; channel < 3; channel += 1) {
      baseColor[channel] = (baseColor[channel] ?? 0) * mix(colors, size, channel)
    }
  }
  const red = baseColor[0] ?? 0
  const green = baseColor[1] ?? 0
  const blue = baseColor[2] ?? 0
  const alpha = baseColor[3] ?? 1
  if (paint.isUnlit) {
    into.set([red * alpha, green * alpha, blue * alpha, alpha])
    return
  }
  if (uvs && paint.surfaceMap) {
    sampleTexels(paint.surfaceMap, u, v, spread, texel)
    roughness *= texel[1] ?? 1
    metalness *= texel[2] ?? 1
  }
  if (uvs && paint.normalMap) {
    sampleTexels(paint.normalMap, u, v, spread, texel)
    const bumpX = ((texel[0] ?? 0.5) * 2 - 1) * paint.normalScale
    const bumpY = ((texel[1] ?? 0.5) * 2 - 1) * paint.normalScale
    const bumpZ = (texel[2] ?? 1) * 2 - 1
    writeTangents(surface, a, b, c, tangents)
    const mx = (tangents[0] ?? 0) * bumpX + (tangents[3] ?? 0) * bumpY + nx * bumpZ
    const my = (tangents[1] ?? 0) * bumpX + (tangents[4] ?? 0) * bumpY + ny * bumpZ
    const mz = (tangents[2] ?? 0) * bumpX + (tangents[5] ?? 0) * bumpY + nz * bumpZ
    const bumpLength = Math.hypot(mx, my, mz)
    if (bumpLength > 0 && bumpLength < Infinity) {
      nx = mx / bumpLength
      ny = my / bumpLength
      nz = mz / bumpLength
    }
  }
  let facing = nx * vx + ny * vy + nz * vz
  if (facing < 0) {
    // The back of a face that is drawn from both sides, or a normal bent away from the viewer.
    nx = -nx
    ny = -ny
    nz = -nz
    facing = -facing
  }
  roughness = Math.min(1, Math.max(0.04, roughness))

  // From here in the studio's axes: x to the right, y up, z level towards the viewer.
  const level = Math.hypot(back[0], back[2]) || 1
  const fx = back[0] / level
  const fz = back[2] / level
  const rx = 2 * facing * nx - vx
  const ry = 2 * facing * ny - vy
  const rz = 2 * facing * nz - vz
  const studioX = nx * right[0] + nz * right[2]
  const studioZ = nx * fx + nz * fz
  const mirrored = mirroredRadiance(rx * right[0] + rz * right[2], ry, rx * fx + rz * fz, roughness)
  const towardsKey = Math.max(0, studioX * keyDirection[0] + ny * keyDirection[1] + studioZ * keyDirection[2])
  const matt = ambientLight(studioX, ny, studioZ) * ambient + keyStrength * towardsKey * key
  const mirrorShare = Math.min(1, Math.max(0, (facing + ambient) ** (2 ** (-16 * roughness - 1)) - 1 + ambient))
  // Scale and bias of the mirrored light (Karis 2014, "Physically based shading on mobile").
  const fresnel = Math.min((1 - roughness) ** 2, 2 ** (-9.28 * facing)) * (1 - roughness) - 0.0275 * roughness + 0.0425
  const scale = -1.04 * fresnel - 0.572 * roughness + 1.04
  const bias = 1.04 * fresnel + 0.022 * roughness - 0.04
  const gloss = mirrored * mirrorShare * (0.45 + 0.55 * key)
  const opacity = paint.transmission > 0 ? alpha * (1 - 0.82 * paint.transmission) : alpha
  const emission = paint.emission
  if (uvs && paint.emissionMap) sampleTexels(paint.emissionMap, u, v, spread, texel)
  else texel.fill(1)
  let brightest = 0
  for (let channel = 0; channel < 3; channel += 1) {
    const albedo = channel === 0 ? red : channel === 1 ? green : blue
    const reflectance = 0.04 + (albedo - 0.04) * metalness
    const shine = (reflectance * scale + bias) * gloss
    const glow = (emission[channel] ?? 0) * toLinear(texel[channel] ?? 1)
    into[channel] = albedo * (1 - metalness) * matt * opacity + shine + glow
    brightest = Math.max(brightest, shine)
  }
  into[3] = opacity + (1 - opacity) * Math.min(1, brightest)
}

/** Returns the number, and 0 for one that no texture can be read at. */
const finite = (value: number): number => (Math.abs(value) < 1e9 ? value : 0)

/** Writes the perspective-correct weights of the corners at a pixel; returns twice the triangle's area in pixels. */
function perspectiveWeights(at: Float32Array, a: number, b: number, c: number, px: number, py: number): number {
  const ax = at[a * 3] ?? 0
  const ay = at[a * 3 + 1] ?? 0
  const az = at[a * 3 + 2] ?? 1
  const bx = at[b * 3] ?? 0
  const by = at[b * 3 + 1] ?? 0
  const bz = at[b * 3 + 2] ?? 1
  const cx = at[c * 3] ?? 0
  const cy = at[c * 3 + 1] ?? 0
  const cz = at[c * 3 + 2] ?? 1
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
  const u = ((bx - px) * (cy - py) - (cx - px) * (by - py)) / area / az
  const v = ((cx - px) * (ay - py) - (ax - px) * (cy - py)) / area / bz
  const w = (1 - u * az - v * bz) / cz
  const sum = u + v + w || 1
  weights[0] = u / sum
  weights[1] = v / sum
  weights[2] = w / sum
  return area
}

function textureArea(uvs: Float32Array, a: number, b: number, c: number): number {
  const au = uvs[a * 2] ?? 0
  const av = uvs[a * 2 + 1] ?? 0
  const bu = (uvs[b * 2] ?? 0) - au
  const bv = (uvs[b * 2 + 1] ?? 0) - av
  const cu = (uvs[c * 2] ?? 0) - au
  const cv = (uvs[c * 2 + 1] ?? 0) - av
  return bu * cv - cu * bv
}

/** Writes unit vectors along the texture's u and against its v, which is up in glTF's normal maps. */
function writeTangents({ positions, uvs }: SceneSurface, a: number, b: number, c: number, into: Float64Array): void {
  if (!uvs) return
  const bu = (uvs[b * 2] ?? 0) - (uvs[a * 2] ?? 0)
  const bv = (uvs[b * 2 + 1] ?? 0) - (uvs[a * 2 + 1] ?? 0)
  const cu = (uvs[c * 2] ?? 0) - (uvs[a * 2] ?? 0)
  const cv = (uvs[c * 2 + 1] ?? 0) - (uvs[a * 2 + 1] ?? 0)
  const sign = bu * cv - cu * bv < 0 ? -1 : 1
  let along = 0
  let down = 0
  for (let axis = 0; axis < 3; axis += 1) {
    const from = positions[a * 3 + axis] ?? 0
    const toB = (positions[b * 3 + axis] ?? 0) - from
    const toC = (positions[c * 3 + axis] ?? 0) - from
    const alongAxis = (toB * cv - toC * bv) * sign
    const downAxis = (toC * bu - toB * cu) * sign
    into[axis] = alongAxis
    into[axis + 3] = downAxis
    along += alongAxis * alongAxis
    down += downAxis * downAxis
  }
  const alongScale = 1 / (Math.sqrt(along) || 1)
  const downScale = -1 / (Math.sqrt(down) || 1)
  for (let axis = 0; axis < 3; axis += 1) {
    into[axis] = (into[axis] ?? 0) * alongScale
    into[axis + 3] = (into[axis + 3] ?? 0) * downScale
  }
}
