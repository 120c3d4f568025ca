import { expect, test } from 'vitest'
import {
  distanceAlongAxis,
  angleAroundGizmo,
  type Gizmo,
  pickHandle,
  type Ray,
  snapToStep,
  distanceToLevel,
} from './gizmo.ts'

const gizmo: Gizmo = { x: 0, y: 0, z: 0, radius: 0.6, height: 0.8 }

function rayTo(x: number, y: number, z: number, from = { x: 0.4, y: 1.6, z: 2.4 }): Ray {
  const way = [x - from.x, y - from.y, z - from.z] as const
  const long = Math.hypot(...way)
  return { ox: from.x, oy: from.y, oz: from.z, dx: way[0] / long, dy: way[1] / long, dz: way[2] / long }
}

test('each handle is picked where it is drawn, and empty space picks none', () => {
  expect(pickHandle(rayTo(0.768, 0, 0), gizmo)).toBe('x')
  expect(pickHandle(rayTo(0, 0, 0.768), gizmo)).toBe('z')
  expect(pickHandle(rayTo(0, 0.968, 0), gizmo)).toBe('y')
  expect(pickHandle(rayTo(0.424, 0.8, -0.424), gizmo)).toBe('size')
  expect(pickHandle(rayTo(-0.6, 0, 0), gizmo)).toBe('turn')
  expect(pickHandle(rayTo(0, 2.4, 0), gizmo)).toBeUndefined()
  expect(pickHandle(rayTo(0.1, 0, 0.1), gizmo)).toBeUndefined()
})

test('a handle behind the ray is not picked', () => {
  const away = rayTo(0.768, 0, 0)
  expect(pickHandle({ ...away, dx: -away.dx, dy: -away.dy, dz: -away.dz }, gizmo)).toBeUndefined()
})

test('the distance along an axis is where the ray points', () => {
  expect(distanceAlongAxis(rayTo(0.25, 0, 0), 0, 0, 0, 'x')).toBeCloseTo(0.25, 9)
  expect(distanceAlongAxis(rayTo(0, 1.1, 0), 0, 0, 0, 'y')).toBeCloseTo(1.1, 9)
  expect(distanceAlongAxis({ ox: 0, oy: 1, oz: 0, dx: 1, dy: 0, dz: 0 }, 0, 0, 0, 'x')).toBeNaN()
})

test('a level plane is hit in front of the eye only', () => {
  const ray = rayTo(1, 0, -1)
  const far = distanceToLevel(ray, 0)
  expect(ray.ox + ray.dx * far).toBeCloseTo(1, 9)
  expect(distanceToLevel({ ...ray, dy: 0.5 }, 0)).toBeNaN()
  expect(distanceToLevel({ ...ray, dy: 0 }, 0)).toBeNaN()
})

test('angles count counterclockwise, seen from above', () => {
  expect(angleAroundGizmo(rayTo(1, 0, 0), gizmo)).toBeCloseTo(0, 9)
  expect(angleAroundGizmo(rayTo(0, 0, -1), gizmo)).toBeCloseTo(Math.PI / 2, 9)
})

test('values snap to their steps', () => {
  expect(snapToStep(1.23456, 0.001)).toBeCloseTo(1.235, 9)
  expect(snapToStep(0.5, Math.PI / 180)).toBeCloseTo((29 * Math.PI) / 180, 9)
})
