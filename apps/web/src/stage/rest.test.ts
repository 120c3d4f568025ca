import {
  Bone,
  BoxGeometry,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  Skeleton,
  SkinnedMesh,
  Uint16BufferAttribute,
  Vector2,
} from 'three'
import { acceleratedRaycast } from 'three-mesh-bvh'
import { expect, test } from 'vitest'
import { Model } from './model.ts'
import { pickIn, placeOn } from './pick.ts'
import { prepareRest } from './rest.ts'

/** Stands in a root alone, made ready as a loaded one is. */
function alone(mesh: Mesh, ...more: readonly Bone[]): Model {
  const root = new Group().add(mesh, ...more)
  root.updateMatrixWorld(true)
  mesh.raycast = acceleratedRaycast
  prepareRest(mesh)
  return new Model(root, [{ name: 'Body', node: mesh, meshes: [mesh] }])
}

/** Numbers of half a metre about the middle, which its one joint makes a body of 1.8 m that stands on the ground. */
function person(): Model {
  const geometry = new BoxGeometry(0.5, 0.5, 0.5)
  const { count } = geometry.getAttribute('position')
  const weights = Array.from({ length: count * 4 }, (_, at) => (at % 4 === 0 ? 1 : 0))
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(new Uint16Array(count * 4), 4))
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4))
  const mesh = new SkinnedMesh(geometry, new MeshStandardMaterial())
  // What becomes of the node of a skinned mesh does not count.
  mesh.position.set(3, 0, 0)
  const hips = new Bone()
  mesh.bind(new Skeleton([hips]), mesh.matrixWorld)
  hips.position.set(0, 0.9, 0)
  hips.scale.setScalar(3.6)
  return alone(mesh, hips)
}

/** A metre high, and two by its one morph target, which is saved at its full weight. */
function swollen(): Model {
  const geometry = new BoxGeometry(1, 1, 1).translate(0, 0.5, 0)
  const position = geometry.getAttribute('position')
  const up = Array.from({ length: position.count }, (_, at) => [0, position.getY(at), 0]).flat()
  geometry.morphAttributes['position'] = [new Float32BufferAttribute(up, 3)]
  geometry.morphTargetsRelative = true
  const mesh = new Mesh(geometry, new MeshStandardMaterial())
  mesh.morphTargetInfluences = [1]
  return alone(mesh)
}

const heights = (numbers: Float32Array) => {
  const up = numbers.filter((_, at) => at % 3 === 1)
  return [Math.min(...up), Math.max(...up)]
}

test.each([
  { what: 'hangs in a skin', make: person, tall: 1.8 },
  { what: 'is bent by a morph target', make: swollen, tall: 2 },
])('what $what is pointed at, pinned and compared where it is drawn', ({ make, tall }) => {
  const model = make()
  expect(model.box.max.y - model.box.min.y).toBeCloseTo(tall, 5)
  const camera = new PerspectiveCamera(32, 1, 0.01, 100)
  camera.position.set(0, tall / 2, 8)
  camera.lookAt(0, tall / 2, 0)
  camera.updateMatrixWorld(true)
  const at = (y: number) => {
    const seen = camera.position.clone().set(0, y, model.box.max.z).project(camera)
    return pickIn(model, camera, new Vector2(seen.x, seen.y), [])
  }
  for (const y of [0.05, tall / 2 + 0.01, tall - 0.05]) {
    const hit = at(y)
    expect(hit?.point.y).toBeCloseTo(y, 5)
    for (const corner of hit?.corners ?? []) expect([0, tall].some((end) => Math.abs(corner.y - end) < 1e-5)).toBe(true)
  }
  expect(at(tall + 0.05)).toBeUndefined()
  expect(placeOn(model, camera, 'Body')?.point.y).toBeCloseTo(tall / 2, 5)
  const [low, high] = heights(model.extract()[0]?.positions ?? new Float32Array())
  expect(low).toBeCloseTo(0, 5)
  expect(high).toBeCloseTo(tall, 5)
})

test('what hangs in joints is pointed at where it stays when everything is exploded', () => {
  const { root, parts } = person()
  const ball = new Mesh(new BoxGeometry(1, 1, 1).translate(-4, 0, 0), new MeshStandardMaterial())
  const model = new Model(root.add(ball), [...parts, { name: 'Ball', node: ball, meshes: [ball] }])
  model.explode(1)
  expect(model.parts.map((part) => model.shiftOf(part).length() > 0)).toEqual([false, true])
})
