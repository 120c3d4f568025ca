import { Vector3 } from 'three'
import { expect, test } from 'vitest'
import { FlatEye } from './flat-eye.ts'

const middle = new Vector3(0, 0.5, -0.6)

function offsetOf(eye: FlatEye): [number, number] {
  const to = middle.clone().sub(eye.at)
  const yaw = Math.atan2(-to.x, -to.z)
  const pitch = Math.atan2(to.y, Math.hypot(to.x, to.z))
  return [Math.atan2(Math.sin(eye.yaw - yaw), Math.cos(eye.yaw - yaw)), eye.pitch - pitch]
}

test('going round keeps its distance and never loses the work, at the edge of the deck neither', () => {
  const eye = new FlatEye()
  eye.orbit(middle, 0.001, 0, 0.7)
  for (let at = 0; at < 300; at += 1) {
    eye.orbit(middle, 0.05, at < 20 ? 0.02 : 0, 1)
    const [aside, above] = offsetOf(eye)
    expect(Math.abs(aside)).toBeLessThan(0.5)
    expect(Math.abs(above)).toBeLessThan(0.5)
    expect(Math.abs(eye.at.x)).toBeLessThan(4.6)
  }
})

test('coming closer to a place leaves it where it is seen', () => {
  const eye = new FlatEye()
  const before = offsetOf(eye)
  eye.orbit(middle, 0, 0, 0.5)
  const after = offsetOf(eye)
  expect(after[0]).toBeCloseTo(before[0], 9)
  expect(after[1]).toBeCloseTo(before[1], 9)
  expect(eye.at.distanceTo(middle)).toBeCloseTo(new Vector3(0, 1.6, 2.6).distanceTo(middle) / 2, 9)
})

test('nobody walks off the deck', () => {
  const eye = new FlatEye()
  eye.walk(99, 0)
  expect(eye.at.z).toBeGreaterThan(-4.2)
  eye.look(Math.PI, 0)
  eye.walk(99, 30)
  expect(eye.at.z).toBeLessThan(3.6)
})
