import { EXTMeshoptCompression, KHRDracoMeshCompression } from '@gltf-transform/extensions'
import { MeshoptEncoder } from 'meshoptimizer'
import { ModelBuilder, paintTexture } from '../../../../../seed/assets/model-builder.ts'
import { roundedBox, latheSurface } from '../../../../../seed/assets/shapes.ts'
import { makeGltfIo } from '../../model/gltf-io.ts'
import { makeSkinnedFigure } from '../../testing/skinned-figure.ts'

async function makeSmallModel(): Promise<ModelBuilder> {
  const model = new ModelBuilder('Small')
  const checks = await paintTexture(8, (u, v) => [u, v, 0.5])
  const wood = model.addMaterial({ name: 'Wood', color: [1, 1, 1], texture: checks })
  const box = roundedBox(0.4, 0.1, 0.3, 0.02, 1)
  const seat = model.addPart('Seat', box, wood, { position: [0, 0.4, 0] })
  const leg = latheSurface(
    [
      [0, 0],
      [0.02, 0],
      [0.02, 0.4],
      [0, 0.4],
    ],
    6,
  )
  model.addPart('Leg', leg, wood, { parent: seat, position: [0.1, -0.4, 0.1] })
  model.addPart('', leg, wood)
  model.addSpin('Turning', seat, 2)
  return model
}

/** Builds small valid files of each supported kind: plain, skinned, meshopt and Draco. */
export async function makeCorpus(): Promise<Uint8Array[]> {
  const plain = await (await makeSmallModel()).toGlb()
  const meshoptDocument = (await makeSmallModel()).document
  meshoptDocument.createExtension(EXTMeshoptCompression).setRequired(true)
  await MeshoptEncoder.ready
  const meshopt = (await makeGltfIo()).registerDependencies({ 'meshopt.encoder': MeshoptEncoder })
  const dracoDocument = (await makeSmallModel()).document
  dracoDocument.createExtension(KHRDracoMeshCompression).setRequired(true)
  const { default: draco } = await import('draco3dgltf')
  const encoder = (await makeGltfIo()).registerDependencies({ 'draco3d.encoder': await draco.createEncoderModule() })
  const figure = await makeSkinnedFigure({ matrices: true })
  return [plain, figure, await meshopt.writeBinary(meshoptDocument), await encoder.writeBinary(dracoDocument)]
}
