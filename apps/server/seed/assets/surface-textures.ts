import sharp from 'sharp'

type Color = readonly [red: number, green: number, blue: number]

/** One place of a surface: its colour as sRGB from 0 to 1, its height from 0 to 1, roughness and metalness. */
type SurfacePlace = {
  readonly color: Color
  readonly height: number
  readonly roughness: number
  readonly metalness?: number
}

/** Images of one surface, as JPEG: base colour, normals, and roughness with metalness. They tile without a seam. */
export type SurfaceTextures = { readonly color: Buffer; readonly normal: Buffer; readonly surface: Buffer }

const size = 256
const known = new Map<string, Promise<SurfaceTextures>>()

/** Paints a surface once per key. `depth` is how strongly its heights bend the light. */
function paint(key: string, depth: number, at: (u: number, v: number) => SurfacePlace): Promise<SurfaceTextures> {
  const painted = known.get(key) ?? paintSurface(depth, at)
  known.set(key, painted)
  return painted
}

async function paintSurface(depth: number, at: (u: number, v: number) => SurfacePlace): Promise<SurfaceTextures> {
  const heights = new Float32Array(size * size)
  const [color, normal, surface] = [0, 1, 2].map(() => Buffer.alloc(size * size * 3))
  if (!color || !normal || !surface) throw new Error('no memory for a texture')
  const byte = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 255)
  for (let pixel = 0; pixel < size * size; pixel += 1) {
    const place = at((pixel % size) / size, Math.floor(pixel / size) / size)
    heights[pixel] = place.height
    for (const channel of [0, 1, 2] as const) color[pixel * 3 + channel] = byte(place.color[channel])
    surface[pixel * 3] = 255
    surface[pixel * 3 + 1] = byte(place.roughness)
    surface[pixel * 3 + 2] = byte(place.metalness ?? 0)
  }
  const heightAt = (x: number, y: number) => heights[((y + size) % size) * size + ((x + size) % size)] ?? 0
  for (let pixel = 0; pixel < size * size; pixel += 1) {
    const [x, y] = [pixel % size, Math.floor(pixel / size)]
    const dx = (heightAt(x - 1, y) - heightAt(x + 1, y)) * depth
    const dy = (heightAt(x, y + 1) - heightAt(x, y - 1)) * depth
    const length = Math.hypot(dx, dy, 1)
    for (const [channel, value] of [dx, dy, 1].entries()) {
      normal[pixel * 3 + channel] = byte(value / length / 2 + 0.5)
    }
  }
  const encode = (pixels: Buffer, quality: number) =>
    sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
      .jpeg({ quality, chromaSubsampling: '4:4:4' })
      .toBuffer()
  return { color: await encode(color, 80), normal: await encode(normal, 74), surface: await encode(surface, 66) }
}

/** Returns smooth noise from 0 to 1 that repeats after `cells` per tile. */
function noise(u: number, v: number, cellsU: number, cellsV = cellsU, seed = 0): number {
  const [x, y] = [u * cellsU, v * cellsV]
  const [column, row] = [Math.floor(x), Math.floor(y)]
  const [s, t] = [fade(x - column), fade(y - row)]
  const at = (dx: number, dy: number) => lattice((column + dx) % cellsU, (row + dy) % cellsV, seed)
  const upper = at(0, 0) + (at(1, 0) - at(0, 0)) * s
  const lower = at(0, 1) + (at(1, 1) - at(0, 1)) * s
  return upper + (lower - upper) * t
}

/** Returns noise in several sizes, from 0 to 1. */
function clouds(u: number, v: number, cells: number, seed = 0): number {
  return (
    noise(u, v, cells, cells, seed) * 0.55 +
    noise(u, v, cells * 2, cells * 2, seed + 1) * 0.3 +
    noise(u, v, cells * 5, cells * 5, seed + 2) * 0.15
  )
}

function lattice(x: number, y: number, seed: number): number {
  let mixed = Math.imul(x + 1, 374_761_393) ^ Math.imul(y + 1, 668_265_263) ^ Math.imul(seed + 1, 1_274_126_177)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296
}

const fade = (t: number) => t * t * (3 - 2 * t)
const shade = ([red, green, blue]: Color, by: number): Color => [red * by, green * by, blue * by]
const between = (a: Color, b: Color, t: number): Color => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
]

/** Wood with its grain along u. */
export function wood(color: Color): Promise<SurfaceTextures> {
  return paint(`wood ${color.join()}`, 1.4, (u, v) => {
    const drift = noise(u, v, 3, 4, 1) * 0.35
    const rings = 0.5 + 0.5 * Math.sin((v * 9 + drift * 6 + noise(u, v, 2, 6, 4)) * Math.PI * 2)
    const fibre = noise(u, v, 6, 128, 2)
    const pore = noise(u, v, 16, 100, 3) > 0.8 ? 1 : 0
    return {
      color: shade(color, 0.8 + rings * 0.2 + fibre * 0.12 - pore * 0.1),
      height: fibre * 0.4 + rings * 0.2 - pore * 0.5,
      roughness: 0.5 + fibre * 0.12 + pore * 0.2 - rings * 0.06,
    }
  })
}

