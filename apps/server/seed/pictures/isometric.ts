/** A box on the floor: x to the right, y to the back, z up, in units of a tenth of a metre. */
export type Box = {
  readonly at: readonly [x: number, y: number, z: number]
  readonly size: readonly [width: number, depth: number, height: number]
  readonly hue: number
  readonly saturation?: number
  readonly light?: number
}

const halfWidth = Math.cos(Math.PI / 6)
const halfHeight = Math.sin(Math.PI / 6)

function project(x: number, y: number, z: number): string {
  return `${round((x - y) * halfWidth)},${round((x + y) * halfHeight - z)}`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function face(points: readonly string[], hue: number, saturation: number, light: number): string {
  const colour = `hsl(${hue} ${saturation}% ${light}%)`
  return `<polygon points="${points.join(' ')}" fill="${colour}" stroke="${colour}" stroke-width=".15" stroke-linejoin="round"/>`
}

/** Draws a box by its three visible faces, lit from the upper left. */
function draw({ at: [x, y, z], size: [w, d, h], hue, saturation = 45, light = 55 }: Box): string {
  const top = [project(x, y, z + h), project(x + w, y, z + h), project(x + w, y + d, z + h), project(x, y + d, z + h)]
  const left = [project(x, y + d, z), project(x + w, y + d, z), project(x + w, y + d, z + h), project(x, y + d, z + h)]
  const right = [project(x + w, y, z), project(x + w, y + d, z), project(x + w, y + d, z + h), project(x + w, y, z + h)]
  return (
    face(left, hue, saturation, light) +
    face(right, hue, saturation + 5, light - 16) +
    face(top, hue, saturation - 6, Math.min(light + 14, 92))
  )
}

/** The boxes back to front, so that what is nearer covers what is behind. */
export function drawBoxes(boxes: readonly Box[]): string {
  return [...boxes]
    .sort((a, b) => depth(a) - depth(b))
    .map(draw)
    .join('')
}

function depth({ at: [x, y, z], size: [w, d, h] }: Box): number {
  return x + w / 2 + (y + d / 2) + z + h / 2
}
