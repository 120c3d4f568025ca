/** A box on the floor: x to the right, y to the back, z up, in tenths of a metre. */
export type Box = {
  readonly at: readonly [x: number, y: number, z: number]
  readonly size: readonly [width: number, depth: number, height: number]
  readonly hue: number
  readonly saturation?: number
  readonly lightness?: number
}

const halfWidth = Math.cos(Math.PI / 6)
const halfHeight = Math.sin(Math.PI / 6)

function project(x: number, y: number, z: number): string {
  return `${round((x - y) * halfWidth)},${round((x + y) * halfHeight - z)}`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function facePolygon(points: readonly string[], hue: number, saturation: number, lightness: number): string {
  const colour = `hsl(${hue} ${saturation}% ${lightness}%)`
  return `<polygon points="${points.join(' ')}" fill="${colour}" stroke="${colour}" stroke-width=".15" stroke-linejoin="round"/>`
}

/** Draws a box by its three visible faces, lit from the upper left. */
function drawBox({ at: [x, y, z], size: [w, d, h], hue, saturation = 45, lightness = 55 }: Box): string {
  const top = [project(x, y, z + h), project(x + w, y, z + h), project(x + w, y + d, z + h), project(x, y + d, z + h)]
  const left = [project(x, y + d, z), project(x + w, y + d, z), project(x + w, y + d, z + h), project(x, y + d, z + h)]
  const right = [project(x + w, y, z), project(x + w, y + d, z), project(x + w, y + d, z + h), project(x + w, y, z + h)]
  return (
    facePolygon(left, hue, saturation, lightness) +
    facePolygon(right, hue, saturation + 5, lightness - 16) +
    facePolygon(top, hue, saturation - 6, Math.min(lightness + 14, 92))
  )
}

/** Draws the boxes back to front, so that nearer ones cover those behind. */
export function drawBoxes(boxes: readonly Box[]): string {
  return [...boxes]
    .sort((a, b) => depthOf(a) - depthOf(b))
    .map(drawBox)
    .join('')
}

function depthOf({ at: [x, y, z], size: [w, d, h] }: Box): number {
  return x + w / 2 + (y + d / 2) + z + h / 2
}
