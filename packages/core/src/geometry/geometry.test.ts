import { expect, test } from 'vitest'
import { closestPoint, ClosestPointSearch } from './closest-point.ts'
import { compareParts } from './compare-parts.ts'
import { largestSurfaceDistance, measureSurfaceDistance, toSurface } from './surface-distance.ts'
import { areasOf, boundingBoxOf, cornersOf, diagonalOf, centroidOf, normalOf } from './mesh.ts'
import { boxPart } from './testing/shapes.ts'
import { buildBvh } from './triangle-bvh.ts'
import { distance, signedDistanceToPlane, type Vector } from './vector.ts'

const point = (x: number, y: number, z: number): Vector => ({ x, y, z })
const seat = (height: number, cuts = 1) =>
  boxPart('Seat', point(-0.22, height, -0.22), point(0.22, height + 0.03, 0.22), cuts)
const millimetres = (metres: number) => (metres * 1000).toFixed(2)
const tolerance = 0.0001

test('a box has its size, area and centroid, and its sides face outwards', () => {
  const one = boxPart('Box', point(0, 0, 0), point(1, 2, 3), 3)
  expect(boundingBoxOf(one)).toEqual({ min: point(0, 0, 0), max: point(1, 2, 3) })
  expect(diagonalOf(one)).toBeCloseTo(Math.sqrt(14), 6)
  expect(areasOf(one).reduce((sum, area) => sum + area, 0)).toBeCloseTo(22, 5)
  const middle = centroidOf(one)
  expect(distance(middle, point(0.5, 1, 1.5))).toBeLessThan(1e-6)
  for (let index = 0; index < one.indices.length / 3; index += 1) {
    expect(signedDistanceToPlane(cornersOf(one, index)[0], middle, normalOf(one, index))).toBeGreaterThan(0)
  }
})

test('the closest point is found on faces, edges and corners', () => {
  const tree = buildBvh(boxPart('Box', point(0, 0, 0), point(1, 1, 1), 4))
  expect(closestPoint(tree, point(0.3, 1.5, 0.6))).toMatchObject({ distance: 0.5, normal: point(0, 1, 0) })
  expect(closestPoint(tree, point(1.3, 1.4, 0.6))?.distance).toBeCloseTo(0.5, 6)
  expect(closestPoint(tree, point(2, 2, 2))?.distance).toBeCloseTo(Math.sqrt(3), 6)
  expect(closestPoint(tree, point(0.5, 0.9, 0.5))?.distance).toBeCloseTo(0.1, 6)
})

test('the closest point facing a direction is not on a nearer side that faces another way', () => {
  const tree = buildBvh(seat(0.45))
  const wanted = { normal: point(0, 1, 0), cosine: 0.5 }
  expect(closestPoint(tree, point(0, 0.46, 0))?.point.y).toBeCloseTo(0.45, 6)
  expect(closestPoint(tree, point(0, 0.46, 0), wanted)?.point.y).toBeCloseTo(0.48, 6)
})

test('the search with the BVH matches a search over all triangles', () => {
  const shape = boxPart('Box', point(-1, -1, -1), point(1, 1, 1), 12)
  const search = new ClosestPointSearch(buildBvh(shape))
  for (let step = 0; step < 300; step += 1) {
    const from = point(Math.sin(step * 1.7) * 2, Math.sin(step * 2.3) * 2, Math.sin(step * 3.1) * 2)
    search.find(from.x, from.y, from.z)
    let nearest = Infinity
    for (let triangle = 0; triangle < shape.indices.length / 3; triangle += 1) {
      const one = { positions: shape.positions, indices: shape.indices.slice(triangle * 3, triangle * 3 + 3) }
      nearest = Math.min(nearest, closestPoint(buildBvh(one), from)?.distance ?? Infinity)
    }
    expect(Math.sqrt(search.distanceSquared)).toBeCloseTo(nearest, 9)
  }
})

