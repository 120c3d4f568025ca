import { type Document, type Node } from '@gltf-transform/core'
import { EXTMeshoptCompression } from '@gltf-transform/extensions'
import {
  dedup,
  flatten,
  join,
  prune,
  quantize,
  reorder,
  resample,
  simplify,
  textureCompress,
  weld,
} from '@gltf-transform/functions'
import { MeshoptEncoder, MeshoptSimplifier } from 'meshoptimizer'
import sharp from 'sharp'
import { largestGrid } from './largest-grid.ts'
import { nodesOf, partOf } from './name-parts.ts'
import { makeIo } from './read-model.ts'
import { holdSkinned } from './skins.ts'
import { surfacesOf } from './surfaces.ts'

/** Takes out what is double or unused, welds, and joins what has no name. Named parts stay apart. */
export async function tidy(document: Document): Promise<void> {
  await document.transform(
    dedup({ keepUniqueNames: false }),
    prune({ keepLeaves: false, keepExtras: true }),
    resample(),
  )
  const nameless = (node: Node) => node.getName() === ''
  if (
    document
      .getRoot()
      .listNodes()
      .some((node) => node.getMesh() && nameless(node))
  ) {
    for (const mesh of document.getRoot().listMeshes()) mesh.setName('')
    await document.transform(flatten(), join({ keepNamed: true, cleanup: false }), prune({ keepExtras: true }))
  }
  await document.transform(weld())
}

/**
 * Brings a model down to about `target` triangles as far as its shape allows. `error` is the share of a mesh's radius
 * that its surface may move by.
 */
export async function lighten(document: Document, target: number, error: number): Promise<void> {
  const triangles = surfacesOf(document).reduce((sum, { indices }) => sum + indices.length / 3, 0)
  if (triangles <= target) return
  await MeshoptSimplifier.ready
  await document.transform(simplify({ simplifier: MeshoptSimplifier, ratio: target / triangles, error }))
}

/** Textures as WebP of at most `edge` pixels a side. */
export async function shrinkTextures(document: Document, edge: number): Promise<void> {
  if (document.getRoot().listTextures().length === 0) return
  await document.transform(
    textureCompress({ encoder: sharp, targetFormat: 'webp', resize: [edge, edge], quality: 84, effort: 40 }),
  )
}

const finest = 0.0001

/**
 * Writes a document as GLB with meshopt. Positions are quantised to a tenth of a millimetre or finer, or, where a mesh
 * is too large for that or hangs in a skin, left as they are.
 */
export async function pack(document: Document): Promise<Uint8Array> {
  const bits = Math.ceil(Math.log2(Math.max(largestGrid(document) / finest, 2) + 1))
  const attributes =
    bits > 16 ? 'NORMAL|TANGENT|TEXCOORD|COLOR|WEIGHTS' : 'POSITION|NORMAL|TANGENT|TEXCOORD|COLOR|WEIGHTS'
  await MeshoptEncoder.ready
  await document.transform(reorder({ encoder: MeshoptEncoder, target: 'size', cleanup: false }))
  const putBack = holdSkinned(document)
  await document.transform(
    quantize({
      pattern: new RegExp(`^(${attributes})(_\\d+)?$`),
      quantizePosition: Math.min(16, Math.max(12, bits)),
      quantizeNormal: 10,
      quantizeTexcoord: 14,
      quantizeWeight: 16,
      cleanup: false,
    }),
    putBack,
    partsOnMeshes,
    prune({ keepAttributes: true, keepExtras: true, keepIndices: true, keepLeaves: true }),
  )
  document
    .createExtension(EXTMeshoptCompression)
    .setRequired(true)
    .setEncoderOptions({ method: EXTMeshoptCompression.EncoderMethod.QUANTIZE })
  const io = await makeIo()
  io.registerDependencies({ 'meshopt.encoder': MeshoptEncoder })
  return io.writeBinary(document)
}

/**
 * Quantising puts the mesh of a node that moves or has others below it into a node of its own: the part goes along, and
 * the weights of its morph targets.
 */
function partsOnMeshes(document: Document): void {
  for (const node of nodesOf(document.getRoot().getDefaultScene())) {
    const parent = node.getParentNode()
    if (!node.getMesh() || partOf(node) !== undefined || !parent || partOf(parent) === undefined) continue
    node.setName(parent.getName()).setExtras(parent.getExtras()).setWeights(parent.getWeights())
  }
}
