import { type Document, type Node, PropertyType } from '@gltf-transform/core'
import { EXTMeshoptCompression, KHRMaterialsAnisotropy } from '@gltf-transform/extensions'
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
import { largestQuantizationGrid } from './quantization-grid.ts'
import { listSceneNodes, partIndexOf } from './name-parts.ts'
import { makeGltfIo } from './gltf-io.ts'
import { listVariantNames } from './variants.ts'
import { preserveSkinnedPositions } from './skin-bindings.ts'
import { listSurfaces } from './surfaces.ts'

/** Properties that can be shared whatever variants there are. */
const sharedTypes = [PropertyType.ACCESSOR, PropertyType.TEXTURE, PropertyType.MATERIAL, PropertyType.SKIN]

/** Removes duplicates and unused data, welds vertices, and joins unnamed meshes. Named parts stay separate. */
export async function removeRedundancy(document: Document): Promise<void> {
  const hasVariants = listVariantNames(document).length > 0
  // Highlights of brushed metal follow the texture coordinates or tangents, also where no texture needs them, and a
  // variant may have a texture where the model's own material has none.
  const keepAttributes =
    hasVariants ||
    document
      .getRoot()
      .listExtensionsUsed()
      .some(({ extensionName }) => extensionName === KHRMaterialsAnisotropy.EXTENSION_NAME)
  await document.transform(
    // Meshes count as the same even if their variants differ.
    dedup({ keepUniqueNames: false, propertyTypes: [...sharedTypes, ...(hasVariants ? [] : [PropertyType.MESH])] }),
    prune({ keepLeaves: false, keepExtras: true, keepAttributes }),
    resample(),
  )
  const isUnnamed = (node: Node) => node.getName() === ''
  if (
    // Joined meshes would share one look.
    !hasVariants &&
    document
      .getRoot()
      .listNodes()
      .some((node) => node.getMesh() && isUnnamed(node))
  ) {
    for (const mesh of document.getRoot().listMeshes()) mesh.setName('')
    await document.transform(
      flatten(),
      join({ keepNamed: true, cleanup: false }),
      prune({ keepExtras: true, keepAttributes }),
    )
  }
  await document.transform(weld())
}

/**
 * Simplifies a model to about `target` triangles as far as its shape allows. `error` is the largest shift of a surface
 * as a share of the mesh's radius.
 */
export async function simplifyModel(document: Document, target: number, error: number): Promise<void> {
  const triangles = listSurfaces(document).reduce((sum, { indices }) => sum + indices.length / 3, 0)
  if (triangles <= target) return
  await MeshoptSimplifier.ready
  await document.transform(simplify({ simplifier: MeshoptSimplifier, ratio: target / triangles, error }))
}

/** Re-encodes textures as WebP of at most `edge` pixels per side. */
export async function resizeTextures(document: Document, edge: number): Promise<void> {
  if (document.getRoot().listTextures().length === 0) return
  await document.transform(
    textureCompress({ encoder: sharp, targetFormat: 'webp', resize: [edge, edge], quality: 84, effort: 40 }),
  )
}

const finestStepMetres = 0.0001

/**
 * Encodes a document as GLB with meshopt. Positions are quantized to a tenth of a millimetre or finer; meshes that are
 * skinned or too large for that keep their floats.
 */
export async function encodeGlb(document: Document): Promise<Uint8Array> {
  const bits = Math.ceil(Math.log2(Math.max(largestQuantizationGrid(document) / finestStepMetres, 2) + 1))
  const attributes =
    bits > 16 ? 'NORMAL|TANGENT|TEXCOORD|COLOR|WEIGHTS' : 'POSITION|NORMAL|TANGENT|TEXCOORD|COLOR|WEIGHTS'
  await MeshoptEncoder.ready
  await document.transform(reorder({ encoder: MeshoptEncoder, target: 'size', cleanup: false }))
  const restoreSkinned = preserveSkinnedPositions(document)
  await document.transform(
    quantize({
      pattern: new RegExp(`^(${attributes})(_\\d+)?$`),
      quantizePosition: Math.min(16, Math.max(12, bits)),
      quantizeNormal: 10,
      quantizeTexcoord: 14,
      quantizeWeight: 16,
      cleanup: false,
    }),
    restoreSkinned,
    copyPartToMeshNodes,
    prune({ keepAttributes: true, keepExtras: true, keepIndices: true, keepLeaves: true }),
  )
  document
    .createExtension(EXTMeshoptCompression)
    .setRequired(true)
    .setEncoderOptions({ method: EXTMeshoptCompression.EncoderMethod.QUANTIZE })
  const io = await makeGltfIo()
  io.registerDependencies({ 'meshopt.encoder': MeshoptEncoder })
  return io.writeBinary(document)
}

/**
 * Copies the part and the morph weights to the extra node that quantization creates for a mesh whose node is animated
 * or has children.
 */
function copyPartToMeshNodes(document: Document): void {
  for (const node of listSceneNodes(document.getRoot().getDefaultScene())) {
    const parent = node.getParentNode()
    if (!node.getMesh() || partIndexOf(node) !== undefined || !parent || partIndexOf(parent) === undefined) continue
    node.setName(parent.getName()).setExtras(parent.getExtras()).setWeights(parent.getWeights())
  }
}
