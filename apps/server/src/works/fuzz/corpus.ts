import { EXTMeshoptCompression, KHRDracoMeshCompression } from '@gltf-transform/extensions'
import { MeshoptEncoder } from 'meshoptimizer'
import { Model, texture } from '../../../seed/works/model.ts'
import { roundedBox, turned } from '../../../seed/works/shape.ts'
import { makeIo } from '../model/read-model.ts'
import { makePerson } from '../testing/person.ts'

async function small(): Promise<Model> {
  const model = new Model('Small')
  const checks = await texture(8, (u, v) => [u, v, 0.5])
  const wood = model.material({ name: 'Wood', color: [1, 1, 1], texture: checks })
  const box = roundedBox(0.4, 0.1, 0.3, 0.02, 1)
  const seat = model.part('Seat', box, wood, { at: [0, 0.4, 0] })
  const leg = turned(
    [
      [0, 0],
      [0.02, 0],
      [0.02, 0.4],
      [0, 0.4],
    ],
    6,
  )
  model.part('Leg', leg, wood, { below: seat, at: [0.1, -0.4, 0.1] })
  model.part('', leg, wood)
  model.spin('Turning', seat, 2)
  return model
}

/** Small good files of each kind that is read: plain, in a skin, under meshopt, under Draco. */
export async function makeCorpus(): Promise<Uint8Array[]> {
  const plain = await (await small()).bytes()
  const packed = (await small()).document
  packed.createExtension(EXTMeshoptCompression).setRequired(true)
  await MeshoptEncoder.ready
  const meshopt = (await makeIo()).registerDependencies({ 'meshopt.encoder': MeshoptEncoder })
  const squeezed = (await small()).document
  squeezed.createExtension(KHRDracoMeshCompression).setRequired(true)
  const { default: draco } = await import('draco3dgltf')
  const encoder = (await makeIo()).registerDependencies({ 'draco3d.encoder': await draco.createEncoderModule() })
  const person = await makePerson({ matrices: true })
  return [plain, person, await meshopt.writeBinary(packed), await encoder.writeBinary(squeezed)]
}
