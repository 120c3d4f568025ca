/** A surface in metres with one normal and one texture coordinate per vertex. */
export type Shape = {
  readonly positions: Float32Array
  readonly normals: Float32Array
  readonly uvs: Float32Array
  readonly indices: Uint32Array
}

type Point = readonly [x: number, y: number, z: number]

/** Bends a grid of `columns` × `rows` cells into a surface; `at` maps u and v from 0 to 1 to a point. */
export function gridSurface(columns: number, rows: number, at: (u: number, v: number) => Point): Shape {
  const stride = columns + 1
  const positions = new Float32Array(stride * (rows + 1) * 3)
  const uvs = new Float32Array(stride * (rows + 1) * 2)
  const indices = new Uint32Array(columns * rows * 6)
  for (let row = 0; row <= rows; row += 1) {
    for (let column = 0; column <= columns; column += 1) {
      const index = row * stride + column
      positions.set(at(column / columns, row / rows), index * 3)
      uvs.set([column / columns, row / rows], index * 2)
    }
  }
  let next = 0
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const a = row * stride + column
      const c = a + stride
      indices.set([a, a + 1, c, a + 1, c + 1, c], next)
      next += 6
    }
  }
  return { positions, normals: vertexNormals(positions, indices), uvs, indices }
}

/** Builds a solid of revolution about the y axis; `profile` runs from bottom to top as radius and height. */
export function latheSurface(profile: readonly (readonly [radius: number, y: number])[], segments = 32): Shape {
  const steps = profile.length - 1
  return gridSurface(segments, steps, (u, v) => {
    const angle = -u * Math.PI * 2
    const [radius, y] = profile[Math.round(v * steps)] ?? [0, 0]
    return [Math.cos(angle) * radius, y, Math.sin(angle) * radius]
  })
}

/** Builds a tube of the given radius along an open or closed curve. */
export function tubeSurface(curve: (t: number) => Point, radius: number, along: number, around: number): Shape {
  const step = 1 / (along * 4)
  return gridSurface(along, around, (t, v) => {
    const [x, y, z] = curve(t)
    const [ax, ay, az] = curve(t - step)
    const [bx, by, bz] = curve(t + step)
    const forward = normalize([bx - ax, by - ay, bz - az])
    const side = normalize(cross(forward, Math.abs(forward[1]) > 0.9 ? [1, 0, 0] : [0, 1, 0]))
    const up = cross(side, forward)
    const angle = v * Math.PI * 2
    const [c, s] = [Math.cos(angle) * radius, Math.sin(angle) * radius]
    return [x + side[0] * c + up[0] * s, y + side[1] * c + up[1] * s, z + side[2] * c + up[2] * s]
  })
}

/** Builds a box about the origin with rounded edges. */
export function roundedBox(width: number, height: number, depth: number, radius: number, steps = 3): Shape {
  const half: Point = [width / 2, height / 2, depth / 2]
  const faces: Shape[] = []
  for (const axis of [0, 1, 2]) {
    for (const sign of [-1, 1]) {
      const [i, j] = [(axis + 1) % 3, (axis + 2) % 3]
      const lines = (extent: number) => edgeLines(extent, radius, steps)
      const [us, vs] = [lines(half[i] ?? 0), lines(half[j] ?? 0)]
      faces.push(
        gridSurface(us.length - 1, vs.length - 1, (u, v) => {
          const at: [number, number, number] = [0, 0, 0]
          at[axis] = sign * (half[axis] ?? 0)
          at[i] = us[Math.round((sign > 0 ? u : 1 - u) * (us.length - 1))] ?? 0
          at[j] = vs[Math.round(v * (vs.length - 1))] ?? 0
          return roundPoint(at, half, radius)
        }),
      )
    }
  }
  return mergeShapes(faces)
}

function edgeLines(extent: number, radius: number, steps: number): number[] {
  const lines: number[] = []
  for (let step = 0; step <= steps; step += 1) lines.push(-extent + (radius * step) / steps)
  for (let step = 0; step <= steps; step += 1) lines.push(extent - radius + (radius * step) / steps)
  return lines
}

function roundPoint(at: Point, half: Point, radius: number): Point {
  const inner = at.map((value, axis) => {
    const limit = (half[axis] ?? 0) - radius
    return Math.min(limit, Math.max(-limit, value))
  })
  const [ix = 0, iy = 0, iz = 0] = inner
  const out = normalize([at[0] - ix, at[1] - iy, at[2] - iz])
  return [ix + out[0] * radius, iy + out[1] * radius, iz + out[2] * radius]
}

/** Merges several shapes into one. */
export function mergeShapes(shapes: readonly Shape[]): Shape {
  const vertices = shapes.reduce((sum, shape) => sum + shape.positions.length / 3, 0)
  const corners = shapes.reduce((sum, shape) => sum + shape.indices.length, 0)
  const merged = {
    positions: new Float32Array(vertices * 3),
    normals: new Float32Array(vertices * 3),
    uvs: new Float32Array(vertices * 2),
    indices: new Uint32Array(corners),
  }
  let vertex = 0
  let corner = 0
  for (const shape of shapes) {
    merged.positions.set(shape.positions, vertex * 3)
    merged.normals.set(shape.normals, vertex * 3)
    merged.uvs.set(shape.uvs, vertex * 2)
    merged.indices.set(
      shape.indices.map((index) => index + vertex),
      corner,
    )
    vertex += shape.positions.length / 3
    corner += shape.indices.length
  }
  return merged
}

/** Rotates the shape about the y axis, then moves it. */
export function placeShape(shape: Shape, [x, y, z]: Point, turn = 0): Shape {
  const [c, s] = [Math.cos(turn), Math.sin(turn)]
  const transformAll = (list: Float32Array, by: Point) => {
    const next = new Float32Array(list.length)
    for (let index = 0; index < list.length; index += 3) {
      const [px, py, pz] = [list[index] ?? 0, list[index + 1] ?? 0, list[index + 2] ?? 0]
      next.set([px * c + pz * s + by[0], py + by[1], pz * c - px * s + by[2]], index)
    }
    return next
  }
  return {
    ...shape,
    positions: transformAll(shape.positions, [x, y, z]),
    normals: transformAll(shape.normals, [0, 0, 0]),
  }
}

function vertexNormals(positions: Float32Array, indices: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length)
  const at = (index: number): Point => [
    positions[index * 3] ?? 0,
    positions[index * 3 + 1] ?? 0,
    positions[index * 3 + 2] ?? 0,
  ]
  for (let index = 0; index < indices.length; index += 3) {
    const corners = [indices[index] ?? 0, indices[index + 1] ?? 0, indices[index + 2] ?? 0] as const
    const [a, b, c] = [at(corners[0]), at(corners[1]), at(corners[2])]
    const normal = cross([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]])
    for (const corner of corners) {
      for (const axis of [0, 1, 2] as const) {
        normals[corner * 3 + axis] = (normals[corner * 3 + axis] ?? 0) + normal[axis]
      }
    }
  }
  for (let index = 0; index < normals.length; index += 3) {
    normals.set(normalize([normals[index] ?? 0, normals[index + 1] ?? 0, normals[index + 2] ?? 0]), index)
  }
  return normals
}

function cross(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

function normalize([x, y, z]: Point): Point {
  const length = Math.hypot(x, y, z)
  return length === 0 ? [0, 1, 0] : [x / length, y / length, z / length]
}
