import { type Accessor, type Document, type Material, type Primitive, type PrimitiveTarget } from '@gltf-transform/core'
import { compactPrimitive } from '@gltf-transform/functions'

// oxfmt-ignore
const identity = [
  1, 0, 0, 0,
  0, 1, 0, 0,
  0, 0, 1, 0,
  0, 0, 0, 1,
] as const

/** Adds the identity matrices that a skin without inverse bind matrices implies (glTF 2.0, 3.7.3.1). */
export function addInverseBindMatrices(document: Document): void {
  const root = document.getRoot()
  for (const skin of root.listSkins()) {
    if (skin.getInverseBindMatrices()) continue
    const joints = skin.listJoints().length
    const matrices = new Float32Array(Array.from({ length: joints }, () => identity).flat())
    const buffer = root.listBuffers()[0] ?? document.createBuffer()
    skin.setInverseBindMatrices(document.createAccessor().setType('MAT4').setArray(matrices).setBuffer(buffer))
  }
}

type PreservedPosition = { owner: Primitive | PrimitiveTarget; position: Accessor | null }

/**
 * Saves the positions of skinned meshes and returns a function that restores them. Quantization would move their scale
 * into the inverse bind matrices, after which raw vertex positions are no longer in metres, not even in the bind pose.
 */
export function preserveSkinnedPositions(document: Document): () => void {
  const nodes = document
    .getRoot()
    .listNodes()
    .filter((node) => node.getSkin() && node.getMesh())
  const skins = new Map(nodes.map((node) => [node, node.getSkin()]))
  const preserved: PreservedPosition[] = []
  const materials = new Map<Primitive, Material | null>()
  for (const mesh of new Set(nodes.flatMap((node) => node.getMesh() ?? []))) {
    const meshCopy = mesh.clone()
    for (const primitive of mesh.listPrimitives()) {
      const primitiveCopy = primitive.clone()
      for (const target of primitive.listTargets()) primitiveCopy.removeTarget(target).addTarget(target.clone())
      compactPrimitive(primitiveCopy)
      meshCopy.removePrimitive(primitive).addPrimitive(primitiveCopy)
      materials.set(primitiveCopy, primitiveCopy.getMaterial())
      for (const owner of [primitiveCopy, ...primitiveCopy.listTargets()])
        preserved.push({ owner, position: owner.getAttribute('POSITION') })
    }
    for (const node of nodes) if (node.getMesh() === mesh) node.setMesh(meshCopy)
  }
  return () => {
    for (const [node, skin] of skins) node.setSkin(skin)
    for (const [primitive, material] of materials) primitive.setMaterial(material)
    for (const { owner, position } of preserved) owner.setAttribute('POSITION', position)
  }
}
