import { compareParts } from '@veranda/core/geometry/compare-parts.ts'
import { BoxGeometry, Group, Mesh, MeshStandardMaterial } from 'three'
import { expect, test } from 'vitest'
import { colourChanges } from './compare.ts'
import { Model } from './model.ts'

/** Cubes of half a metre in a row, none of which has a name: all are the one part that stands for those. */
function nameless(...places: readonly number[]): Model {
  const root = new Group()
  const parts = places.map((x) => {
    const mesh = new Mesh(new BoxGeometry(0.5, 0.5, 0.5).translate(x, 0, 0), new MeshStandardMaterial())
    root.add(mesh)
    return { name: 'Unnamed', node: mesh, meshes: [mesh] }
  })
  return new Model(root, parts)
}

test('a cube that came to others without names is what changed, and none of those has moved', () => {
  const [former, now] = [nameless(0, 1), nameless(3, 0, 1)]
  const changes = compareParts(former.extract(), now.extract(), 0.0001)
  expect(changes.map(({ name, change }) => [name, change])).toEqual([['Unnamed', 'changed']])
  colourChanges(now, changes)
  const hottest = now.meshes.map((mesh) => {
    const colors = mesh.geometry.getAttribute('color')
    return Math.max(...Array.from({ length: colors.count }, (_, at) => colors.getX(at) - colors.getZ(at)))
  })
  expect(hottest[0]).toBeGreaterThan(0.3)
  expect(hottest[1]).toBeLessThan(0.1)
  expect(hottest[2]).toBe(hottest[1])
})
