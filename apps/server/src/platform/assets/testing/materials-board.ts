import { type Material } from '@gltf-transform/core'
import {
  KHRMaterialsClearcoat,
  KHRMaterialsIOR,
  KHRMaterialsSheen,
  KHRMaterialsTransmission,
  KHRMaterialsVolume,
} from '@gltf-transform/extensions'
import { ModelBuilder } from '../../../../seed/assets/model-builder.ts'
import { ball, box } from '../../../../seed/assets/solids.ts'
import { makeGltfIo } from '../model/gltf-io.ts'

/** Makes a board with balls of glass, lacquer, cloth, gold and steel. Glass lets light through, the rest is solid. */
export async function makeMaterialsBoard(): Promise<Uint8Array> {
  const builder = new ModelBuilder('Materials')
  const { document } = builder
  const transmission = document.createExtension(KHRMaterialsTransmission)
  const volume = document.createExtension(KHRMaterialsVolume)
  const refraction = document.createExtension(KHRMaterialsIOR)
  const clearcoat = document.createExtension(KHRMaterialsClearcoat)
  const sheen = document.createExtension(KHRMaterialsSheen)
  const glass = (name: string, color: [number, number, number]) =>
    builder
      .addMaterial({ name, color, roughness: 0 })
      .setExtension('KHR_materials_transmission', transmission.createTransmission().setTransmissionFactor(1))
      .setExtension('KHR_materials_ior', refraction.createIOR().setIOR(1.5))
      .setExtension('KHR_materials_volume', volume.createVolume().setThicknessFactor(0.08))
  const lacquer = builder
    .addMaterial({ name: 'Lacquer', color: [0.45, 0.03, 0.04], roughness: 0.6 })
    .setExtension('KHR_materials_clearcoat', clearcoat.createClearcoat().setClearcoatFactor(1))
  const cloth = builder
    .addMaterial({ name: 'Cloth', color: [0.06, 0.08, 0.3], roughness: 0.9 })
    .setExtension('KHR_materials_sheen', sheen.createSheen().setSheenColorFactor([0.6, 0.6, 0.9]))
  const balls: [string, Material][] = [
    ['Clear glass', glass('Clear glass', [1, 1, 1])],
    ['Amber glass', glass('Amber glass', [1, 0.6, 0.2])],
    ['Lacquered ball', lacquer],
    ['Cloth ball', cloth],
    ['Gold', builder.addMaterial({ name: 'Gold', color: [1, 0.77, 0.34], roughness: 0.15, metalness: 1 })],
    ['Steel', builder.addMaterial({ name: 'Steel', color: [0.56, 0.57, 0.58], roughness: 0.3, metalness: 1 })],
  ]
  const board = builder.addMaterial({ name: 'Board', color: [0.18, 0.18, 0.18], roughness: 0.8 })
  builder.addPart('Board', box(0.9, 0.02, 0.5), board, { position: [0, 0.01, 0] })
  for (const [index, [name, material]] of balls.entries())
    builder.addPart(name, ball(0.08, 40), material, {
      position: [((index % 3) - 1) * 0.27, 0.1, index < 3 ? -0.12 : 0.12],
    })
  return (await makeGltfIo()).writeBinary(document)
}
