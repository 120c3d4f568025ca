import { Model } from '../../../seed/works/model.ts'
import { placed, roundedBox } from '../../../seed/works/shape.ts'

const still = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
/** The neck was a metre up when the skin was laid over it. */
const bound = [...still.slice(0, 13), -1, 0, 1]

/**
 * A body of 1.8 m, its feet on the ground, hanging in two joints. Its neck was bound a metre up and is saved at 1.2 m: it
 * stands 2 m tall. Without inverse bind matrices those are identity, and it stands 3 m tall. `beside` is the
 * name of something stiff of the same cloth.
 */
export function makePerson({ matrices, beside }: { matrices: boolean; beside?: string }): Promise<Uint8Array> {
  const model = new Model('Person')
  const body = placed(roundedBox(0.5, 1.8, 0.3, 0.02, 2), [0, 0.9, 0])
  const cloth = model.material({ name: 'Cloth', color: [1, 1, 1] })
  const node = model.part('Body', body, cloth)
  if (beside !== undefined) model.part(beside, roundedBox(0.2, 0.2, 0.2, 0.02, 2), cloth, { at: [1, 0.2, 0] })
  const { document } = model
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer()
  const count = body.positions.length / 3
  const joints = Uint8Array.from({ length: count * 4 }, (_, at) =>
    at % 4 === 0 && (body.positions[Math.floor(at / 4) * 3 + 1] ?? 0) > 1 ? 1 : 0,
  )
  const weights = Float32Array.from({ length: count * 4 }, (_, at) => (at % 4 === 0 ? 1 : 0))
  const accessor = (type: 'VEC4' | 'MAT4', array: Uint8Array<ArrayBuffer> | Float32Array<ArrayBuffer>) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer)
  for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
    primitive.setAttribute('JOINTS_0', accessor('VEC4', joints)).setAttribute('WEIGHTS_0', accessor('VEC4', weights))
  }
  const [hips, neck] = [document.createNode('Hips'), document.createNode('Neck').setTranslation([0, 1.2, 0])]
  hips.addChild(neck)
  document.getRoot().getDefaultScene()?.addChild(hips)
  const skin = document.createSkin('Rig').addJoint(hips).addJoint(neck).setSkeleton(hips)
  if (matrices) skin.setInverseBindMatrices(accessor('MAT4', new Float32Array([...still, ...bound])))
  node.setSkin(skin)
  return model.bytes()
}