/** Woven cloth; `threads` per tile. */
export function cloth(color: Color, threads = 32): Promise<SurfaceTextures> {
  return paint(`cloth ${color.join()} ${threads}`, 2.2, (u, v) => {
    const [x, y] = [u * threads, v * threads]
    const isOver = (Math.floor(x) + Math.floor(y)) % 2 === 0
    const across = Math.sin((x % 1) * Math.PI)
    const along = Math.sin((y % 1) * Math.PI)
    const height = isOver ? across * 0.9 : along * 0.75
    const fuzz = clouds(u, v, 12, 5)
    return { color: shade(color, 0.72 + height * 0.26 + fuzz * 0.16), height, roughness: 0.86 + fuzz * 0.1 }
  })
}

/** Leather with fine creases. */
export function leather(color: Color): Promise<SurfaceTextures> {
  return paint(`leather ${color.join()}`, 2.4, (u, v) => {
    const grain = Math.abs(noise(u, v, 28, 28, 1) - 0.5) + Math.abs(noise(u, v, 46, 46, 2) - 0.5)
    const wear = clouds(u, v, 4, 3)
    return { color: shade(color, 0.78 + grain * 0.2 + wear * 0.2), height: grain, roughness: 0.46 + wear * 0.22 }
  })
}

/** Metal brushed along u. */
export function brushedMetal(color: Color, roughness = 0.3): Promise<SurfaceTextures> {
  return paint(`brushed ${color.join()} ${roughness}`, 0.5, (u, v) => {
    const line = noise(u, v, 4, 128, 1) * 0.6 + noise(u, v, 12, 64, 2) * 0.4
    return {
      color: shade(color, 0.92 + line * 0.1),
      height: line,
      roughness: roughness + (line - 0.5) * 0.18,
      metalness: 1,
    }
  })
}

/** Lacquer or paint that was used: even colour, with worn places that shine less. */
export function usedPaint(color: Color, roughness = 0.38, speckle = 0.05): Promise<SurfaceTextures> {
  return paint(`paint ${color.join()} ${roughness} ${speckle}`, 0.7, (u, v) => {
    const wear = clouds(u, v, 5, 1)
    const grain = noise(u, v, 96, 96, 2)
    return {
      color: shade(color, 1 - speckle + speckle * 2 * (wear * 0.7 + grain * 0.3)),
      height: grain * 0.35 + wear * 0.3,
      roughness: roughness + (wear - 0.5) * 0.3 + (grain - 0.5) * 0.06,
    }
  })
}

/** Stone, plaster or concrete. */
export function stone(color: Color, contrast = 0.25, roughness = 0.8): Promise<SurfaceTextures> {
  return paint(`stone ${color.join()} ${contrast} ${roughness}`, 1.8, (u, v) => {
    const large = clouds(u, v, 4, 1)
    const fine = noise(u, v, 80, 80, 2)
    const pit = noise(u, v, 40, 40, 4) > 0.86 ? 1 : 0
    return {
      color: shade(color, 1 - contrast / 2 + contrast * (large * 0.75 + fine * 0.25) - pit * contrast * 0.4),
      height: fine * 0.4 + large * 0.5 - pit * 0.8,
      roughness: roughness + (fine - 0.5) * 0.16,
    }
  })
}

/** Glazed tiles with joints; every tile differs a little in colour and tilt. `tiles` per edge. */
export function tiles(colors: readonly Color[], joint: Color, count = 4): Promise<SurfaceTextures> {
  return paint(`tiles ${colors.join(';')} ${joint.join()} ${count}`, 3, (u, v) => {
    const [x, y] = [u * count, v * count]
    const [column, row] = [Math.floor(x), Math.floor(y)]
    const edge = Math.min(x - column, 1 - (x - column), y - row, 1 - (y - row))
    const isJoint = edge < 0.035
    const chosen = colors[Math.floor(lattice(column, row, 7) * colors.length)] ?? joint
    const glaze = clouds(u, v, 8, 3)
    const tilt = (lattice(column, row, 2) - 0.5) * (x - column) + (lattice(column, row, 3) - 0.5) * (y - row)
    if (isJoint) return { color: shade(joint, 0.9 + glaze * 0.15), height: 0, roughness: 0.9 }
    return {
      color: shade(chosen, 0.84 + lattice(column, row, 1) * 0.2 + glaze * 0.12),
      height: 0.6 + Math.min(1, (edge - 0.035) * 12) * 0.4 + tilt * 0.5,
      roughness: 0.12 + glaze * 0.12,
    }
  })
}

/** A checkered or striped pattern in two colours that keeps the structure of paint. */
export function pattern(
  key: string,
  first: Color,
  second: Color,
  at: (u: number, v: number) => number,
): Promise<SurfaceTextures> {
  return paint(`pattern ${key} ${first.join()} ${second.join()}`, 0.8, (u, v) => {
    const wear = clouds(u, v, 6, 1)
    const share = Math.min(1, Math.max(0, at(u, v)))
    return {
      color: shade(between(first, second, share), 0.9 + wear * 0.15),
      height: wear * 0.3,
      roughness: 0.5 + wear * 0.2,
    }
  })
}
