import { type Rgb } from './palette.ts'

export type Point3 = readonly [x: number, y: number, z: number]
/** Shading of a surface: lit with occlusion, lit without occlusion, or emissive. */
export type Shading = 'lit' | 'open' | 'shines'

/** A box that casts shadow and occlusion. */
export type Occluder = { readonly min: Point3; readonly max: Point3 }

/** Collects coloured triangles with normals for one mesh. */
export class MeshBuilder {
  readonly positions: number[] = []
  readonly normals: number[] = []
  readonly colors: number[] = []
  readonly shadings: Shading[] = []
  readonly indices: number[] = []
  readonly occluders: Occluder[] = []
  readonly #detail: number

  /** `detail` scales the number of segments of every surface: 1 is full detail. */
  constructor(detail = 1) {
    this.#detail = detail
  }

  addVertex(position: Point3, normal: Point3, color: Rgb, shading: Shading = 'lit'): number {
    this.positions.push(...position)
    this.normals.push(...normal)
    this.colors.push(...color)
    this.shadings.push(shading)
    return this.shadings.length - 1
  }

  /** Adds a quad spanned by `along` and `across` from a corner, subdivided so that light can vary over it. */
  addQuad(
    corner: Point3,
    along: Point3,
    across: Point3,
    segments: readonly [number, number],
    color: Rgb,
    shading?: Shading,
  ): void {
    const normal = normalize(cross(along, across))
    const first = this.shadings.length
    const [n, m] = [this.#scaleSegments(segments[0], 1), this.#scaleSegments(segments[1], 1)]
    for (let i = 0; i <= n; i += 1) {
      for (let j = 0; j <= m; j += 1) {
        const position = [0, 1, 2].map(
          (axis) => (corner[axis] ?? 0) + ((along[axis] ?? 0) * i) / n + ((across[axis] ?? 0) * j) / m,
        )
        this.addVertex([position[0] ?? 0, position[1] ?? 0, position[2] ?? 0], normal, color, shading)
      }
    }
    this.#addGridIndices(first, n, m)
  }

  /**
   * Adds a box by its two corners; `step` is the maximum distance between vertices. `occludes` makes it darken its
   * surroundings.
   */
  addBox(min: Point3, max: Point3, color: Rgb, step = 1, occludes = true, shading?: Shading): void {
    const [x, y, z] = min
    const [dx, dy, dz] = [max[0] - x, max[1] - y, max[2] - z] as const
    const segments = (a: number, b: number) =>
      [Math.max(1, Math.round(a / step)), Math.max(1, Math.round(b / step))] as const
    this.addQuad([x, max[1], z], [0, 0, dz], [dx, 0, 0], segments(dz, dx), color, shading)
    this.addQuad([x, y, z], [dx, 0, 0], [0, 0, dz], segments(dx, dz), color, shading)
    this.addQuad([x, y, max[2]], [dx, 0, 0], [0, dy, 0], segments(dx, dy), color, shading)
    this.addQuad([x, y, z], [0, dy, 0], [dx, 0, 0], segments(dy, dx), color, shading)
    this.addQuad([max[0], y, z], [0, dy, 0], [0, 0, dz], segments(dy, dz), color, shading)
    this.addQuad([x, y, z], [0, 0, dz], [0, dy, 0], segments(dz, dy), color, shading)
    if (occludes) this.occluders.push({ min, max })
  }

  /** Adds a surface of revolution: an outline of [radius, height] around a vertical axis. */
  addLathe(
    center: Point3,
    outline: readonly (readonly [number, number])[],
    around: number,
    color: Rgb,
    shading?: Shading,
  ): void {
    const first = this.shadings.length
    const rows = this.#scaleSegments(around, 6)
    for (let i = 0; i <= rows; i += 1) {
      const angle = (i / rows) * 2 * Math.PI
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
      for (const [index, [radius, height]] of outline.entries()) {
        const before = outline[Math.max(0, index - 1)] ?? [0, 0]
        const after = outline[Math.min(outline.length - 1, index + 1)] ?? [0, 0]
        const [out, up] = [after[1] - before[1], before[0] - after[0]]
        const position: Point3 = [center[0] + radius * cos, center[1] + height, center[2] - radius * sin]
        this.addVertex(position, normalize([out * cos, up, -out * sin]), color, shading)
      }
    }
    this.#addGridIndices(first, rows, outline.length - 1)
  }

  /** Adds an ellipsoid. */
  addEllipsoid(center: Point3, size: Point3, color: Rgb, segments = 12, shading?: Shading): void {
    const first = this.shadings.length
    const rings = this.#scaleSegments(segments / 2, 4)
    for (let i = 0; i <= 2 * rings; i += 1) {
      for (let j = 0; j <= rings; j += 1) {
        const [a, b] = [(i / rings) * Math.PI, Math.PI * (j / rings - 0.5)]
        const direction: Point3 = [Math.cos(a) * Math.cos(b), Math.sin(b), -Math.sin(a) * Math.cos(b)]
        const position: Point3 = [
          center[0] + direction[0] * size[0],
          center[1] + direction[1] * size[1],
          center[2] + direction[2] * size[2],
        ]
        this.addVertex(
          position,
          normalize([direction[0] / size[0], direction[1] / size[1], direction[2] / size[2]]),
          color,
          shading,
        )
      }
    }
    this.#addGridIndices(first, 2 * rings, rings)
  }

  /** Returns the number of segments at this detail, no fewer than `minimum` unless the full detail has fewer. */
  #scaleSegments(segments: number, minimum: number): number {
    return Math.min(segments, Math.max(minimum, Math.round(segments * this.#detail)))
  }

  /** Turns rows of vertices into triangles, wound so that the front faces along the normal. */
  #addGridIndices(first: number, rows: number, columns: number): void {
    for (let i = 0; i < rows; i += 1) {
      for (let j = 0; j < columns; j += 1) {
        const index = first + i * (columns + 1) + j
        const next = index + columns + 1
        this.indices.push(index, next, index + 1, next, next + 1, index + 1)
      }
    }
  }
}

export function cross(a: Point3, b: Point3): Point3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

export function normalize(a: Point3): Point3 {
  const length = Math.hypot(...a) || 1
  return [a[0] / length, a[1] / length, a[2] / length]
}

/** Returns the colour multiplied by a factor. */
export function scaleColor([red, green, blue]: Rgb, factor: number): Rgb {
  return [red * factor, green * factor, blue * factor]
}

export function mixColors(a: Rgb, b: Rgb, amount: number): Rgb {
  return [a[0] + (b[0] - a[0]) * amount, a[1] + (b[1] - a[1]) * amount, a[2] + (b[2] - a[2]) * amount]
}

/** Returns a seeded generator of numbers from 0 to 1. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}
