import { compareParts } from '@veranda/core/geometry/compare-parts.ts'
import { BoxGeometry, Group, Mesh, MeshStandardMaterial } from 'three'
import { expect, test } from 'vitest'
import { applyHeatMap } from './compare-models.ts'
import { Model } from './model.ts'

/** Returns a model of unnamed cubes of 0.5 m in a row; all unnamed meshes form one part. */
function modelOfUnnamedCubes(...places: readonly number[]): Model {
  const root = new Group()
  const parts = places.map((x) => {
    const mesh = new Mesh(new BoxGeometry(0.5, 0.5, 0.5).translate(x, 0, 0), new MeshStandardMaterial())
    root.add(mesh)
    return { name: 'Unnamed', node: mesh, meshes: [mesh] }
  })
  return new Model(root, parts)
}

test('a cube added to unnamed ones counts as the only change, and no other cube as moved', () => {
  const [previous, current] = [modelOfUnnamedCubes(0, 1), modelOfUnnamedCubes(3, 0, 1)]
  const changes = compareParts(previous.extractPartMeshes(), current.extractPartMeshes(), 0.0001)
  expect(changes.map(({ name, change }) => [name, change])).toEqual([['Unnamed', 'changed']])
  applyHeatMap(current, changes)
  const hottest = current.meshes.map((mesh) => {
    const colors = mesh.geometry.getAttribute('color')
    return Math.max(...Array.from({ length: colors.count }, (_, index) => colors.getX(index) - colors.getZ(index)))
  })
  expect(hottest[0]).toBeGreaterThan(0.3)
  expect(hottest[1]).toBeLessThan(0.1)
  expect(hottest[2]).toBe(hottest[1])
})
