import { expect, test } from 'vitest'
import { closestPoint, NearestSearch } from './closest-point.ts'
import { compareParts } from './compare-parts.ts'
import { areasOf, boxOf, cornersOf, diagonalOf, middleOf, normalOf } from './mesh.ts'
import { box } from './test-shapes.ts'
import { buildTree } from './triangle-tree.ts'
import { distance, heightAbove, type Vector } from './vector.ts'

const at = (x: number, y: number, z: number): Vector => ({ x, y, z })
const seat = (height: number, cuts = 1) => box('Seat', at(-0.22, height, -0.22), at(0.22, height + 0.03, 0.22), cuts)
const millimetres = (metres: number) => (metres * 1000).toFixed(2)
const tolerance = 0.0001

test('a box has its size, its area, its middle, and sides that look outwards', () => {
  const one = box('Box', at(0, 0, 0), at(1, 2, 3), 3)
  expect(boxOf(one)).toEqual({ min: at(0, 0, 0), max: at(1, 2, 3) })
  expect(diagonalOf(one)).toBeCloseTo(Math.sqrt(14), 6)
  expect(areasOf(one).reduce((sum, area) => sum + area, 0)).toBeCloseTo(22, 5)
  const middle = middleOf(one)
  expect(distance(middle, at(0.5, 1, 1.5))).toBeLessThan(1e-6)
  for (let index = 0; index < one.indices.length / 3; index += 1) {
    expect(heightAbove(cornersOf(one, index)[0], middle, normalOf(one, index))).toBeGreaterThan(0)
  }
})

test('the nearest point is found on faces, edges and corners', () => {
  const tree = buildTree(box('Box', at(0, 0, 0), at(1, 1, 1), 4))
  expect(closestPoint(tree, at(0.3, 1.5, 0.6))).toMatchObject({ distance: 0.5, normal: at(0, 1, 0) })
  expect(closestPoint(tree, at(1.3, 1.4, 0.6))?.distance).toBeCloseTo(0.5, 6)
  expect(closestPoint(tree, at(2, 2, 2))?.distance).toBeCloseTo(Math.sqrt(3), 6)
  expect(closestPoint(tree, at(0.5, 0.9, 0.5))?.distance).toBeCloseTo(0.1, 6)
})

test('the nearest point that looks a given way is not on the side that happens to be nearer', () => {
  const tree = buildTree(seat(0.45))
  const wanted = { normal: at(0, 1, 0), cosine: 0.5 }
  expect(closestPoint(tree, at(0, 0.46, 0))?.point.y).toBeCloseTo(0.45, 6)
  expect(closestPoint(tree, at(0, 0.46, 0), wanted)?.point.y).toBeCloseTo(0.48, 6)
})

test('the tree answers what looking at every triangle answers', () => {
  const shape = box('Box', at(-1, -1, -1), at(1, 1, 1), 12)
  const search = new NearestSearch(buildTree(shape))
  for (let step = 0; step < 300; step += 1) {
    const from = at(Math.sin(step * 1.7) * 2, Math.sin(step * 2.3) * 2, Math.sin(step * 3.1) * 2)
    search.find(from.x, from.y, from.z)
    let least = Infinity
    for (let triangle = 0; triangle < shape.indices.length / 3; triangle += 1) {
      const one = { positions: shape.positions, indices: shape.indices.slice(triangle * 3, triangle * 3 + 3) }
      least = Math.min(least, closestPoint(buildTree(one), from)?.distance ?? Infinity)
    }
    expect(Math.sqrt(search.square)).toBeCloseTo(least, 9)
  }
})

test('a box moved by 12 mm has moved by 12.00 mm, everywhere', () => {
  const [change] = compareParts([seat(0.45)], [seat(0.462)], tolerance)
  expect(change?.change).toBe('moved')
  expect(millimetres(change?.largest ?? 0)).toBe('12.00')
  expect(millimetres(change?.mean ?? 0)).toBe('12.00')
  expect(millimetres(change?.offset?.y ?? 0)).toBe('12.00')
  expect([...(change?.distances ?? [])].every((one) => millimetres(one) === '12.00')).toBe(true)
})

test('the same shape cut into other triangles is the same shape', () => {
  const [change] = compareParts([seat(0.45, 2)], [seat(0.45, 7)], tolerance)
  expect(change).toMatchObject({ change: 'same', offset: null })
  const [moved] = compareParts([seat(0.45, 2)], [seat(0.462, 7)], tolerance)
  expect([moved?.change, millimetres(moved?.largest ?? 0)]).toEqual(['moved', '12.00'])
})

test('a leg that grew by 12 mm at its top has changed there and not at its foot', () => {
  const leg = (top: number) => box('Leg', at(0, 0, 0), at(0.04, top, 0.04), 8)
  const [change] = compareParts([leg(0.45)], [leg(0.462)], tolerance)
  expect([change?.change, millimetres(change?.largest ?? 0)]).toEqual(['changed', '12.00'])
  expect(millimetres(change?.at?.y ?? 0)).toBe('462.00')
  expect(Math.min(...(change?.distances ?? []))).toBeLessThan(tolerance)
  expect(change?.mean).toBeLessThan(0.003)
})

test('a leg that lost 12 mm is found from the former side', () => {
  const leg = (top: number) => box('Leg', at(0, 0, 0), at(0.02, top, 0.02), 8)
  const [change] = compareParts([leg(0.462)], [leg(0.45)], tolerance)
  expect([change?.change, millimetres(change?.largest ?? 0)]).toEqual(['changed', '12.00'])
  expect(millimetres(change?.at?.y ?? 0)).toBe('462.00')
})

test('what came and what is gone is said, and parts of one name belong together in their order', () => {
  const [near, far] = [box('Leg', at(0, 0, 0), at(1, 1, 1)), box('Leg', at(5, 0, 0), at(6, 1, 1))]
  const changes = compareParts(
    [near, far, seat(0.45)],
    [near, far, box('Cushion', at(0, 0, 0), at(1, 1, 1))],
    tolerance,
  )
  expect(changes.map(({ name, change }) => [name, change])).toEqual([
    ['Leg', 'same'],
    ['Leg', 'same'],
    ['Cushion', 'added'],
    ['Seat', 'gone'],
  ])
})

test('a part without triangles harms nobody', () => {
  const nothing = { name: 'Seat', positions: new Float32Array(), indices: new Uint32Array() }
  expect(compareParts([nothing], [seat(0.45)], tolerance)).toHaveLength(1)
  expect(closestPoint(buildTree(nothing), at(0, 0, 0))).toBeUndefined()
})

test('300 000 triangles are compared in seconds', { timeout: 30_000 }, () => {
  const cuts = 158
  const [before, after] = [seat(0.45, cuts), box('Seat', at(-0.22, 0.45, -0.22), at(0.22, 0.492, 0.22), cuts)]
  expect(before.indices.length / 3).toBeGreaterThan(299_000)
  const start = Date.now()
  const [change] = compareParts([before], [after], tolerance)
  expect(millimetres(change?.largest ?? 0)).toBe('12.00')
  expect(Date.now() - start).toBeLessThan(15_000)
})
