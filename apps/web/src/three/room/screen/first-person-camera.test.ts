import { Vector3 } from 'three'
import { expect, test } from 'vitest'
import { FirstPersonCamera } from './first-person-camera.ts'

const center = new Vector3(0, 0.5, -0.6)

function offsetOf(eye: FirstPersonCamera): [number, number] {
  const to = center.clone().sub(eye.position)
  const yaw = Math.atan2(-to.x, -to.z)
  const pitch = Math.atan2(to.y, Math.hypot(to.x, to.z))
  return [Math.atan2(Math.sin(eye.yaw - yaw), Math.cos(eye.yaw - yaw)), eye.pitch - pitch]
}

test('orbiting keeps the distance and the asset in view, even at the edge of the deck', () => {
  const eye = new FirstPersonCamera()
  eye.orbit(center, 0.001, 0, 0.7)
  for (let step = 0; step < 300; step += 1) {
    eye.orbit(center, 0.05, step < 20 ? 0.02 : 0, 1)
    const [aside, above] = offsetOf(eye)
    expect(Math.abs(aside)).toBeLessThan(0.5)
    expect(Math.abs(above)).toBeLessThan(0.5)
    expect(Math.abs(eye.position.x)).toBeLessThan(4.6)
  }
})

test('zooming in on a point keeps it at the same place in the view', () => {
  const eye = new FirstPersonCamera()
  const before = offsetOf(eye)
  eye.orbit(center, 0, 0, 0.5)
  const after = offsetOf(eye)
  expect(after[0]).toBeCloseTo(before[0], 9)
  expect(after[1]).toBeCloseTo(before[1], 9)
  expect(eye.position.distanceTo(center)).toBeCloseTo(new Vector3(0, 1.6, 2.6).distanceTo(center) / 2, 9)
})

test('the camera cannot leave the deck', () => {
  const eye = new FirstPersonCamera()
  eye.walk(99, 0)
  expect(eye.position.z).toBeGreaterThan(-4.2)
  eye.look(Math.PI, 0)
  eye.walk(99, 30)
  expect(eye.position.z).toBeLessThan(3.6)
})

test('around an asset larger than the deck the camera moves on its floor, and not beyond', () => {
  const eye = new FirstPersonCamera()
  eye.floor = { left: -13, right: 13, garden: -9.6, house: 8.4, isDeck: false }
  eye.walk(8, 0)
  expect(eye.position.z).toBeCloseTo(2.6 - 8, 9)
  eye.walk(99, 0)
  expect(eye.position.z).toBeGreaterThan(-9.6)
  eye.orbit(new Vector3(0, 2, -0.6), 0.3, 0, 1)
  expect(Math.abs(eye.position.x)).toBeGreaterThan(1)
})
