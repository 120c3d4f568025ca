import {
  Box3,
  BoxGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  type Object3D,
  PerspectiveCamera,
  Plane,
  Sphere,
  Texture,
  Vector3,
  type WebGLRenderer,
} from 'three'
import { expect, test } from 'vitest'
import { AmbientOcclusion } from './ambient-occlusion.ts'
import { RecordingRenderer } from '../testing/recording-renderer.ts'

/** Returns a model with a box for each material, and a camera 3 m before it. */
function modelOf(materials: readonly (MeshStandardMaterial | MeshBasicMaterial)[]) {
  const meshes = materials.map((material) => new Mesh(new BoxGeometry(1, 1, 1), material))
  const model = new Group()
  for (const mesh of meshes) model.add(mesh)
  const camera = new PerspectiveCamera(40, 2, 0.01, 100)
  camera.position.z = 3
  const around = new Box3().setFromObject(model).getBoundingSphere(new Sphere())
  return { model, meshes, camera, around }
}

/** Updates the shade and returns the materials that distances were drawn with; undefined for what was left out. */
function drawnMaterials(materials: readonly (MeshStandardMaterial | MeshBasicMaterial)[]) {
  const { model, meshes, camera, around } = modelOf(materials)
  const renderer = new RecordingRenderer()
  const drawn: unknown[] = []
  renderer.onDraw = ({ root }) => {
    if (root === model)
      drawn.push(...meshes.map((mesh) => (mesh.layers.test(camera.layers) ? mesh.material : undefined)))
  }
  const occlusion = new AmbientOcclusion()
  update(occlusion, renderer, camera, [model], around)
  expect(meshes.map(({ material }) => material)).toEqual(materials)
  expect(meshes.every((mesh) => mesh.layers.test(camera.layers))).toBe(true)
  return { drawn, renderer, occlusion }
}

function update(
  occlusion: AmbientOcclusion,
  renderer: RecordingRenderer,
  camera: PerspectiveCamera,
  models: readonly Object3D[],
  around: Sphere,
): void {
  // What the shade calls.
  occlusion.update(renderer as unknown as WebGLRenderer, camera, models, around)
}

test('what is seen through, drawn as lines, unlit or a filled cut neither gives shade nor gets any', () => {
  const { drawn, renderer, occlusion } = drawnMaterials([
    new MeshStandardMaterial(),
    new MeshStandardMaterial({ transparent: true, opacity: 0.3 }),
    new MeshPhysicalMaterial({ transmission: 1 }),
    new MeshStandardMaterial({ wireframe: true }),
    new MeshStandardMaterial({ stencilWrite: true }),
    new MeshBasicMaterial(),
  ])
  expect(drawn.map((material) => material !== undefined)).toEqual([true, false, false, false, false, false])
  expect([occlusion.mesh.visible, renderer.getRenderTarget(), renderer.autoClear]).toEqual([true, null, true])
})

test('leaves give the shade of their outline, and a cut model that of what is left of it', () => {
  const [map, clippingPlanes] = [new Texture(), [new Plane(new Vector3(0, -1, 0), 0)]]
  const { drawn } = drawnMaterials([
    new MeshStandardMaterial({ map, alphaTest: 0.5 }),
    new MeshStandardMaterial({ map, clippingPlanes }),
  ])
  expect(drawn).toMatchObject([
    { map, alphaTest: 0.5 },
    { map: null, alphaTest: 0, clippingPlanes },
  ])
})

test('without a model nothing is drawn, and the picture keeps its light', () => {
  const { camera, around } = modelOf([])
  const renderer = new RecordingRenderer()
  const occlusion = new AmbientOcclusion()
  update(occlusion, renderer, camera, [], around)
  expect([occlusion.mesh.visible, renderer.drawings]).toEqual([false, []])
})