test('the largest distance alone is the one that measuring all distances finds', () => {
  const [flat, rough] = [
    boxPart('Box', point(-1, -1, -1), point(1, 1, 1), 5),
    boxPart('Box', point(-1, -1, -1), point(1, 1, 1), 9),
  ]
  rough.positions.forEach((value, index) => (rough.positions[index] = value + Math.sin(index * 2.3) * 0.03))
  for (const [from, to] of [
    [toSurface(flat), toSurface(rough)],
    [toSurface(rough), toSurface(flat)],
  ] as const) {
    const { largest } = measureSurfaceDistance(from, to.bvh, 500)
    expect(largest).toBeGreaterThan(0.01)
    expect(largestSurfaceDistance(from, to.bvh, { samples: 500 })).toBe(largest)
    expect(largestSurfaceDistance(from, to.bvh, { samples: 500, ignoreUpTo: largest * 0.99 })).toBe(largest)
    expect(largestSurfaceDistance(from, to.bvh, { samples: 500, ignoreUpTo: largest })).toBe(largest)
    const offset = point(0.5, 0, 0)
    expect(largestSurfaceDistance(from, to.bvh, { samples: 500, offset })).toBeGreaterThan(0.4)
  }
})

test('a box moved by 12 mm has moved by 12.00 mm everywhere', () => {
  const [change] = compareParts([seat(0.45)], [seat(0.462)], tolerance)
  expect(change?.change).toBe('moved')
  expect(millimetres(change?.largest ?? 0)).toBe('12.00')
  expect(millimetres(change?.mean ?? 0)).toBe('12.00')
  expect(millimetres(change?.offset?.y ?? 0)).toBe('12.00')
  expect([...(change?.distances ?? [])].every((one) => millimetres(one) === '12.00')).toBe(true)
})

test('the same shape with other triangles is the same shape', () => {
  const [change] = compareParts([seat(0.45, 2)], [seat(0.45, 7)], tolerance)
  expect(change).toMatchObject({ change: 'same', offset: null })
  const [moved] = compareParts([seat(0.45, 2)], [seat(0.462, 7)], tolerance)
  expect([moved?.change, millimetres(moved?.largest ?? 0)]).toEqual(['moved', '12.00'])
})

test('a leg that grew by 12 mm at its top has changed there and not at its foot', () => {
  const leg = (top: number) => boxPart('Leg', point(0, 0, 0), point(0.04, top, 0.04), 8)
  const [change] = compareParts([leg(0.45)], [leg(0.462)], tolerance)
  expect([change?.change, millimetres(change?.largest ?? 0)]).toEqual(['changed', '12.00'])
  expect(millimetres(change?.at?.y ?? 0)).toBe('462.00')
  expect(Math.min(...(change?.distances ?? []))).toBeLessThan(tolerance)
  expect(change?.mean).toBeLessThan(0.003)
})

test('a leg shortened by 12 mm is detected from the previous version', () => {
  const leg = (top: number) => boxPart('Leg', point(0, 0, 0), point(0.02, top, 0.02), 8)
  const [change] = compareParts([leg(0.462)], [leg(0.45)], tolerance)
  expect([change?.change, millimetres(change?.largest ?? 0)]).toEqual(['changed', '12.00'])
  expect(millimetres(change?.at?.y ?? 0)).toBe('462.00')
})

test('added and removed parts are reported, and parts with the same name are matched in order', () => {
  const [near, far] = [boxPart('Leg', point(0, 0, 0), point(1, 1, 1)), boxPart('Leg', point(5, 0, 0), point(6, 1, 1))]
  const changes = compareParts(
    [near, far, seat(0.45)],
    [near, far, boxPart('Cushion', point(0, 0, 0), point(1, 1, 1))],
    tolerance,
  )
  expect(changes.map(({ name, change }) => [name, change])).toEqual([
    ['Leg', 'same'],
    ['Leg', 'same'],
    ['Cushion', 'added'],
    ['Seat', 'gone'],
  ])
})

test('a part without triangles causes no error', () => {
  const nothing = { name: 'Seat', positions: new Float32Array(), indices: new Uint32Array() }
  expect(compareParts([nothing], [seat(0.45)], tolerance)).toHaveLength(1)
  expect(closestPoint(buildBvh(nothing), point(0, 0, 0))).toBeUndefined()
})

test('300 000 triangles are compared in seconds', { timeout: 30_000 }, () => {
  const cuts = 158
  const [before, after] = [seat(0.45, cuts), boxPart('Seat', point(-0.22, 0.45, -0.22), point(0.22, 0.492, 0.22), cuts)]
  expect(before.indices.length / 3).toBeGreaterThan(299_000)
  const start = Date.now()
  const [change] = compareParts([before], [after], tolerance)
  expect(millimetres(change?.largest ?? 0)).toBe('12.00')
  expect(Date.now() - start).toBeLessThan(15_000)
})
