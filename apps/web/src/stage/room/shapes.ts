import {
  type BufferGeometry,
  BoxGeometry,
  CylinderGeometry,
  LatheGeometry,
  Matrix4,
  Quaternion,
  SphereGeometry,
  Vector2,
  Vector3,
} from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import { type ReferenceRecord } from '@veranda/contract/rooms/records.ts'

const up = new Vector3(0, 1, 0)

/** A round bar from one place to another. */
export function bar(from: Vector3, to: Vector3, radius: number, sides = 6): BufferGeometry {
  const way = new Vector3().subVectors(to, from)
  const long = Math.max(way.length(), 1e-5)
  const turn = new Quaternion().setFromUnitVectors(up, way.clone().divideScalar(long))
  const geometry = new CylinderGeometry(radius, radius, long, sides, 1, false)
  return geometry.applyMatrix4(
    new Matrix4().compose(from.clone().addScaledVector(way, 0.5), turn, new Vector3(1, 1, 1)),
  )
}

export function knob(at: Vector3, radius: number): BufferGeometry {
  return new SphereGeometry(radius, 14, 10).translate(at.x, at.y, at.z)
}

/** Several as one; what goes in is given up. Undefined where there is nothing. */
export function oneOf(parts: readonly BufferGeometry[]): BufferGeometry | undefined {
  if (parts.length === 0) return undefined
  const whole = mergeGeometries([...parts])
  for (const part of parts) part.dispose()
  return whole
}

/** Things that everybody knows the size of, standing at their place. */
export function referenceShape({ what, position, yaw }: ReferenceRecord): BufferGeometry | undefined {
  const parts: BufferGeometry[] = []
  if (what === 'a4') parts.push(new BoxGeometry(0.21, 0.002, 0.297).translate(0, 0.001, 0))
  if (what === 'cup') {
    const outline = [
      [0.001, 0.004],
      [0.026, 0.004],
      [0.03, 0],
      [0.033, 0.004],
      [0.041, 0.092],
      [0.039, 0.094],
      [0.037, 0.09],
      [0.029, 0.01],
      [0.001, 0.01],
    ].map(([radius = 0, height = 0]) => new Vector2(radius, height))
    parts.push(new LatheGeometry(outline, 28))
    const ring = Array.from({ length: 9 }, (_, at) => {
      const angle = -Math.PI / 2 + (at / 8) * Math.PI
      return new Vector3(0.036 + Math.cos(angle) * 0.026, 0.05 + Math.sin(angle) * 0.028, 0)
    })
    for (const [at, to] of ring.entries()) {
      const from = ring[at - 1]
      if (from) parts.push(bar(from, to, 0.004, 8))
    }
  }
  if (what === 'person') {
    const outline = [
      [0.001, 0],
      [0.13, 0],
      [0.15, 0.03],
      [0.14, 0.5],
      [0.165, 0.95],
      [0.2, 1.25],
      [0.19, 1.36],
      [0.1, 1.42],
      [0.055, 1.44],
      [0.05, 1.5],
    ].map(([radius = 0, height = 0]) => new Vector2(radius, height))
    parts.push(new LatheGeometry(outline, 28).scale(1, 1, 0.62))
    parts.push(new SphereGeometry(0.1, 24, 16).scale(0.9, 1.15, 1).translate(0, 1.585, 0))
  }
  return oneOf(parts)?.applyMatrix4(new Matrix4().makeRotationY(yaw).setPosition(position[0], position[1], position[2]))
}
