import {
  BufferAttribute,
  type BufferGeometry,
  Color,
  IcosahedronGeometry,
  LatheGeometry,
  SphereGeometry,
  SplineCurve,
  Vector2,
} from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'

/** Colours of people: told apart by lightness as well as by hue, and friendly in both lights. */
export const peopleColors = ['#e0a557', '#8a80d6', '#5fa08a', '#cf7d6c', '#6496c6', '#b583ad', '#98a05c', '#b18c6c']

/** Colours multiply the person's own; lighter than white makes a paler shade of it. */
function tinted(geometry: BufferGeometry, color: string, lighter = 1): BufferGeometry {
  const { r, g, b } = new Color(color).multiplyScalar(lighter)
  const count = geometry.getAttribute('position').count
  const colors = new Float32Array(count * 3)
  for (let at = 0; at < count; at += 1) colors.set([r, g, b], at * 3)
  geometry.setAttribute('color', new BufferAttribute(colors, 3))
  geometry.deleteAttribute('uv')
  return geometry
}

function ball(
  x: number,
  y: number,
  z: number,
  size: readonly [number, number, number],
  color: string,
  parts = 16,
  lighter = 1,
) {
  const geometry = new SphereGeometry(1, parts, Math.max(8, parts * 0.66))
  geometry.scale(...size)
  geometry.translate(x, y, z)
  return tinted(geometry, color, lighter)
}

function merged(parts: BufferGeometry[]): BufferGeometry {
  const whole = mergeGeometries(parts)
  for (const part of parts) part.dispose()
  return whole
}

/** A rounded head with two eyes that show where it looks (towards -z); its middle is between the eyes. */
export function headShape(): BufferGeometry {
  return merged([
    ball(0, 0.012, 0.03, [0.092, 0.122, 0.104], '#ffffff', 28),
    ball(0, -0.012, -0.045, [0.066, 0.072, 0.036], '#ffffff', 20, 1.7),
    ball(-0.03, 0.004, -0.078, [0.0105, 0.0155, 0.006], '#211c2b', 12),
    ball(0.03, 0.004, -0.078, [0.0105, 0.0155, 0.006], '#211c2b', 12),
    ball(-0.027, 0.011, -0.084, [0.003, 0.004, 0.002], '#ffffff', 8),
    ball(0.033, 0.011, -0.084, [0.003, 0.004, 0.002], '#ffffff', 8),
  ])
}

/** Shoulders that hang from the head and turn with it, running out below. */
export function bodyShape(): BufferGeometry {
  const line = [
    [0.001, -0.47],
    [0.08, -0.455],
    [0.132, -0.39],
    [0.158, -0.3],
    [0.156, -0.235],
    [0.12, -0.188],
    [0.068, -0.158],
    [0.047, -0.12],
    [0.04, -0.07],
  ].map(([radius = 0, height = 0]) => new Vector2(radius, height))
  const outline = new SplineCurve(line).getPoints(36).map(({ x, y }) => new Vector2(Math.max(0.0005, x), y))
  const coat = new LatheGeometry(outline, 28)
  coat.scale(1.18, 1, 0.72)
  coat.translate(0, 0, 0.045)
  return tinted(coat, '#ffffff')
}

/** A mitten, palm down, pointing towards -z; `side` is 1 for the right hand. */
export function handShape(side: 1 | -1): BufferGeometry {
  const fingers = ball(0, -0.001, -0.046, [0.034, 0.0125, 0.05], '#ffffff', 16, 1.45)
  const palm = ball(0, 0, 0, [0.037, 0.0165, 0.042], '#ffffff', 16, 1.45)
  const thumb = ball(0, 0, 0, [0.0105, 0.0105, 0.031], '#ffffff', 12, 1.45)
  thumb.rotateY(side * 0.75)
  thumb.translate(-side * 0.036, -0.003, -0.02)
  const cuff = ball(0, 0, 0.04, [0.031, 0.022, 0.018], '#ffffff', 16)
  return merged([fingers, palm, thumb, cuff])
}

export function dotShape(): BufferGeometry {
  return tinted(new IcosahedronGeometry(1, 2), '#ffffff')
}
