import { type Document, PropertyType } from '@gltf-transform/core'
import { type EmbeddedMetadata, mergeEmbeddedMetadata } from '@veranda/core/assets/embedded-metadata.ts'
import sharp from 'sharp'
import { fileLimits } from '../inspection/file-limits.ts'
import { asObject, type UntrustedJson } from '../inspection/untrusted-json.ts'
import { embeddedMetadataOf } from './image-metadata.ts'
import { toMetadataText } from './metadata-text.ts'

/** Returns what a glTF carries beside its model: the `asset` of its JSON, and the metadata of its textures. */
export async function modelMetadataOf(json: UntrustedJson, document: Document): Promise<EmbeddedMetadata> {
  const asset = asObject(json['asset'])
  const extras = asObject(asset['extras'])
  const textures: EmbeddedMetadata[] = []
  for (const texture of document.getRoot().listTextures()) {
    const image = texture.getImage()
    const metadata = image && (await readHeader(image))
    if (metadata) textures.push(metadata)
  }
  return mergeEmbeddedMetadata([
    {
      author: toMetadataText(extras['author']) ?? toMetadataText(extras['artist']),
      copyright: toMetadataText(asset['copyright']) ?? toMetadataText(extras['license']),
      software: toMetadataText(asset['generator']),
    },
    ...textures,
  ])
}

/** Returns undefined for a texture that the decoder cannot read, such as KTX2. */
async function readHeader(image: Uint8Array): Promise<EmbeddedMetadata | undefined> {
  const source = sharp(image, { limitInputPixels: fileLimits.texturePixels })
  return source.metadata().then(embeddedMetadataOf, () => undefined)
}

/** Properties whose names are shown to users. */
const shownTypes: ReadonlySet<string> = new Set([
  PropertyType.NODE,
  PropertyType.MESH,
  PropertyType.MATERIAL,
  PropertyType.ANIMATION,
  'Variant',
])

/**
 * Removes the author's data from a glTF, so that no rendition contains it: the `asset` entry, all extras, and names that
 * are not shown. Morph targets are named by their index. Metadata in textures goes when they are encoded
 * again.
 */
export function removeModelMetadata(document: Document): void {
  const root = document.getRoot()
  const edges = document.getGraph().listEdges()
  // A variant that no mesh uses is known to its extension only.
  const unlinked = root.listExtensionsUsed().flatMap((extension) => extension.listProperties())
  for (const property of new Set([...edges.flatMap((edge) => [edge.getParent(), edge.getChild()]), ...unlinked])) {
    property.setExtras({})
    if (!shownTypes.has(property.propertyType)) property.setName('')
  }
  for (const primitive of root.listMeshes().flatMap((mesh) => mesh.listPrimitives()))
    for (const [index, target] of primitive.listTargets().entries()) target.setName(String(index))
  const asset = root.getAsset()
  for (const name of Object.keys(asset)) if (name !== 'version') Reflect.deleteProperty(asset, name)
}
