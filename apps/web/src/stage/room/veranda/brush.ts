import { type Rgb } from './palette.ts'

export type Place = readonly [x: number, y: number, z: number]
/** How a surface takes light: as it falls on it, as if nothing stood near, or it shines by itself. */
export type Finish = 'lit' | 'open' | 'shines'

/** Something that keeps light from what lies behind it. */
export type Block = { readonly min: Place; readonly max: Place }

/** Gathers coloured triangles with their normals; what is gathered becomes one mesh. */
export class Brush {
  readonly positions: number[] = []
  readonly normals: number[] = []
  readonly colors: number[] = []
  readonly finishes: Finish[] = []
  readonly indices: number[] = []
  readonly blocks: Block[] = []

  vertex(place: Place, normal: Place, color: Rgb, finish: Finish = 'lit'): number {
    this.positions.push(...place)
    this.normals.push(...normal)
    this.colors.push(...color)
    this.finishes.push(finish)
    return this.finishes.length - 1
  }

  /** A flat four-cornered piece, `along` and `across` from its corner, in so many parts that light can change over it. */
  sheet(
    corner: Place,
    along: Place,
    across: Place,
    parts: readonly [number, number],
    color: Rgb,
    finish?: Finish,
  ): void {
    const normal = unit(cross(along, across))
    const first = this.finishes.length
    const [n, m] = parts
    for (let i = 0; i <= n; i += 1) {
      for (let j = 0; j <= m; j += 1) {
        const place = [0, 1, 2].map(
          (axis) => (corner[axis] ?? 0) + ((along[axis] ?? 0) * i) / n + ((across[axis] ?? 0) * j) / m,
        )
        this.vertex([place[0] ?? 0, place[1] ?? 0, place[2] ?? 0], normal, color, finish)
      }
    }
    this.#weave(first, n, m)
  }

  /** A box by its two corners; `step` is how far apart its vertices lie at most. `shadows`: it darkens what is near. */
  box(min: Place, max: Place, color: Rgb, step = 1, shadows = true, finish?: Finish): void {
    const [x, y, z] = min
    const [dx, dy, dz] = [max[0] - x, max[1] - y, max[2] - z] as const
    const parts = (a: number, b: number) =>
      [Math.max(1, Math.round(a / step)), Math.max(1, Math.round(b / step))] as const
    this.sheet([x, max[1], z], [0, 0, dz], [dx, 0, 0], parts(dz, dx), color, finish)
    this.sheet([x, y, z], [dx, 0, 0], [0, 0, dz], parts(dx, dz), color, finish)
    this.sheet([x, y, max[2]], [dx, 0, 0], [0, dy, 0], parts(dx, dy), color, finish)
    this.sheet([x, y, z], [0, dy, 0], [dx, 0, 0], parts(dy, dx), color, finish)
    this.sheet([max[0], y, z], [0, dy, 0], [0, 0, dz], parts(dy, dz), color, finish)
    this.sheet([x, y, z], [0, 0, dz], [0, dy, 0], parts(dz, dy), color, finish)
    if (shadows) this.blocks.push({ min, max })
  }

  /** Turns an outline of [radius, height] about an upright axis. */
  lathe(
    middle: Place,
    outline: readonly (readonly [number, number])[],
    around: number,
    color: Rgb,
    finish?: Finish,
  ): void {
    const first = this.finishes.length
    for (let i = 0; i <= around; i += 1) {
      const angle = (i / around) * 2 * Math.PI
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
      for (const [at, [radius, height]] of outline.entries()) {
        const before = outline[Math.max(0, at - 1)] ?? [0, 0]
        const after = outline[Math.min(outline.length - 1, at + 1)] ?? [0, 0]
        const [out, up] = [after[1] - before[1], before[0] - after[0]]
        const place: Place = [middle[0] + radius * cos, middle[1] + height, middle[2] - radius * sin]
        this.vertex(place, unit([out * cos, up, -out * sin]), color, finish)
      }
    }
    this.#weave(first, around, outline.length - 1)
  }

  /** A ball, pressed or drawn out along each axis. */
  ball(middle: Place, size: Place, color: Rgb, parts = 12, finish?: Finish): void {
    const first = this.finishes.length
    for (let i = 0; i <= parts; i += 1) {
      for (let j = 0; j <= parts / 2; j += 1) {
        const [a, b] = [(i / parts) * 2 * Math.PI, Math.PI * (j / (parts / 2) - 0.5)]
        const way: Place = [Math.cos(a) * Math.cos(b), Math.sin(b), -Math.sin(a) * Math.cos(b)]
        const place: Place = [middle[0] + way[0] * size[0], middle[1] + way[1] * size[1], middle[2] + way[2] * size[2]]
        this.vertex(place, unit([way[0] / size[0], way[1] / size[1], way[2] / size[2]]), color, finish)
      }
    }
    this.#weave(first, parts, parts / 2)
  }

  /** Rows of vertices become triangles; counted so that their front is where the normal points. */
  #weave(first: number, rows: number, columns: number): void {
    for (let i = 0; i < rows; i += 1) {
      for (let j = 0; j < columns; j += 1) {
        const at = first + i * (columns + 1) + j
        const next = at + columns + 1
        this.indices.push(at, next, at + 1, next, next + 1, at + 1)
      }
    }
  }
}

export function cross(a: Place, b: Place): Place {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

export function unit(a: Place): Place {
  const long = Math.hypot(...a) || 1
  return [a[0] / long, a[1] / long, a[2] / long]
}

/** The same colour, so much lighter or darker. */
export function shade([red, green, blue]: Rgb, by: number): Rgb {
  return [red * by, green * by, blue * by]
}

export function mix(a: Rgb, b: Rgb, share: number): Rgb {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share]
}

/** Numbers from 0 to 1 that are the same each time. */
export function scatter(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}
