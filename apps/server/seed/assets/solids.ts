import { gridSurface, latheSurface, mergeShapes, roundedBox, type Shape, tubeSurface } from './shapes.ts'

export type Point = readonly [x: number, y: number, z: number]
export type FlatPoint = readonly [x: number, y: number]

type Placing = {
  readonly move?: Point
  /** Rotation about x, then y, then z, in radians. */
  readonly turn?: Point
  readonly scale?: number | Point
}

/** Scales, rotates and moves a shape. */
export function place(shape: Shape, { move = [0, 0, 0], turn = [0, 0, 0], scale = 1 }: Placing): Shape {
  const [sx, sy, sz] = typeof scale === 'number' ? [scale, scale, scale] : scale
  const [ca, sa] = [Math.cos(turn[0]), Math.sin(turn[0])]
  const [cb, sb] = [Math.cos(turn[1]), Math.sin(turn[1])]
  const [cc, sc] = [Math.cos(turn[2]), Math.sin(turn[2])]
  const rotate = (x: number, y: number, z: number): Point => {
    const [y1, z1] = [y * ca - z * sa, y * sa + z * ca]
    const [x2, z2] = [x * cb + z1 * sb, z1 * cb - x * sb]
    return [x2 * cc - y1 * sc, x2 * sc + y1 * cc, z2]
  }
  const positions = mapPoints(shape.positions, (x, y, z) => {
    const [rx, ry, rz] = rotate(x * sx, y * sy, z * sz)
    return [rx + move[0], ry + move[1], rz + move[2]]
  })
  const normals = mapPoints(shape.normals, (x, y, z) => normalize(rotate(x / sx, y / sy, z / sz)))
  const isMirrored = sx * sy * sz < 0
  return { ...shape, positions, normals, indices: isMirrored ? flipped(shape.indices) : shape.indices }
}

/** Bends a shape: moves every point by `bend`, and smooths it again. */
export function bend(shape: Shape, bend: (x: number, y: number, z: number) => Point, crease = 40): Shape {
  return smooth({ ...shape, positions: mapPoints(shape.positions, bend) }, crease)
}

/** Returns copies of a shape around the y axis. */
export function around(count: number, shape: Shape, start = 0): Shape {
  return mergeShapes(
    Array.from({ length: count }, (_, index) => place(shape, { turn: [0, start + (index / count) * Math.PI * 2, 0] })),
  )
}

/** Returns a shape and its mirror image across x = 0. */
export function bothSides(shape: Shape): Shape {
  return mergeShapes([shape, place(shape, { scale: [-1, 1, 1] })])
}

/** Builds a box about the origin with bevelled edges. */
export function box(width: number, height: number, depth: number, bevel = 0.004, steps = 1): Shape {
  const radius = Math.min(bevel, width * 0.49, height * 0.49, depth * 0.49)
  return smooth(roundedBox(width, height, depth, radius, steps), 50)
}

/** Builds a ball. */
export function ball(radius: number, segments = 28): Shape {
  const rows = Math.ceil(segments / 2)
  return latheSurface(
    Array.from({ length: rows + 1 }, (_, row) => {
      const angle = -Math.PI / 2 + (row / rows) * Math.PI
      return [Math.cos(angle) * radius, Math.sin(angle) * radius] as const
    }),
    segments,
  )
}

/** Builds a ring about the y axis. */
export function ring(radius: number, thickness: number, segments = 48, sides = 12): Shape {
  return tubeSurface(
    (t) => [Math.cos(t * Math.PI * 2) * radius, 0, -Math.sin(t * Math.PI * 2) * radius],
    thickness,
    segments,
    sides,
  )
}

/** Builds a solid of revolution whose corners are rounded with this radius; the profile runs from bottom to top. */
export function spin(profile: readonly FlatPoint[], segments = 40, bevel = 0.002): Shape {
  return smooth(latheSurface(roundCorners(profile, bevel, false), segments), 42)
}

/** Builds a cylinder from `bottom` upwards. */
export function cylinder(radius: number, height: number, bevel = 0.003, segments = 32): Shape {
  return spin(
    [
      [0, 0],
      [radius, 0],
      [radius, height],
      [0, height],
    ],
    segments,
    bevel,
  )
}

/** Builds a closed rod of this radius between two points; `endRadius` makes it taper. */
export function rod(from: Point, to: Point, radius: number, sides = 12, endRadius = radius): Shape {
  return pipe([from, to], radius, { sides, endRadius, steps: 1 })
}

