import {
  BufferAttribute,
  type BufferGeometry,
  Color,
  IcosahedronGeometry,
  LatheGeometry,
  SphereGeometry,
  Vector2,
} from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'

/** Avatar colours: distinguishable by lightness as well as hue, and readable in both themes. */
export const avatarColors = ['#e0a557', '#8a80d6', '#5fa08a', '#cf7d6c', '#6496c6', '#b583ad', '#98a05c', '#b18c6c']

/** Sets a vertex colour that is multiplied with the participant's colour; a brightness above 1 gives a paler shade. */
function withVertexColor(geometry: BufferGeometry, color: string, brightness = 1): BufferGeometry {
  const { r, g, b } = new Color(color).multiplyScalar(brightness)
  const count = geometry.getAttribute('position').count
  const colors = new Float32Array(count * 3)
  for (let index = 0; index < count; index += 1) colors.set([r, g, b], index * 3)
  geometry.setAttribute('color', new BufferAttribute(colors, 3))
  geometry.deleteAttribute('uv')
  return geometry
}

function ellipsoid(
  x: number,
  y: number,
  z: number,
  size: readonly [number, number, number],
  color: string,
  parts = 16,
  brightness = 1,
) {
  const geometry = new SphereGeometry(1, parts, Math.max(8, parts * 0.66))
  geometry.scale(...size)
  geometry.translate(x, y, z)
  return withVertexColor(geometry, color, brightness)
}

function mergeAndDispose(parts: BufferGeometry[]): BufferGeometry {
  const merged = mergeGeometries(parts)
  for (const part of parts) part.dispose()
  return merged
}

/** Returns a rounded head with a face (towards -z); the origin is between the eyes. */
export function headGeometry(): BufferGeometry {
  return mergeAndDispose([
    ellipsoid(0, 0.012, 0.03, [0.092, 0.122, 0.104], '#ffffff', 28),
    ellipsoid(0, -0.012, -0.045, [0.066, 0.072, 0.036], '#ffffff', 20, 1.7),
  ])
}

/** Returns two eyes that show where a head looks, around the same origin: scaled to a line, they are closed. */
export function eyesGeometry(): BufferGeometry {
  return mergeAndDispose([
    ellipsoid(-0.03, 0.004, -0.078, [0.0105, 0.0155, 0.006], '#211c2b', 12),
    ellipsoid(0.03, 0.004, -0.078, [0.0105, 0.0155, 0.006], '#211c2b', 12),
    ellipsoid(-0.027, 0.011, -0.084, [0.003, 0.004, 0.002], '#ffffff', 8),
    ellipsoid(0.033, 0.011, -0.084, [0.003, 0.004, 0.002], '#ffffff', 8),
  ])
}

/** Returns an outline that runs smoothly (Catmull-Rom) through points of radius and height. */
function smoothOutline(points: readonly (readonly [number, number])[]): Vector2[] {
  const outline: Vector2[] = []
  const point = (at: number) => points[Math.min(Math.max(0, at), points.length - 1)] ?? [0, 0]
  for (let at = 0; at < (points.length - 1) * 4; at += 1) {
    const first = Math.floor(at / 4)
    const [p0, p1, p2, p3] = [point(first - 1), point(first), point(first + 1), point(first + 2)]
    const t = (at % 4) / 4
    const [x, y] = ([0, 1] as const).map((axis) => {
      const [v1, v2] = [(p2[axis] - p0[axis]) / 2, (p3[axis] - p1[axis]) / 2]
      const rise = p2[axis] - p1[axis]
      return p1[axis] + t * (v1 + t * (3 * rise - 2 * v1 - v2 + t * (v1 + v2 - 2 * rise)))
    })
    outline.push(new Vector2(Math.max(0.0005, x ?? 0), y))
  }
  const [endRadius, endHeight] = point(points.length - 1)
  outline.push(new Vector2(endRadius, endHeight))
  return outline
}

/** Where a mouth is in its head, in metres. */
export const mouthPlace = { y: -0.043, z: -0.0755 } as const

/** Returns a mouth that is wide open, around its own centre. */
export function mouthGeometry(): BufferGeometry {
  return ellipsoid(0, 0, 0, [0.0165, 0.0135, 0.006], '#5b2e3a', 14)
}

/** Returns one part of an arm from the origin to 1 m up, to be scaled to its length. */
export function armGeometry(): BufferGeometry {
  const outline = [
    [0.0005, -0.06],
    [0.03, -0.02],
    [0.038, 0.1],
    [0.034, 0.9],
    [0.026, 1],
    [0.0005, 1.04],
  ].map(([radius = 0, height = 0]) => new Vector2(radius, height))
  return withVertexColor(new LatheGeometry(outline, 14), '#ffffff')
}

/** Returns shoulders that hang from the head, turn with it and taper off below. */
export function bodyGeometry(): BufferGeometry {
  const profile = [
    [0.001, -0.47],
    [0.08, -0.455],
    [0.132, -0.39],
    [0.158, -0.3],
    [0.156, -0.235],
    [0.12, -0.188],
    [0.068, -0.158],
    [0.047, -0.12],
    [0.04, -0.07],
  ] as const
  const coat = new LatheGeometry(smoothOutline(profile), 28)
  coat.scale(1.18, 1, 0.72)
  coat.translate(0, 0, 0.045)
  return withVertexColor(coat, '#ffffff')
}

/** Returns a mitten, palm down, pointing towards -z; `side` is 1 for the right hand. */
export function handGeometry(side: 1 | -1): BufferGeometry {
  const fingers = ellipsoid(0, -0.001, -0.046, [0.034, 0.0125, 0.05], '#ffffff', 16, 1.45)
  const palm = ellipsoid(0, 0, 0, [0.037, 0.0165, 0.042], '#ffffff', 16, 1.45)
  const thumb = ellipsoid(0, 0, 0, [0.0105, 0.0105, 0.031], '#ffffff', 12, 1.45)
  thumb.rotateY(side * 0.75)
  thumb.translate(-side * 0.036, -0.003, -0.02)
  const cuff = ellipsoid(0, 0, 0.04, [0.031, 0.022, 0.018], '#ffffff', 16)
  return mergeAndDispose([fingers, palm, thumb, cuff])
}

export function dotGeometry(): BufferGeometry {
  return withVertexColor(new IcosahedronGeometry(1, 2), '#ffffff')
}
