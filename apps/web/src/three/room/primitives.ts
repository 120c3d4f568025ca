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
import { type ReferenceRecord } from '@veranda/contract/rooms/records/record-kinds.ts'

const up = new Vector3(0, 1, 0)

/** Returns a cylinder from one point to another. */
export function cylinderBetween(from: Vector3, to: Vector3, radius: number, sides = 6): BufferGeometry {
  const direction = new Vector3().subVectors(to, from)
  const length = Math.max(direction.length(), 1e-5)
  const rotation = new Quaternion().setFromUnitVectors(up, direction.clone().divideScalar(length))
  const geometry = new CylinderGeometry(radius, radius, length, sides, 1, false)
  return geometry.applyMatrix4(
    new Matrix4().compose(from.clone().addScaledVector(direction, 0.5), rotation, new Vector3(1, 1, 1)),
  )
}

export function sphereAt(index: Vector3, radius: number): BufferGeometry {
  return new SphereGeometry(radius, 14, 10).translate(index.x, index.y, index.z)
}

/** Merges geometries into one and disposes the inputs. Returns undefined for an empty list. */
export function mergeAndDispose(parts: readonly BufferGeometry[]): BufferGeometry | undefined {
  if (parts.length === 0) return undefined
  const merged = mergeGeometries([...parts])
  for (const part of parts) part.dispose()
  return merged
}

/** Returns the geometry of a reference object of familiar size, at its place. */
export function referenceGeometry({ what, position, yaw }: ReferenceRecord): BufferGeometry | undefined {
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
    const ring = Array.from({ length: 9 }, (_, index) => {
      const angle = -Math.PI / 2 + (index / 8) * Math.PI
      return new Vector3(0.036 + Math.cos(angle) * 0.026, 0.05 + Math.sin(angle) * 0.028, 0)
    })
    for (const [index, to] of ring.entries()) {
      const from = ring[index - 1]
      if (from) parts.push(cylinderBetween(from, to, 0.004, 8))
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
  return mergeAndDispose(parts)?.applyMatrix4(
    new Matrix4().makeRotationY(yaw).setPosition(position[0], position[1], position[2]),
  )
}