/** Builds a closed tube through points, smoothly bent, that may taper. */
export function pipe(
  points: readonly Point[],
  radius: number,
  { sides = 12, endRadius = radius, steps = 6, loop = false } = {},
): Shape {
  const curve = splineThrough(points, loop)
  const along = Math.max(1, (points.length - (loop ? 0 : 1)) * steps)
  const centres = Array.from({ length: along + 1 }, (_, index) => curve(index / along))
  const rings: Point[][] = []
  let side: Point = [0, 0, 0]
  for (const [index, centre] of centres.entries()) {
    const [before, after] = [centres[index - 1] ?? centre, centres[index + 1] ?? centre]
    const forward = normalize(subtract(after, before))
    const previous = index === 0 ? (Math.abs(forward[1]) > 0.9 ? ([1, 0, 0] as const) : ([0, 1, 0] as const)) : side
    side = normalize(subtract(previous, scaled(forward, dot(previous, forward))))
    const up = cross(forward, side)
    const width = radius + ((endRadius - radius) * index) / along
    rings.push(
      Array.from({ length: sides + 1 }, (_, corner) => {
        const angle = (corner / sides) * Math.PI * 2
        return add(centre, add(scaled(side, Math.cos(angle) * width), scaled(up, Math.sin(angle) * width)))
      }),
    )
  }
  // Rings of one point close both ends.
  const end = (centre: Point | undefined): Point[] => Array.from({ length: sides + 1 }, () => centre ?? [0, 0, 0])
  const closed = loop ? rings : [end(centres[0]), ...rings, end(centres.at(-1))]
  return smooth(skin(closed), 50)
}

/** Lays a surface over rows of points; all rows have the same length. */
export function skin(rows: readonly (readonly Point[])[]): Shape {
  const columns = (rows[0]?.length ?? 1) - 1
  return gridSurface(columns, rows.length - 1, (u, v) => {
    const row = rows[Math.round(v * (rows.length - 1))]
    return row?.[Math.round(u * columns)] ?? [0, 0, 0]
  })
}

/** Lays a surface over rows of points, smooth except at sharp folds. */
export function smoothSkin(rows: readonly (readonly Point[])[]): Shape {
  return smooth(skin(rows), 60)
}

/** Extrudes an outline (counterclockwise, in x and y) along z, centred, with bevelled edges. */
export function extrude(outline: readonly FlatPoint[], depth: number, bevel = 0.003, rounding = 0): Shape {
  const edge = rounding > 0 ? roundCorners(outline, rounding, true) : outline
  const inner = inset(edge, bevel)
  const half = depth / 2
  const layers = [
    { points: inner, z: half },
    { points: edge, z: half - bevel },
    { points: edge, z: bevel - half },
    { points: inner, z: -half },
  ]
  const sides = skin(
    layers.map(({ points, z }) => [...points, ...points.slice(0, 1)].map(([x, y]) => [x, y, z] as const)),
  )
  const triangles = triangulate(inner)
  const cap = (z: number): Shape => ({
    positions: Float32Array.from(inner.flatMap(([x, y]) => [x, y, z])),
    normals: Float32Array.from(inner.flatMap(() => [0, 0, Math.sign(z)])),
    uvs: Float32Array.from(inner.flatMap(([x, y]) => [x, y])),
    indices: z > 0 ? triangles : flipped(triangles),
  })
  return smooth(mergeShapes([{ ...sides, indices: flipped(sides.indices) }, cap(half), cap(-half)]), 30)
}

/** Returns the outline of a regular polygon or, with many corners, a circle. */
export function circle(radius: number, corners = 32, centre: FlatPoint = [0, 0]): FlatPoint[] {
  return Array.from({ length: corners }, (_, index) => {
    const angle = (index / corners) * Math.PI * 2
    return [centre[0] + Math.cos(angle) * radius, centre[1] + Math.sin(angle) * radius] as const
  })
}

/** Returns the outline of a rectangle about the origin. */
export function rectangle(width: number, height: number): FlatPoint[] {
  const [x, y] = [width / 2, height / 2]
  return [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ]
}

/**
 * Gives every face texture coordinates from its side in metres, so that textures have the same scale everywhere. The
 * grain (u) runs along the longest edge of the shape.
 */
