import { Document, type Node } from '@gltf-transform/core'
import { expect, test } from 'vitest'
import { largestQuantizationGrid } from './quantization-grid.ts'
import { encodeGlb } from './optimise.ts'
import { nameParts } from './name-parts.ts'
import { splitIntoParts } from './split-into-parts.ts'
import { listSurfaces } from './surfaces.ts'
import { measureDeviations } from './deviation.ts'

type Point = readonly [number, number, number]

/** Builds one mesh with a primitive per triangle, and a morph target where an offset is given. */
function makeMesh(triangles: readonly (readonly Point[])[], offset?: Point): { document: Document; node: Node } {
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

test('a grid spans all primitives and morph targets of a mesh, at the scale of its node', () => {
  const both = makeMesh([foot, bulb])
  expect(largestQuantizationGrid(both.document)).toBeCloseTo(5.0006, 4)
  both.node.setScale([1, 0.5, 0.1])
  expect(largestQuantizationGrid(both.document)).toBeGreaterThanOrEqual(2.5)
  expect(largestQuantizationGrid(makeMesh([foot], [0, 2, 0]).document)).toBeCloseTo(4, 2)
})

test.each([
  { what: 'two primitives far apart', make: () => makeMesh([foot, bulb]) },
  { what: 'an offset that goes far', make: () => makeMesh([foot], [0.3, 2.5, 0]) },
])('a mesh is quantised to a tenth of a millimetre or finer: $what', async ({ make }) => {
  const { document } = make()
  const names = nameParts(document)
  const original = splitIntoParts(listSurfaces(document), names)
  await encodeGlb(document)
  const [off] = measureDeviations(original, [splitIntoParts(listSurfaces(document), names)])
  expect(off).toBeLessThan(0.0001)
  expect(off).toBeGreaterThan(0)
})
