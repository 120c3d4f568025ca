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
import { raycastModel, pickPart } from './picking.ts'
import { prepareRestGeometry } from './rest-pose.ts'

/** Returns a model of one mesh, prepared like a loaded one. */
function modelOf(mesh: Mesh, ...more: readonly Bone[]): Model {
  const root = new Group().add(mesh, ...more)
  root.updateMatrixWorld(true)
  mesh.raycast = acceleratedRaycast
  prepareRestGeometry(mesh)
  return new Model(root, [{ name: 'Body', node: mesh, meshes: [mesh] }])
}

/** Returns a skinned model: a cube of 0.5 m that its one joint scales to a body of 1.8 m standing on the ground. */
function skinnedModel(): Model {
  const geometry = new BoxGeometry(0.5, 0.5, 0.5)
  const { count } = geometry.getAttribute('position')
  const weights = Array.from({ length: count * 4 }, (_, index) => (index % 4 === 0 ? 1 : 0))
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(new Uint16Array(count * 4), 4))
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4))
  const mesh = new SkinnedMesh(geometry, new MeshStandardMaterial())
  // The node transform of a skinned mesh has no effect.
  mesh.position.set(3, 0, 0)
  const hips = new Bone()
  mesh.bind(new Skeleton([hips]), mesh.matrixWorld)
  hips.position.set(0, 0.9, 0)
  hips.scale.setScalar(3.6)
  return modelOf(mesh, hips)
}

/** Returns a model 1 m high that its one morph target, saved at full weight, makes 2 m high. */
function morphedModel(): Model {
  const geometry = new BoxGeometry(1, 1, 1).translate(0, 0.5, 0)
  const position = geometry.getAttribute('position')
  const heights = Array.from({ length: position.count }, (_, index) => [0, position.getY(index), 0]).flat()
  geometry.morphAttributes['position'] = [new Float32BufferAttribute(heights, 3)]
  geometry.morphTargetsRelative = true
  const mesh = new Mesh(geometry, new MeshStandardMaterial())
  mesh.morphTargetInfluences = [1]
  return modelOf(mesh)
}

const heights = (numbers: Float32Array) => {
  const heights = numbers.filter((_, index) => index % 3 === 1)
  return [Math.min(...heights), Math.max(...heights)]
}

test.each([
  { what: 'is skinned', make: skinnedModel, tall: 1.8 },
  { what: 'has a morph target', make: morphedModel, tall: 2 },
])('a mesh that $what is picked, pinned and compared where it is drawn', ({ make, tall: height }) => {
  const model = make()
  expect(model.box.max.y - model.box.min.y).toBeCloseTo(height, 5)
  const camera = new PerspectiveCamera(32, 1, 0.01, 100)
  camera.position.set(0, height / 2, 8)
  camera.lookAt(0, height / 2, 0)
  camera.updateMatrixWorld(true)
  const index = (y: number) => {
    const projected = camera.position.clone().set(0, y, model.box.max.z).project(camera)
    return raycastModel(model, camera, new Vector2(projected.x, projected.y), [])
  }
  for (const y of [0.05, height / 2 + 0.01, height - 0.05]) {
    const hit = index(y)
    expect(hit?.point.y).toBeCloseTo(y, 5)
    for (const corner of hit?.corners ?? [])
      expect([0, height].some((end) => Math.abs(corner.y - end) < 1e-5)).toBe(true)
  }
  expect(index(height + 0.05)).toBeUndefined()
  expect(pickPart(model, camera, 'Body')?.point.y).toBeCloseTo(height / 2, 5)
  const [low, high] = heights(model.extractPartMeshes()[0]?.positions ?? new Float32Array())
  expect(low).toBeCloseTo(0, 5)
  expect(high).toBeCloseTo(height, 5)
})

test('a skinned mesh stays in place in the exploded view and is picked there', () => {
  const { root, parts } = skinnedModel()
  const ball = new Mesh(new BoxGeometry(1, 1, 1).translate(-4, 0, 0), new MeshStandardMaterial())
  const model = new Model(root.add(ball), [...parts, { name: 'Ball', node: ball, meshes: [ball] }])
  model.explode(1)
  expect(model.parts.map((part) => model.explodeOffsetOf(part).length() > 0)).toEqual([false, true])
})