export function boxMapped(shape: Shape, tileMetres: number): Shape {
  const { positions, normals } = shape
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ]
  for (const [at, value] of positions.entries()) {
    low[at % 3] = Math.min(low[at % 3] ?? 0, value)
    high[at % 3] = Math.max(high[at % 3] ?? 0, value)
  }
  const extents = high.map((value, axis) => value - (low[axis] ?? 0))
  const longest = extents.indexOf(Math.max(...extents))
  const uvs = new Float32Array((positions.length / 3) * 2)
  for (let vertex = 0; vertex < uvs.length / 2; vertex += 1) {
    const [x, y, z] = pointAt(positions, vertex)
    const [nx, ny, nz] = pointAt(normals, vertex)
    const isTop = Math.abs(ny) > Math.max(Math.abs(nx), Math.abs(nz))
    const side = isTop ? ([x, z] as const) : Math.abs(nx) > Math.abs(nz) ? ([z, -y] as const) : ([x, -y] as const)
    const isTurned = isTop ? longest === 2 : longest === 1
    const [u, v] = isTurned ? [side[1], side[0]] : side
    uvs.set([u / tileMetres, v / tileMetres], vertex * 2)
  }
  return { ...shape, uvs }
}

/** Gives a shape normals that are smooth across edges flatter than `creaseDegrees`, and hard across sharper ones. */
export function smooth(shape: Shape, creaseDegrees: number): Shape {
  const { positions, indices, uvs } = shape
  const limit = Math.cos((creaseDegrees * Math.PI) / 180)
  const cornersByPlace = new Map<string, number[]>()
  const faceNormals: Point[] = []
  const faces: number[] = []
  for (let index = 0; index < indices.length; index += 3) {
    const corners = [indices[index] ?? 0, indices[index + 1] ?? 0, indices[index + 2] ?? 0] as const
    const [a, b, c] = [pointAt(positions, corners[0]), pointAt(positions, corners[1]), pointAt(positions, corners[2])]
    const normal = cross(subtract(b, a), subtract(c, a))
    if (Math.hypot(...normal) < 1e-14) continue
    const face = faceNormals.push(normal) - 1
    for (const corner of corners) {
      const key = placeKey(positions, corner)
      const list = cornersByPlace.get(key)
      if (list) list.push(face)
      else cornersByPlace.set(key, [face])
      faces.push(corner)
    }
  }
  const units = faceNormals.map(normalize)
  const made = { positions: [] as number[], normals: [] as number[], uvs: [] as number[], indices: [] as number[] }
  const known = new Map<string, number>()
  for (const [at, corner] of faces.entries()) {
    const face = Math.floor(at / 3)
    const unit = units[face] ?? [0, 1, 0]
    let sum: Point = [0, 0, 0]
    for (const other of cornersByPlace.get(placeKey(positions, corner)) ?? []) {
      if (dot(unit, units[other] ?? unit) >= limit) sum = add(sum, faceNormals[other] ?? unit)
    }
    const normal = normalize(sum)
    const key = `${corner} ${normal.map((value) => Math.round(value * 200)).join(' ')}`
    let index = known.get(key)
    if (index === undefined) {
      index = made.positions.length / 3
      known.set(key, index)
      made.positions.push(...pointAt(positions, corner))
      made.normals.push(...normal)
      made.uvs.push(uvs[corner * 2] ?? 0, uvs[corner * 2 + 1] ?? 0)
    }
    made.indices.push(index)
  }
  return {
    positions: Float32Array.from(made.positions),
    normals: Float32Array.from(made.normals),
    uvs: Float32Array.from(made.uvs),
    indices: Uint32Array.from(made.indices),
  }
}

/** Returns a function of 0 to 1 along a smooth curve through points (Catmull-Rom). */
export function splineThrough(points: readonly Point[], loop = false): (t: number) => Point {
  const count = points.length
  const spans = loop ? count : count - 1
  const at = (index: number): Point =>
    points[loop ? (index + count) % count : Math.min(count - 1, Math.max(0, index))] ?? [0, 0, 0]
  return (t) => {
    const along = t * spans
    const span = Math.min(spans - 1, Math.floor(along))
    const s = along - span
    const [a, b, c, d] = [at(span - 1), at(span), at(span + 1), at(span + 2)]
    const axis = (i: 0 | 1 | 2) =>
      0.5 *
      (2 * b[i] +
        (c[i] - a[i]) * s +
        (2 * a[i] - 5 * b[i] + 4 * c[i] - d[i]) * s * s +
        (3 * b[i] - a[i] - 3 * c[i] + d[i]) * s ** 3)
    return [axis(0), axis(1), axis(2)]
  }
}

