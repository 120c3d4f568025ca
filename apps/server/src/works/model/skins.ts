import { type Accessor, type Document, type Material, type Primitive, type PrimitiveTarget } from '@gltf-transform/core'
import { compactPrimitive } from '@gltf-transform/functions'

// oxfmt-ignore
const identity = [
  1, 0, 0, 0,
  0, 1, 0, 0,
  0, 0, 1, 0,
  0, 0, 0, 1,
] as const

/** Writes down what a skin without inverse bind matrices means by that: identity for each joint (glTF 2.0, 3.7.3.1). */
export function completeSkins(document: Document): void {
  const root = document.getRoot()
  for (const skin of root.listSkins()) {
    if (skin.getInverseBindMatrices()) continue
    const joints = skin.listJoints().length
    const matrices = new Float32Array(Array.from({ length: joints }, () => identity).flat())
    const buffer = root.listBuffers()[0] ?? document.createBuffer()
    skin.setInverseBindMatrices(document.createAccessor().setType('MAT4').setArray(matrices).setBuffer(buffer))
  }
}

type Held = { of: Primitive | PrimitiveTarget; position: Accessor | null }

/**
 * Notes the positions of everything in a skin, and answers what puts them back. Quantising would move their scale into
 * the inverse bind matrices, after which no vertex lies where its numbers say, not even in the pose it was bound in.
 */
export function holdSkinned(document: Document): () => void {
  const nodes = document
    .getRoot()
    .listNodes()
    .filter((node) => node.getSkin() && node.getMesh())
  const skins = new Map(nodes.map((node) => [node, node.getSkin()]))
  const held: Held[] = []
  const materials = new Map<Primitive, Material | null>()
  for (const mesh of new Set(nodes.flatMap((node) => node.getMesh() ?? []))) {
    const own = mesh.clone()
    for (const primitive of mesh.listPrimitives()) {
      const one = primitive.clone()
      for (const target of primitive.listTargets()) one.removeTarget(target).addTarget(target.clone())
      compactPrimitive(one)
      own.removePrimitive(primitive).addPrimitive(one)
      materials.set(one, one.getMaterial())
      for (const of of [one, ...one.listTargets()]) held.push({ of, position: of.getAttribute('POSITION') })
    }
    for (const node of nodes) if (node.getMesh() === mesh) node.setMesh(own)
  }
  return () => {
    for (const [node, skin] of skins) node.setSkin(skin)
    for (const [primitive, material] of materials) primitive.setMaterial(material)
    for (const { of, position } of held) of.setAttribute('POSITION', position)
  }
}
