import { ModelBuilder } from '../../../../seed/assets/model-builder.ts'
import { placeShape, roundedBox } from '../../../../seed/assets/shapes.ts'

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
/** The neck was one metre up in the bind pose. */
const neckInverseBind = [...identity.slice(0, 13), -1, 0, 1]

/**
 * Builds a body of 1.8 m skinned to two joints, its feet on the ground. Its neck was bound at 1 m and saved at 1.2 m,
 * so it is 2 m tall. Without inverse bind matrices they are identity, and it is 3 m tall. `rigidPartName` names an
 * additional rigid part of the same material.
 */
export function makeSkinnedFigure({
  matrices,
  rigidPartName,
}: {
  matrices: boolean
  rigidPartName?: string
}): Promise<Uint8Array> {
  const model = new ModelBuilder('Person')
  const body = placeShape(roundedBox(0.5, 1.8, 0.3, 0.02, 2), [0, 0.9, 0])
  const cloth = model.addMaterial({ name: 'Cloth', color: [1, 1, 1] })
  const node = model.addPart('Body', body, cloth)
  if (rigidPartName !== undefined)
    model.addPart(rigidPartName, roundedBox(0.2, 0.2, 0.2, 0.02, 2), cloth, { position: [1, 0.2, 0] })
  const { document } = model
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer()
  const count = body.positions.length / 3
  const joints = Uint8Array.from({ length: count * 4 }, (_, index) =>
    index % 4 === 0 && (body.positions[Math.floor(index / 4) * 3 + 1] ?? 0) > 1 ? 1 : 0,
  )
  const weights = Float32Array.from({ length: count * 4 }, (_, index) => (index % 4 === 0 ? 1 : 0))
  const accessor = (type: 'VEC4' | 'MAT4', array: Uint8Array<ArrayBuffer> | Float32Array<ArrayBuffer>) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer)
  for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
    primitive.setAttribute('JOINTS_0', accessor('VEC4', joints)).setAttribute('WEIGHTS_0', accessor('VEC4', weights))
  }
  const [hips, neck] = [document.createNode('Hips'), document.createNode('Neck').setTranslation([0, 1.2, 0])]
  hips.addChild(neck)
  document.getRoot().getDefaultScene()?.addChild(hips)
  const skin = document.createSkin('Rig').addJoint(hips).addJoint(neck).setSkeleton(hips)
  if (matrices) skin.setInverseBindMatrices(accessor('MAT4', new Float32Array([...identity, ...neckInverseBind])))
  node.setSkin(skin)
  return model.toGlb()
}