/** Returns random numbers from 0 to 1 that are always the same for a seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Replaces every corner by a short arc. */
function roundCorners(points: readonly FlatPoint[], radius: number, closed: boolean): FlatPoint[] {
  const steps = 2
  return points.flatMap((point, index) => {
    const before = points[closed ? (index + points.length - 1) % points.length : index - 1]
    const after = points[closed ? (index + 1) % points.length : index + 1]
    if (!before || !after) return [point]
    const [inX, inY] = [before[0] - point[0], before[1] - point[1]]
    const [outX, outY] = [after[0] - point[0], after[1] - point[1]]
    const [inLength, outLength] = [Math.hypot(inX, inY), Math.hypot(outX, outY)]
    const straight = (inX * outX + inY * outY) / (inLength * outLength || 1)
    if (straight < -0.94) return [point]
    const cut = Math.min(radius, inLength * 0.45, outLength * 0.45)
    return Array.from({ length: steps + 1 }, (_, step): FlatPoint => {
      const t = step / steps
      const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t]
      const axis = (i: 0 | 1, incoming: number, outgoing: number) =>
        a * (point[i] + (incoming / inLength) * cut) + b * point[i] + c * (point[i] + (outgoing / outLength) * cut)
      return [axis(0, inX, outX), axis(1, inY, outY)]
    })
  })
}

/** Moves a counterclockwise outline inwards. */
function inset(points: readonly FlatPoint[], distance: number): FlatPoint[] {
  return points.map((point, index) => {
    const before = points[(index + points.length - 1) % points.length] ?? point
    const after = points[(index + 1) % points.length] ?? point
    const [ax, ay] = unit(point[0] - before[0], point[1] - before[1])
    const [bx, by] = unit(after[0] - point[0], after[1] - point[1])
    const [mx, my] = unit(-ay - by, ax + bx)
    const reach = distance / Math.max(0.4, mx * -ay + my * ax)
    return [point[0] + mx * reach, point[1] + my * reach]
  })
}

/** Cuts a counterclockwise outline into triangles by clipping ears. */
function triangulate(points: readonly FlatPoint[]): Uint32Array {
  const left = points.map((_, index) => index)
  const triangles: number[] = []
  const turn = (a: FlatPoint, b: FlatPoint, c: FlatPoint) =>
    (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
  const at = (index: number): FlatPoint => points[index] ?? [0, 0]
  for (let tries = left.length * left.length; left.length > 3 && tries > 0; tries -= 1) {
    const ear = left.findIndex((current, place) => {
      const [a, c] = [left[(place + left.length - 1) % left.length] ?? 0, left[(place + 1) % left.length] ?? 0]
      if (turn(at(a), at(current), at(c)) <= 0) return false
      return left.every(
        (other) =>
          other === a ||
          other === current ||
          other === c ||
          turn(at(a), at(current), at(other)) < 0 ||
          turn(at(current), at(c), at(other)) < 0 ||
          turn(at(c), at(a), at(other)) < 0,
      )
    })
    const place = Math.max(0, ear)
    triangles.push(
      left[(place + left.length - 1) % left.length] ?? 0,
      left[place] ?? 0,
      left[(place + 1) % left.length] ?? 0,
    )
    left.splice(place, 1)
  }
  return Uint32Array.from([...triangles, ...left])
}

function unit(x: number, y: number): FlatPoint {
  const length = Math.hypot(x, y) || 1
  return [x / length, y / length]
}

function flipped(indices: Uint32Array): Uint32Array {
  return indices.map((_, at) => indices[at - (at % 3) + ((3 - (at % 3)) % 3)] ?? 0)
}

function mapPoints(list: Float32Array, map: (x: number, y: number, z: number) => Point): Float32Array {
  const next = new Float32Array(list.length)
  for (let at = 0; at < list.length; at += 3) next.set(map(list[at] ?? 0, list[at + 1] ?? 0, list[at + 2] ?? 0), at)
  return next
}

function placeKey(positions: Float32Array, vertex: number): string {
  return pointAt(positions, vertex)
    .map((value) => Math.round(value * 1e5))
    .join(' ')
}

function pointAt(list: Float32Array, vertex: number): Point {
  return [list[vertex * 3] ?? 0, list[vertex * 3 + 1] ?? 0, list[vertex * 3 + 2] ?? 0]
}

const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
const subtract = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const scaled = (a: Point, by: number): Point => [a[0] * by, a[1] * by, a[2] * by]
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

function normalize(a: Point): Point {
  const length = Math.hypot(...a) || 1
  return [a[0] / length, a[1] / length, a[2] / length]
}
