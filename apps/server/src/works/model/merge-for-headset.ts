import { type Document, type Node, type Primitive } from '@gltf-transform/core'
import { cloneDocument, dedup, flatten, join, palette, prune, unweld, weld } from '@gltf-transform/functions'
import { gateBounds } from '@veranda/core/works/gate.ts'
import { bentAtRest, hangs } from './at-rest.ts'
import { lighten, pack, shrinkTextures } from './optimise.ts'
import { nodesOf, partOf } from './name-parts.ts'

/** Materials of one colour beyond this many share one texture of their colours, so that they can be drawn at once. */
const plainMaterials = 8

/**
 * The version of a model for headsets: everything of one material drawn at once, at most as many triangles as a green
 * gate allows as far as the shape permits, smaller textures. Each vertex says its part in `_PART`. What bends stands in
 * the pose that is saved: nothing plays where this is shown, and only what is stiff can be drawn at once. Answers the
 * bytes of it as GLB too.
 */
export async function mergeForHeadset(source: Document): Promise<{ document: Document; bytes: Uint8Array }> {
  const document = cloneDocument(source)
  for (const node of nodesOf(document.getRoot().getDefaultScene())) {
    const mesh = node.getMesh()
    const part = partOf(node)
    if (!mesh || part === undefined) continue
    const own = mesh.clone().setName('').setWeights([])
    for (const primitive of mesh.listPrimitives()) {
      own.removePrimitive(primitive)
      own.addPrimitive(withPart(document, stiff(node, primitive), part))
    }
    const skinned = node.getSkin() !== null
    node
      .setMesh(skinned ? null : own)
      .setSkin(null)
      .setWeights([])
      .setName('')
      .setExtras({})
    if (skinned) document.getRoot().getDefaultScene()?.addChild(document.createNode('').setMesh(own))
  }
  for (const channel of document
    .getRoot()
    .listAnimations()
    .flatMap((one) => one.listChannels())) {
    if (channel.getTargetPath() === 'weights') channel.dispose()
  }
  await document.transform(
    prune({ keepAttributes: true }),
    palette({ min: plainMaterials, keepAttributes: true }),
    dedup(),
    flatten(),
    alike,
    join({ keepNamed: false, cleanup: false }),
    prune({ keepAttributes: true }),
    unweld(),
    weld(),
  )
  await lighten(document, gateBounds.triangles.green, 0.004)
  await shrinkTextures(document, 1_024)
  return { document, bytes: await pack(document) }
}

/** A copy in the pose that is saved, without what could bend it. */
function stiff(node: Node, primitive: Primitive): Primitive {
  const copy = primitive.clone()
  if (!hangs(node, primitive) && primitive.listTargets().length === 0) return copy
  for (const what of ['POSITION', 'NORMAL'] as const) {
    const bent = bentAtRest(node, primitive, what)
    const accessor = bent && primitive.getAttribute(what)?.clone().setNormalized(false).setArray(bent)
    copy.setAttribute(what, accessor ?? null)
  }
  for (const target of copy.listTargets()) copy.removeTarget(target)
  for (const name of copy.listSemantics()) {
    if (/^(TANGENT|JOINTS_\d+|WEIGHTS_\d+)$/.test(name)) copy.setAttribute(name, null)
  }
  return copy
}

function withPart(document: Document, primitive: Primitive, part: number): Primitive {
  const vertices = primitive.getAttribute('POSITION')?.getCount() ?? 0
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer()
  const parts = document
    .createAccessor()
    .setType('SCALAR')
    .setArray(new Uint16Array(vertices).fill(part))
    .setBuffer(buffer)
  return primitive.setAttribute('_PART', parts)
}

/** Drops attributes that only some primitives of a material have and nothing reads, for only like ones can be joined. */
function alike(document: Document): void {
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      const textured = primitive
        .getMaterial()
        ?.getGraph()
        .listChildren(primitive.getMaterial() ?? primitive)
      const reads = textured?.some(({ propertyType }) => propertyType === 'Texture') === true
      for (const name of primitive.listSemantics()) {
        if (name.startsWith('TEXCOORD') && !reads) primitive.setAttribute(name, null)
        if (name === 'TANGENT' && !primitive.getMaterial()?.getNormalTexture()) primitive.setAttribute(name, null)
      }
    }
  }
}
