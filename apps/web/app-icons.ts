import { crc32, deflateSync } from 'node:zlib'

type Point = readonly [x: number, y: number]
type Colour = readonly [red: number, green: number, blue: number]

/** The edges of the icons in pixels. */
export const iconSizes = [192, 512] as const
/** The edge of the badge in pixels, which a phone shows in its status bar. */
export const badgeSize = 96

/** The mark of public/mark.svg, in its coordinates: 26 units in each direction. */
const markSize = 26
const strokeWidth = 2.4
const lines: readonly (readonly Point[])[] = [
  [
    [2, 9],
    [13, 3],
    [24, 9],
  ],
  [
    [5, 10],
    [5, 23],
  ],
  [
    [21, 10],
    [21, 23],
  ],
  [
    [2, 23],
    [24, 23],
  ],
]
const lantern = { centre: [13, 16] as Point, radius: 3.4 }

const ground: Colour = [0x4a, 0x3f, 0xcb]
const house: Colour = [0xfa, 0xf8, 0xf4]
const light: Colour = [0xf2, 0xa3, 0x3a]
const white: Colour = [0xff, 0xff, 0xff]

/** Part of the edge that the corners of a plain icon are rounded by. */
const cornerShare = 0.22
/** Part of the edge that the mark takes; a maskable icon may be cut to a circle of four fifths. */
const markShare = { plain: 0.64, maskable: 0.5, monochrome: 0.9 } as const

/**
 * Draws the app's icon as a PNG of `edge` pixels. A maskable one has no corners of its own, because each system cuts it to
 * the shape of its icons. A monochrome one is the mark alone, of which a system takes the shape and not the colour.
 */
export function drawAppIcon(edge: number, kind: keyof typeof markShare): Buffer {
  const scale = (edge * markShare[kind]) / markSize
  const offset = (edge - markSize * scale) / 2
  const rows = Buffer.alloc(edge * (1 + edge * 4))
  for (let y = 0; y < edge; y += 1)
    for (let x = 0; x < edge; x += 1) {
      const at: Point = [(x + 0.5 - offset) / scale, (y + 0.5 - offset) / scale]
      const stroke = coverage((strokeWidth / 2 - distanceToLines(at)) * scale)
      const dot = coverage((lantern.radius - distance(at, lantern.centre)) * scale)
      const colour = kind === 'monochrome' ? white : mix(mix(ground, house, stroke), light, dot)
      const corners = () => coverage(-distanceToRoundedSquare([x + 0.5, y + 0.5], edge))
      const alpha = kind === 'monochrome' ? Math.max(stroke, dot) : kind === 'maskable' ? 1 : corners()
      rows.set([...colour, Math.round(alpha * 255)], y * (1 + edge * 4) + 1 + x * 4)
    }
  return encodePng(edge, rows)
}

/** Returns how much of a pixel is covered whose centre is `inside` pixels within the edge. */
function coverage(inside: number): number {
  return Math.min(1, Math.max(0, inside + 0.5))
}

function mix(from: Colour, to: Colour, share: number): Colour {
  const channel = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share)
  return [channel(0), channel(1), channel(2)]
}

function distance([x, y]: Point, [toX, toY]: Point): number {
  return Math.hypot(x - toX, y - toY)
}

function distanceToLines(at: Point): number {
  const distances = lines.flatMap((line) =>
    line.slice(1).map((end, index) => distanceToSegment(at, line[index] ?? end, end)),
  )
  return Math.min(...distances)
}

function distanceToSegment(at: Point, start: Point, end: Point): number {
  const along: Point = [end[0] - start[0], end[1] - start[1]]
  const projected = (at[0] - start[0]) * along[0] + (at[1] - start[1]) * along[1]
  const share = Math.min(1, Math.max(0, projected / (along[0] ** 2 + along[1] ** 2)))
  return distance(at, [start[0] + along[0] * share, start[1] + along[1] * share])
}

/** Returns the distance to the outline of a square with round corners, negative inside. */
function distanceToRoundedSquare([x, y]: Point, edge: number): number {
  const radius = edge * cornerShare
  const outside = (at: number) => Math.abs(at - edge / 2) - edge / 2 + radius
  const [dx, dy] = [outside(x), outside(y)]
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius
}

function encodePng(edge: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(edge, 0)
  header.writeUInt32BE(edge, 4)
  // Eight bits per channel, RGB with alpha.
  header.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(rows)), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
