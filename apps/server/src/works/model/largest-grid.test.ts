import { Document, type Node } from '@gltf-transform/core'
import { expect, test } from 'vitest'
import { largestGrid } from './largest-grid.ts'
import { pack } from './optimise.ts'
import { nameParts } from './name-parts.ts'
import { partsOf } from './parts-of.ts'
import { surfacesOf } from './surfaces.ts'
import { tolerancesOf } from './tolerance.ts'

type Point = readonly [number, number, number]

/** One mesh of as many primitives as triangles are given, bent by offsets where there are any. */
function meshOf(triangles: readonly (readonly Point[])[], offset?: Point): { document: Document; node: Node } {
  const document = new Document()
  const buffer = document.createBuffer()
  const accessor = (points: readonly Point[]) =>
    document.createAccessor().setType('VEC3').setArray(new Float32Array(points.flat())).setBuffer(buffer)
  const mesh = document.createMesh('Lamp')
  for (const [index, points] of triangles.entries()) {
    const primitive = document.createPrimitive().setAttribute('POSITION', accessor(points))
    const corners = document
      .createAccessor()
      .setType('SCALAR')
      .setArray(new Uint16Array([0, 1, 2]))
      .setBuffer(buffer)
    primitive.setIndices(corners).setMaterial(document.createMaterial(`${index}`))
    if (offset) {
      const offsets = accessor(points.map(() => offset))
      primitive.addTarget(document.createPrimitiveTarget().setAttribute('POSITION', offsets))
    }
    mesh.addPrimitive(primitive)
  }
  const node = document.createNode('Lamp').setMesh(mesh)
  const scene = document.createScene().addChild(node)
  document.getRoot().setDefaultScene(scene)
  return { document, node }
}

const foot: Point[] = [
  [-0.0501, 0.0003, 0],
  [0.0507, 0.0009, 0.0031],
  [0.0013, 0.0509, 0.0511],
]
const bulb = foot.map(([x, y, z]): Point => [x, y + 4.95, z])

test('a grid spans all primitives of a mesh, as large as its node makes them, and its morph targets', () => {
  const both = meshOf([foot, bulb])
  expect(largestGrid(both.document)).toBeCloseTo(5.0006, 4)
  both.node.setScale([1, 0.5, 0.1])
  expect(largestGrid(both.document)).toBeGreaterThanOrEqual(2.5)
  expect(largestGrid(meshOf([foot], [0, 2, 0]).document)).toBeCloseTo(4, 2)
})

test.each([
  { what: 'two primitives far apart', make: () => meshOf([foot, bulb]) },
  { what: 'an offset that goes far', make: () => meshOf([foot], [0.3, 2.5, 0]) },
])('a mesh is quantised to a tenth of a millimetre or finer: $what', async ({ make }) => {
  const { document } = make()
  const names = nameParts(document)
  const original = partsOf(surfacesOf(document), names)
  await pack(document)
  const [off] = tolerancesOf(original, [partsOf(surfacesOf(document), names)])
  expect(off).toBeLessThan(0.0001)
  expect(off).toBeGreaterThan(0)
})
