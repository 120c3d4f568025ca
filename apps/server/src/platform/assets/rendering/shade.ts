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
  const [a, b, c] = [indices[triangle] ?? 0, indices[triangle + 1] ?? 0, indices[triangle + 2] ?? 0]
  const area = perspectiveWeights(projected, a, b, c, px, py)
  const [wa = 0, wb = 0, wc = 0] = weights
  const mix = (list: Float32Array, size: number, axis: number): number =>
    wa * (list[a * size + axis] ?? 0) + wb * (list[b * size + axis] ?? 0) + wc * (list[c * size + axis] ?? 0)
  const { right, up, back, focal, width, height } = camera
  // Towards the viewer.
  const [sx, sy] = [-(px - width / 2) / focal, (py - height / 2) / focal]
  const away = 1 / Math.sqrt(sx * sx + sy * sy + 1)
  const vx = (right[0] * sx + up[0] * sy + back[0]) * away
  const vy = (right[1] * sx + up[1] * sy + back[1]) * away
  const vz = (right[2] * sx + up[2] * sy + back[2]) * away
  let [nx, ny, nz] = [mix(normals, 3, 0), mix(normals, 3, 1), mix(normals, 3, 2)]
  const length = 1 / (Math.hypot(nx, ny, nz) || 1)
  nx *= length
  ny *= length
  nz *= length

  baseColor.set(paint.color)
  let { roughness, metalness } = paint
  const [u, v] = uvs ? [mix(uvs, 2, 0), mix(uvs, 2, 1)] : [0, 0]
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
  const [red = 0, green = 0, blue = 0, alpha = 1] = baseColor
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
    const [tx = 0, ty = 0, tz = 0, bx = 0, by = 0, bz = 0] = tangents
    const [mx, my, mz] = [
      tx * bumpX + bx * bumpY + nx * bumpZ,
      ty * bumpX + by * bumpY + ny * bumpZ,
      tz * bumpX + bz * bumpY + nz * bumpZ,
    ]
    const bumpLength = 1 / (Math.hypot(mx, my, mz) || 1)
    nx = mx * bumpLength
    ny = my * bumpLength
    nz = mz * bumpLength
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
  const [fx, fz] = [back[0] / level, back[2] / level]
  const rx = 2 * facing * nx - vx
  const ry = 2 * facing * ny - vy
  const rz = 2 * facing * nz - vz
  const [studioX, studioZ] = [nx * right[0] + nz * right[2], nx * fx + nz * fz]
  const mirrored = mirroredRadiance(rx * right[0] + rz * right[2], ry, rx * fx + rz * fz, roughness)
  const towardsKey = Math.max(0, studioX * keyDirection[0] + ny * keyDirection[1] + studioZ * keyDirection[2])
  const matt = ambientLight(studioX, ny, studioZ) * ambient + keyStrength * towardsKey * key
  const mirrorShare = Math.min(1, Math.max(0, (facing + ambient) ** (2 ** (-16 * roughness - 1)) - 1 + ambient))
  const [scale, bias] = mirrorFactors(roughness, facing)
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

/** Writes the perspective-correct weights of the corners at a pixel; returns twice the triangle's area in pixels. */
function perspectiveWeights(at: Float32Array, a: number, b: number, c: number, px: number, py: number): number {
  const [ax, ay, az] = [at[a * 3] ?? 0, at[a * 3 + 1] ?? 0, at[a * 3 + 2] ?? 1]
  const [bx, by, bz] = [at[b * 3] ?? 0, at[b * 3 + 1] ?? 0, at[b * 3 + 2] ?? 1]
  const [cx, cy, cz] = [at[c * 3] ?? 0, at[c * 3 + 1] ?? 0, at[c * 3 + 2] ?? 1]
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
  const [au, av] = [uvs[a * 2] ?? 0, uvs[a * 2 + 1] ?? 0]
  const [bu, bv] = [(uvs[b * 2] ?? 0) - au, (uvs[b * 2 + 1] ?? 0) - av]
  const [cu, cv] = [(uvs[c * 2] ?? 0) - au, (uvs[c * 2 + 1] ?? 0) - av]
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
  let [along, down] = [0, 0]
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

/** Returns scale and bias of the mirrored light (Karis 2014, "Physically based shading on mobile"). */
function mirrorFactors(roughness: number, facing: number): readonly [scale: number, bias: number] {
  const [x, y] = [1 - roughness, -0.0275 * roughness + 0.0425]
  const [z, w] = [-0.572 * roughness + 1.04, 0.022 * roughness - 0.04]
  const fresnel = Math.min(x * x, 2 ** (-9.28 * facing)) * x + y
  return [-1.04 * fresnel + z, 1.04 * fresnel + w]
}
