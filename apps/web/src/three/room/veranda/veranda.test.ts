import { Mesh, Object3D, Raycaster, Vector3 } from 'three'
import { expect, test } from 'vitest'
import { buildVeranda, Veranda } from './veranda.ts'

for (const theme of ['daylight', 'dusk'] as const) {
  test(`the veranda at ${theme} is one small mesh with valid colours`, () => {
    const geometry = buildVeranda(theme, 'full')
    const positions = geometry.getAttribute('position')
    const colors = geometry.getAttribute('color')
    const triangles = (geometry.index?.count ?? 0) / 3
    expect(triangles).toBeGreaterThan(10_000)
    expect(triangles).toBeLessThan(50_000)
    expect(colors.count).toBe(positions.count)
    expect(colors.array.every((value) => value >= 0 && value < 1.6)).toBe(true)
    expect(positions.array.every(Number.isFinite)).toBe(true)
    expect(geometry.index?.array.every((index) => index < positions.count)).toBe(true)
  }, 30_000)
}

test('the geometry is the same each time, in different light', () => {
  const [day, again, dusk] = [
    buildVeranda('daylight', 'full'),
    buildVeranda('daylight', 'full'),
    buildVeranda('dusk', 'full'),
  ]
  expect(day.getAttribute('color').array).toEqual(again.getAttribute('color').array)
  const shared = day.getAttribute('position').count
  // Stars come last.
  expect(dusk.getAttribute('position').array.subarray(0, 3000)).toEqual(
    day.getAttribute('position').array.subarray(0, 3000),
  )
  expect(dusk.getAttribute('position').count).toBeGreaterThan(shared)
}, 30_000)

test('where a processor draws, the same place has less than half the triangles', () => {
  const [full, light] = [buildVeranda('daylight', 'full'), buildVeranda('daylight', 'light')]
  expect(light.index?.count ?? 0).toBeLessThan((full.index?.count ?? 0) / 2)
  const [fullBounds, lightBounds] = [full, light].map((geometry) => {
    geometry.computeBoundingBox()
    return geometry.boundingBox?.max.toArray() ?? []
  })
  for (const [axis, most] of (fullBounds ?? []).entries()) expect(lightBounds?.[axis]).toBeCloseTo(most, 0)
}, 30_000)

test('for a large asset house and garden step aside, and the land comes up to its floor; both come back', () => {
  const veranda = new Veranda('daylight', 'light')
  const { geometry, matrix } = veranda.mesh
  const lowestOfLand = () => {
    const { start } = geometry.drawRange
    const position = geometry.getAttribute('position')
    return position.getY(geometry.index?.getX(start) ?? 0) + (matrix.elements[13] ?? 0)
  }
  const lantern = new Object3D()
  veranda.mesh.add(lantern)
  expect(geometry.drawRange.start).toBe(0)
  veranda.stepAside(true)
  expect(lantern.visible).toBe(false)
  expect(geometry.drawRange.start).toBeGreaterThan(1_000)
  expect(geometry.drawRange.start).toBeLessThan(geometry.index?.count ?? 0)
  expect(lowestOfLand()).toBeCloseTo(-0.03, 6)
  // The land has no hole where the house was.
  const middle = new Raycaster(new Vector3(0.4, 2, 0.3), new Vector3(0, -1, 0))
  const land = new Mesh(geometry)
  expect(middle.intersectObject(land)[0]?.point.y).toBeCloseTo(-0.03 - (matrix.elements[13] ?? 0), 6)
  veranda.stepAside(false)
  expect([geometry.drawRange.start, matrix.elements[13], lantern.visible]).toEqual([0, 0, true])
}, 30_000)
