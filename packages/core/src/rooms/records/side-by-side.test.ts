import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Placement } from './placement.ts'
import {
  type BesidePlace,
  defaultBesidePlace,
  distanceBeside,
  distanceToModel,
  freeBesidePlace,
  minFaceDistanceMetres,
  placementBeside,
} from './side-by-side.ts'

const chair = { min: { x: -0.35, y: 0, z: -0.35 }, max: { x: 0.35, y: 0.82, z: 0.35 } }
const bench = { min: { x: -0.9, y: 0, z: -0.2 }, max: { x: 0.9, y: 0.45, z: 0.2 } }
const bounds = { current: chair, previous: bench }
const placement: Placement = { position: [0, 0, -0.6], yaw: 0, size: { kind: 'true' } }

test('a previous version is to the left of the current one, and they do not touch', () => {
  const beside = placementBeside(placement, bounds, defaultBesidePlace(placement))
  expect(beside.position[0]).toBeLessThan(-0.35 - 0.9)
  expect(beside.position[2]).toBeCloseTo(-0.6, 9)
  expect(distanceToModel({ x: -0.35, y: 0.2, z: -0.6 }, beside, bench)).toBeGreaterThan(0.05)
  const turned = { ...placement, yaw: Math.PI / 2 }
  expect(placementBeside(turned, bounds, defaultBesidePlace(turned)).position[2]).toBeCloseTo(-0.6 + 1.25 * 1.2, 9)
  expect(distanceBeside(placement, bounds, { angle: Math.PI / 2, gap: 0 })).toBeCloseTo(0.55 * 1.2, 9)
})

test('the distance to a model is that to its box, scaled and turned', () => {
  const half: Placement = { position: [1, 0.7, 0], yaw: Math.PI / 2, size: { kind: 'factor', factor: 0.5 } }
  expect(distanceToModel({ x: 1, y: 0.8, z: 0.45 + 0.3 }, half, bench)).toBeCloseTo(0.3, 9)
  expect(distanceToModel({ x: 1 + 0.1 + 0.2, y: 0.8, z: 0 }, half, bench)).toBeCloseTo(0.2, 9)
  expect(distanceToModel({ x: 1, y: 1.6, z: 0 }, half, bench)).toBeCloseTo(1.6 - 0.7 - 0.225, 9)
  expect(distanceToModel({ x: 1, y: 0.8, z: 0 }, half, bench)).toBe(0)
})

test('someone who sits at the left of a chair gets the other version at its right', () => {
  const head = { x: -1.2, y: 0.9, z: -0.6 }
  expect(freeBesidePlace(placement, bounds, [])).toEqual(defaultBesidePlace(placement))
  expect(freeBesidePlace(placement, bounds, [head])).toEqual({ angle: 0, gap: 0 })
})

test('no version appears nearer than 0.6 m to a face, wherever up to eight people are', () => {
  const metres = (min: number, max: number) => fc.double({ min, max, noNaN: true })
  const head = fc.record({ x: metres(-4.3, 4.3), y: metres(0.9, 1.9), z: metres(-4, 3.4) })
  fc.assert(
    fc.property(fc.array(head, { maxLength: 8 }), metres(-Math.PI, Math.PI), metres(0.2, 2.5), (heads, yaw, height) => {
      const standing: Placement = { ...placement, yaw, size: { kind: 'height', metres: height } }
      const beside = placementBeside(standing, bounds, freeBesidePlace(standing, bounds, heads))
      for (const one of heads) expect(distanceToModel(one, beside, bench)).toBeGreaterThanOrEqual(minFaceDistanceMetres)
    }),
  )
})

test('a version that is moved, turned or resized beside another keeps its place while that is clear of faces, and not longer', () => {
  const small: Placement = { ...placement, size: { kind: 'height', metres: 0.3 } }
  const head = { x: -1.2, y: 1.6, z: -0.5 }
  const before = freeBesidePlace(small, bounds, [head])
  const distance = (at: Placement, place: BesidePlace) =>
    distanceToModel(head, placementBeside(at, bounds, place), bounds.previous)
  expect(distance(small, before)).toBeGreaterThanOrEqual(minFaceDistanceMetres)
  const nudged: Placement = { ...small, position: [0.1, 0, -0.6], yaw: 0.2 }
  expect(freeBesidePlace(nudged, bounds, [head], before)).toBe(before)
  for (const changed of [
    { ...small, size: { kind: 'height', metres: 1.7 } },
    { ...small, position: [-0.7, 1.3, -0.5] },
  ] satisfies Placement[]) {
    expect(distance(changed, before)).toBeLessThan(minFaceDistanceMetres)
    const after = freeBesidePlace(changed, bounds, [head], before)
    expect(distance(changed, after)).toBeGreaterThanOrEqual(minFaceDistanceMetres)
  }
})
