import { type Document, type Node, type Primitive } from '@gltf-transform/core'
import { cloneDocument, dedup, flatten, join, palette, prune, unweld, weld } from '@gltf-transform/functions'
import { headsetThresholds } from '@veranda/core/assets/headset-rating.ts'
import { posedAttribute, isSkinned } from './skinning.ts'
import { simplifyModel, encodeGlb, resizeTextures } from './optimise.ts'
import { listSceneNodes, partIndexOf } from './name-parts.ts'
import { listLooks, separateLooks } from './variants.ts'

/** Number of plain-colour materials above which they share one palette texture, so that they are drawn at once. */
const maxPlainMaterials = 8

/**
 * Merges a model for headsets: one draw call per material, with variants per combination of materials, smaller textures,
 * and as few triangles as the green headset level allows where the shape permits. Each vertex carries its part in `_PART`.
 * Skins and morph targets are baked into the saved pose, because nothing plays there and only rigid meshes can be merged.
 * Returns the document and its GLB bytes.
 */
export async function mergeForHeadset(source: Document): Promise<{ document: Document; bytes: Uint8Array }> {
  const document = cloneDocument(source)
  for (const node of listSceneNodes(document.getRoot().getDefaultScene())) {
    const mesh = node.getMesh()
    const part = partIndexOf(node)
    if (!mesh || part === undefined) continue
    const bakedMesh = mesh.clone().setName('').setWeights([])
    for (const primitive of mesh.listPrimitives()) {
      bakedMesh.removePrimitive(primitive)
      bakedMesh.addPrimitive(addPartAttribute(document, bakePose(node, primitive), part))
    }
    const skinned = node.getSkin() !== null
    node
      .setMesh(skinned ? null : bakedMesh)
      .setSkin(null)
      .setWeights([])
      .setName('')
      .setExtras({})
    if (skinned) document.getRoot().getDefaultScene()?.addChild(document.createNode('').setMesh(bakedMesh))
  }
  for (const channel of document
    .getRoot()
    .listAnimations()
    .flatMap((one) => one.listChannels())) {
    if (channel.getTargetPath() === 'weights') channel.dispose()
  }
  await document.transform(
    prune({ keepAttributes: true }),
    palette({ min: maxPlainMaterials, keepAttributes: true }),
    dedup(),
    flatten(),
    dropUnusedAttributes,
  )
  const restoreLooks = separateLooks(document)
  await document.transform(join({ keepNamed: false, cleanup: false }))
  restoreLooks()
  await document.transform(prune({ keepAttributes: true }), unweld(), weld())
  await simplifyModel(document, headsetThresholds.triangles.green, 0.004)
  await resizeTextures(document, 1_024)
  return { document, bytes: await encodeGlb(document) }
}

/** Returns a copy in the saved pose, without skin and morph targets. */
function bakePose(node: Node, primitive: Primitive): Primitive {
  const copy = primitive.clone()
  if (!isSkinned(node, primitive) && primitive.listTargets().length === 0) return copy
  for (const what of ['POSITION', 'NORMAL'] as const) {
    const posed = posedAttribute(node, primitive, what)
    const accessor = posed && primitive.getAttribute(what)?.clone().setNormalized(false).setArray(posed)
    copy.setAttribute(what, accessor ?? null)
  }
  for (const target of copy.listTargets()) copy.removeTarget(target)
  for (const name of copy.listSemantics()) {
    if (/^(TANGENT|JOINTS_\d+|WEIGHTS_\d+)$/.test(name)) copy.setAttribute(name, null)
  }
  return copy
}

function addPartAttribute(document: Document, primitive: Primitive, part: number): Primitive {
  const vertices = primitive.getAttribute('POSITION')?.getCount() ?? 0
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer()
  const parts = document
    .createAccessor()
    .setType('SCALAR')
    .setArray(new Uint16Array(vertices).fill(part))
    .setBuffer(buffer)
  return primitive.setAttribute('_PART', parts)
}

/** Drops attributes that nothing reads, because only primitives with the same attributes can be joined. */
function dropUnusedAttributes(document: Document): void {
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      const looks = listLooks(primitive)
      const reads = looks.some((material) =>
        material
          .getGraph()
          .listChildren(material)
          .some(({ propertyType }) => propertyType === 'Texture'),
      )
      const isBumpy = looks.some((material) => material.getNormalTexture() !== null)
      for (const name of primitive.listSemantics()) {
        if (name.startsWith('TEXCOORD') && !reads) primitive.setAttribute(name, null)
        if (name === 'TANGENT' && !isBumpy) primitive.setAttribute(name, null)
      }
    }
  }
}
